/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ADD_P4
#define ESA_ADD_P4

// SwitchPipeline::Add(): a fragment that meets its own task.

#include "esa-aggregation-level.p4"
#include "esa-complete.p4"
#include "esa-metadata.p4"
#include "esa-repeat.p4"

control Add(inout Metadata m)
{
    Complete() complete;
    Repeat() repeat;

    action Malformed()
    {
        m.outcome = Outcome.Malformed;
    }

    action MarkEcn()
    {
        m.aggregator.ecn = m.aggregator.ecn | m.packet.ecn;
    }

    action Aggregated()
    {
        m.aggregator.bitmap0 = m.aggregator.bitmap0 | m.packet.bitmap0;
        m.aggregator.bitmap1 = m.aggregator.bitmap1 | m.packet.bitmap1;
        m.aggregator.counter = m.aggregator.counter + CountBits(LevelBitmap(m.packet));
        m.aggregator.priority = m.packet.priority;
        m.aggregator.touchedAt = m.now;
        m.sumOperation = SumOperation.Add;
        m.outcome = Outcome.Aggregated;
    }

    apply
    {
        if (!HaveSameFanIn(m.packet, m.aggregator))
        {
            Malformed();
        }
        else
        {
            MarkEcn();
            if (ResidentBitmap(m.aggregator) & LevelBitmap(m.packet) != 0)
            {
                repeat.apply(m);
            }
            else
            {
                Aggregated();
                if (m.aggregator.counter == (bit<32>)ResidentFanIn(m.aggregator))
                {
                    complete.apply(m);
                }
            }
        }
    }
}

#endif // ESA_ADD_P4
