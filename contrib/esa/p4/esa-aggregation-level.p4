/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_AGGREGATION_LEVEL_P4
#define ESA_AGGREGATION_LEVEL_P4

// core/switch/esa-aggregation-level.h: at the second level first-level switches are counted, at the
// first workers.

#include "esa-fragment.p4"

bit<32> LevelBitmap(in Fragment packet)
{
    return packet.secondLevel == 1 ? packet.bitmap1 : packet.bitmap0;
}

bit<6> LevelFanIn(in Fragment packet)
{
    return packet.secondLevel == 1 ? packet.fanIn1 : packet.fanIn0;
}

bit<32> ResidentBitmap(in Aggregator aggregator)
{
    return aggregator.secondLevel == 1 ? aggregator.bitmap1 : aggregator.bitmap0;
}

bit<6> ResidentFanIn(in Aggregator aggregator)
{
    return aggregator.secondLevel == 1 ? aggregator.fanIn1 : aggregator.fanIn0;
}

// Both are complete with as many, and go the same way then. Racks may differ in their workers.
bool HaveSameFanIn(in Fragment packet, in Aggregator aggregator)
{
    return packet.fanIn1 == aggregator.fanIn1 &&
           (packet.secondLevel == 1 || packet.fanIn0 == aggregator.fanIn0);
}

bool HasPossibleWorkers(in Fragment packet)
{
    return LevelBitmap(packet) != 0 && LevelFanIn(packet) <= 32 &&
           LevelBitmap(packet) & ~FullBitmap(LevelFanIn(packet)) == 0;
}

bool Holds(in Aggregator aggregator, in Fragment packet)
{
    return aggregator.state != AggregatorState.Free && aggregator.seq == packet.seq &&
           aggregator.job == packet.job && aggregator.group == packet.group;
}

#endif // ESA_AGGREGATION_LEVEL_P4
