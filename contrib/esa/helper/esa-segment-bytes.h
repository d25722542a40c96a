// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SEGMENT_BYTES_H
#define ESA_SEGMENT_BYTES_H

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

} // namespace ns3::esa

#endif // ESA_SEGMENT_BYTES_H
