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
 * @ingroup esa
 * The two levels of switches (paper, "Preemptive Aggregator Allocation"): that of the workers'
 * racks counts workers, that of the PS's rack counts first-level switches. Whatever has the
 * header's bitmaps, fan-in degrees and level (a fragment, an aggregator) is read here.
 */

namespace ns3::esa
{

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum it
 * @return who is in it: workers, or first-level switches
 */
template <typename Sum>
uint32_t
LevelBitmap(const Sum& sum)
{
    return sum.secondLevel ? sum.bitmap1 : sum.bitmap0;
}

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum it
 * @return how many of them complete it
 */
template <typename Sum>
uint8_t
LevelFanIn(const Sum& sum)
{
    return sum.secondLevel ? sum.fanIn1 : sum.fanIn0;
}

/**
 * @tparam Sum a Fragment or an Aggregator
 * @param sum it
 * @return true if nobody is missing
 */
template <typename Sum>
bool
IsComplete(const Sum& sum)
{
    return LevelBitmap(sum) == FullBitmap(LevelFanIn(sum));
}

/**
 * @tparam Sum a Fragment or an Aggregator
 * @tparam OtherSum the same
 * @param a one
 * @param b another
 * @return true if both are complete with as many, and go the same way then. Racks may differ in
 *         their workers, but not in the number of racks.
 */
template <typename Sum, typename OtherSum>
bool
HaveSameFanIn(const Sum& a, const OtherSum& b)
{
    ESA_ASSERT(a.secondLevel == b.secondLevel, "only sums of one level are compared");
    return a.fanIn1 == b.fanIn1 && (a.secondLevel || a.fanIn0 == b.fanIn0);
}

/**
 * @param packet a worker's fragment, or a first-level switch's sum
 * @return true if it is of somebody, and of nobody whom its fan-in does not count. One that is not
 *         would hold an aggregator that can never be complete.
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
