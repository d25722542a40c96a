// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BITMAP_P4
#define ESA_BITMAP_P4

// The questions about bitmaps and identities of core/switch/esa-switch-pipeline.cc and
// core/switch/esa-aggregator-table.h.

#include "esa-fragment.p4"

bool HasPossibleMembers(in Fragment packet)
{
    return packet.bitmap != 0 && packet.fanIn <= 32 &&
           packet.bitmap & ~FullBitmap(packet.fanIn) == 0;
}

bool Holds(in Aggregator aggregator, in Fragment packet)
{
    return aggregator.state != AggregatorState.Free && aggregator.seq == packet.seq &&
           aggregator.job == packet.job && aggregator.group == packet.group;
}

#endif // ESA_BITMAP_P4
