// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REPEAT_P4
#define ESA_REPEAT_P4

// SwitchPipeline::Repeat(): a fragment whose worker is in the sum already.

#include "esa-bitmap.p4"
#include "esa-metadata.p4"
#include "esa-send-sum.p4"

control Repeat(inout Metadata m)
{
    SendSum() sendSum;

    action Duplicate()
    {
        m.outcome = Outcome.Duplicate;
    }

    action TakeIdentity()
    {
        m.packet.bitmap = m.aggregator.bitmap;
        m.packet.ecn = m.aggregator.ecn;
        m.sumOperation = SumOperation.Read;
    }

    action Repeated()
    {
        m.outcome = Outcome.Repeated;
    }

    action SendToWorker()
    {
        m.egress = PacketEgress.ToWorker;
    }

    apply
    {
        if (m.aggregator.state == AggregatorState.Retained)
        {
            TakeIdentity();
            // What a group has kept is no result while one is above it: it goes up again.
            sendSum.apply(m);
            if (m.egress == PacketEgress.ToWorkers)
            {
                SendToWorker();
            }
            Repeated();
        }
        else
        {
            Duplicate();
        }
    }
}

#endif // ESA_REPEAT_P4
