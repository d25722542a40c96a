// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWAP_P4
#define ESA_SWAP_P4

// Swap(): packet swapping (paper, "Implementation") of everything but the values.

#include "esa-bitmap.p4"
#include "esa-metadata.p4"

control Swap(inout Metadata m)
{
    action SwapIdentity()
    {
        Aggregator resident = m.aggregator;
        m.aggregator.bitmap = m.packet.bitmap;
        m.aggregator.counter = CountBits(m.packet.bitmap);
        m.aggregator.seq = m.packet.seq;
        m.aggregator.job = m.packet.job;
        m.aggregator.group = m.packet.group;
        m.aggregator.fanIn = m.packet.fanIn;
        m.aggregator.priority = m.packet.priority;
        m.aggregator.ecn = m.packet.ecn;
        m.packet.bitmap = resident.bitmap;
        m.packet.seq = resident.seq;
        m.packet.job = resident.job;
        m.packet.group = resident.group;
        m.packet.fanIn = resident.fanIn;
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
