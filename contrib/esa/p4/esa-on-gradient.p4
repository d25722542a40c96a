// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ON_GRADIENT_P4
#define ESA_ON_GRADIENT_P4

// SwitchPipeline::OnGradient(): a worker's fragment, or the sum of a group, for the one above it.

#include "esa-add.p4"
#include "esa-bitmap.p4"
#include "esa-allocate.p4"
#include "esa-collide.p4"
#include "esa-group-table.p4"
#include "esa-metadata.p4"
#include "esa-reuse-slot.p4"
#include "esa-send-sum.p4"

control OnGradient(inout Metadata m)
{
    Add() add;
    SendSum() sendSum;
    Allocate() allocate;
    ReuseSlot() reuseSlot;
    Collide() collide;

    action Malformed()
    {
        m.outcome = Outcome.Malformed;
    }

    apply
    {
        if (!HasPossibleMembers(m.packet))
        {
            Malformed();
        }
        else if (Holds(m.aggregator, m.packet))
        {
            add.apply(m);
        }
        else if (!HasPossibleGroup(m.group, m.packet))
        {
            Malformed();
        }
        else if (m.packet.bitmap == FullBitmap(m.packet.fanIn))
        {
            // The only worker of its job: the sum is complete without an aggregator.
            sendSum.apply(m);
        }
        else if (m.aggregator.state == AggregatorState.Free)
        {
            allocate.apply(m);
        }
        else if (m.rules.memory == MemoryLayout.StaticSlots)
        {
            reuseSlot.apply(m);
        }
        else
        {
            collide.apply(m);
        }
    }
}

#endif // ESA_ON_GRADIENT_P4
