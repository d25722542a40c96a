// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ADD_P4
#define ESA_ADD_P4

// SwitchPipeline::Add(): a fragment that meets its own task.

#include "esa-bitmap.p4"
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
        m.aggregator.bitmap = m.aggregator.bitmap | m.packet.bitmap;
        m.aggregator.counter = m.aggregator.counter + CountBits(m.packet.bitmap);
        m.aggregator.priority = m.packet.priority;
        m.aggregator.touchedAt = m.now;
        m.sumOperation = SumOperation.Add;
        m.outcome = Outcome.Aggregated;
    }

    apply
    {
        if (m.packet.fanIn != m.aggregator.fanIn)
        {
            Malformed();
        }
        else
        {
            MarkEcn();
            if (m.aggregator.bitmap & m.packet.bitmap != 0)
            {
                repeat.apply(m);
            }
            else
            {
                Aggregated();
                if (m.aggregator.counter == (bit<32>)m.aggregator.fanIn)
                {
                    complete.apply(m);
                }
            }
        }
    }
}

#endif // ESA_ADD_P4
