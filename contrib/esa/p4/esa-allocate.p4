// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ALLOCATE_P4
#define ESA_ALLOCATE_P4

// SwitchPipeline::Allocate(): a fragment whose aggregator is free.

#include "esa-bitmap.p4"
#include "esa-metadata.p4"

control Allocate(inout Metadata m)
{
    action Allocated()
    {
        m.aggregator.bitmap = m.packet.bitmap;
        m.aggregator.counter = CountBits(m.packet.bitmap);
        m.aggregator.seq = m.packet.seq;
        m.aggregator.job = m.packet.job;
        m.aggregator.group = m.packet.group;
        m.aggregator.fanIn = m.packet.fanIn;
        m.aggregator.priority = m.packet.priority;
        m.aggregator.ecn = m.packet.ecn;
        m.aggregator.touchedAt = m.now;
        m.aggregator.state = AggregatorState.Aggregating;
        m.sumOperation = SumOperation.Store;
        m.outcome = Outcome.Allocated;
    }

    apply
    {
        Allocated();
    }
}

#endif // ESA_ALLOCATE_P4
