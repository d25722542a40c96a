/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_AGGREGATION_LEVEL_H
#define ESA_AGGREGATION_LEVEL_H

#include "ns3/esa-assert.h"
#include "ns3/esa-fragment.h"

#include <cstdint>

/**
 * @file
 * @ingroup esa With several racks, a sum is made at two levels of switches (paper, "Preemptive
 *        Aggregator Allocation"). The switch of a rack adds the fragments of its workers. The
 *        switch of the PS's rack then adds the sums of the other racks and the fragments of the
 *        workers in its own rack.
 *
 * Each level has a bitmap, which says what is in a sum, and a fan-in, which says how many bits
 * complete it. The functions of this file read the bitmap and the fan-in of the level that a sum
 * belongs to, whether the sum is in a packet or in an aggregator.
 */

namespace ns3::esa
{

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum the sum
 * @return the bitmap of its level: the workers, or the entries of a second-level sum, that are in
 *        it
 */
template <typename Sum>
uint32_t
LevelBitmap(const Sum& sum)
{
    return sum.secondLevel ? sum.bitmap1 : sum.bitmap0;
}

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum the sum
 * @return how many bits of LevelBitmap() complete it
 */
template <typename Sum>
uint8_t
LevelFanIn(const Sum& sum)
{
    return sum.secondLevel ? sum.fanIn1 : sum.fanIn0;
}

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum the sum
 * @return true if all that belongs to it is in it
 */
template <typename Sum>
bool
IsComplete(const Sum& sum)
{
    return LevelBitmap(sum) == FullBitmap(LevelFanIn(sum));
}

/**
 * @brief Whether two sums of one level agree on what completes them, and on where the complete sum
 * goes. In second-level sums fanIn0 may differ, as racks differ in their number of workers.
 * @tparam Sum a Fragment or an Aggregator
 * @tparam OtherSum likewise
 * @param a one sum
 * @param b the other
 * @return true if they agree
 */
template <typename Sum, typename OtherSum>
bool
HaveSameFanIn(const Sum& a, const OtherSum& b)
{
    ESA_ASSERT(a.secondLevel == b.secondLevel, "only sums of one level are compared");
    return a.fanIn1 == b.fanIn1 && (a.secondLevel || a.fanIn0 == b.fanIn0);
}

/**
 * @brief Whether the bitmap of a packet is possible: it has at least one bit, and no bit beyond the
 * fan-in. A sum with an impossible bitmap would hold its aggregator and never be complete.
 * @param packet a worker's fragment, or a first-level switch's sum
 * @return true if the bitmap is possible
 */
inline bool
HasPossibleWorkers(const Fragment& packet)
{
    const uint32_t bitmap = LevelBitmap(packet);
    const uint8_t fanIn = LevelFanIn(packet);
    // a fan-in of 0 leaves no bit
    return bitmap != 0 && fanIn <= 32 && (bitmap & ~FullBitmap(fanIn)) == 0;
}

} // namespace ns3::esa

#endif // ESA_AGGREGATION_LEVEL_H
