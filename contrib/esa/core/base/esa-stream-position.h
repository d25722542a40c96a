// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_STREAM_POSITION_H
#define ESA_STREAM_POSITION_H

#include "esa-assert.h"

#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The place of a fragment in the stream of its job: 0, 1, 2, ... through all partitions and
/// iterations. The sequence number on the wire is the position modulo 2^32.
using StreamPosition = uint64_t;

/// Stands where there is no position. No job has so many fragments.
constexpr StreamPosition kNoPosition = UINT64_MAX;

/// Some fragments that follow each other in a job's stream.
struct PositionRange
{
    StreamPosition begin{0}; ///< the first
    StreamPosition end{0};   ///< one beyond the last

    /// @return how many
    uint64_t Size() const
    {
        ESA_ASSERT(begin <= end, "a range does not end before it begins");
        return end - begin;
    }

    /// @return whether a position is one of them
    bool Has(StreamPosition position) const
    {
        return begin <= position && position < end;
    }
};

/**
 * @ingroup esa
 * @brief The position whose lowest 32 bits travel as a sequence number.
 * @param seq the sequence number
 * @param near a position less than 2^31 away from it
 * @return the position
 */
constexpr StreamPosition
PositionOf(uint32_t seq, StreamPosition near)
{
    const auto distance = static_cast<int32_t>(seq - static_cast<uint32_t>(near));
    return near + static_cast<uint64_t>(static_cast<int64_t>(distance));
}

} // namespace ns3::esa

#endif // ESA_STREAM_POSITION_H
