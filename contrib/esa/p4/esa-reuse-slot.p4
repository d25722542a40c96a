// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REUSE_SLOT_P4
#define ESA_REUSE_SLOT_P4

// SwitchPipeline::ReuseSlot(): a fragment that meets a later or earlier task of its own static slot
// (SwitchML).

#include "esa-bitmap.p4"
#include "esa-allocate.p4"
#include "esa-collide.p4"
#include "esa-metadata.p4"

control ReuseSlot(inout Metadata m)
{
    Allocate() allocate;
    Collide() collide;

    action Stale()
    {
        m.outcome = Outcome.Stale;
    }

    apply
    {
        if ((int<32>)(m.packet.seq - m.aggregator.seq) < 0)
        {
            Stale();
        }
        else if (m.aggregator.state != AggregatorState.Retained)
        {
            collide.apply(m);
        }
        else
        {
            allocate.apply(m);
        }
    }
}

#endif // ESA_REUSE_SLOT_P4
