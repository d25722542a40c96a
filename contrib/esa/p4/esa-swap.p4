/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWAP_P4
#define ESA_SWAP_P4

// Swap(): packet swapping (paper, "Implementation") of everything but the values.

#include "esa-aggregation-level.p4"
#include "esa-metadata.p4"

control Swap(inout Metadata m)
{
    action SwapIdentity()
    {
        Aggregator resident = m.aggregator;
        m.aggregator.bitmap0 = m.packet.bitmap0;
        m.aggregator.bitmap1 = m.packet.bitmap1;
        m.aggregator.counter = CountBits(LevelBitmap(m.packet));
        m.aggregator.seq = m.packet.seq;
        m.aggregator.job = m.packet.job;
        m.aggregator.group = m.packet.group;
        m.aggregator.fanIn0 = m.packet.fanIn0;
        m.aggregator.fanIn1 = m.packet.fanIn1;
        m.aggregator.secondLevel = m.packet.secondLevel;
        m.aggregator.priority = m.packet.priority;
        m.aggregator.ecn = m.packet.ecn;
        m.packet.bitmap0 = resident.bitmap0;
        m.packet.bitmap1 = resident.bitmap1;
        m.packet.seq = resident.seq;
        m.packet.job = resident.job;
        m.packet.group = resident.group;
        m.packet.fanIn0 = resident.fanIn0;
        m.packet.fanIn1 = resident.fanIn1;
        m.packet.secondLevel = resident.secondLevel;
        m.packet.priority = resident.priority;
        m.packet.ecn = resident.ecn;
        m.packet.kind = PacketKind.Partial;
    }

    apply
    {
        SwapIdentity();
    }
}

#endif // ESA_SWAP_P4
