// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_CONSTANTS_H
#define ESA_TEST_CORE_CONSTANTS_H

#include "ns3/esa-switch-id.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

inline constexpr Picoseconds kUs = FromMicroseconds(1);    ///< a microsecond
inline constexpr Picoseconds kMs = FromMicroseconds(1000); ///< a millisecond
inline constexpr SwitchId kHome{0};                        ///< rack of the PS
inline constexpr SwitchId kFar{1};                         ///< another rack

/// @return racks from their numbers
inline std::vector<SwitchId>
RacksFrom(const std::vector<uint32_t>& numbers)
{
    std::vector<SwitchId> racks;
    for (const uint32_t number : numbers)
    {
        racks.push_back(SwitchId{number});
    }
    return racks;
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_CONSTANTS_H
