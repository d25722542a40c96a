// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DEVICE_COUNTS_H
#define ESA_DEVICE_COUNTS_H

#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What a device counts: all but the last count is of the frames that it sends.
struct DeviceCounts
{
    uint64_t bytesQueued{0};     ///< bytes of the frames that found room in the queue
    Picoseconds largestQueue{0}; ///< largest length of the queue, as the time to send it
    uint64_t framesCarried{0};   ///< frames that its link has carried to the other end, also if
                                 ///< they were lost there
    uint64_t ecnMarks{0};        ///< fragments that were marked
    uint64_t drops{0};           ///< frames that found the queue full
    uint64_t incomingDrops{0};   ///< with flow control: frames that came in here, over the link
                                 ///< from the other end, and found no room
};

} // namespace ns3::esa

#endif // ESA_DEVICE_COUNTS_H
