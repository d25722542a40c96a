// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BACKGROUND_KINDS_H
#define ESA_BACKGROUND_KINDS_H

#include <cstdint>

namespace ns3::esa
{

/// @param mtuBytes length of the longest IP packet
/// @return data in a full packet, behind the headers of IP and TCP and its time stamps
constexpr uint32_t
SegmentBytes(uint32_t mtuBytes)
{
    return mtuBytes - 52;
}

/// When flows of background traffic begin.
enum class FlowArrivals : uint8_t
{
    Poisson, ///< at random times, independent of flows still under way
    OnOff,   ///< each host sends one flow at a time, and pauses between two
};

/// How large flows of background traffic are.
enum class FlowSizes : uint8_t
{
    Fixed,       ///< all of the mean size
    Exponential, ///< exponentially distributed
    Pareto,      ///< heavy-tailed, with a shape of 1.5
};

} // namespace ns3::esa

#endif // ESA_BACKGROUND_KINDS_H
