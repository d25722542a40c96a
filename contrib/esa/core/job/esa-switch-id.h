// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_ID_H
#define ESA_SWITCH_ID_H

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A rack of the network: a number of its own type, so that it is never taken for a worker.
 *
 * Where switches between racks aggregate, they have such a number, too, after the racks.
 *
 * Packets have no field for a rack. They name it by one of the job's workers in it; AggregationPlan
 * converts in both directions, and nothing else does.
 */
enum class SwitchId : uint32_t
{
};

/// @return its number, from 0
constexpr uint32_t
ToNumber(SwitchId rack)
{
    return static_cast<uint32_t>(rack);
}

} // namespace ns3::esa

#endif // ESA_SWITCH_ID_H
