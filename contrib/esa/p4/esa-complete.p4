// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COMPLETE_P4
#define ESA_COMPLETE_P4

// SwitchPipeline::Complete(): the sum is complete, and its aggregator goes by the release rule.

#include "esa-bitmap.p4"
#include "esa-metadata.p4"
#include "esa-send-sum.p4"

control Complete(inout Metadata m)
{
    SendSum() sendSum;

    action TakeIdentity()
    {
        m.packet.bitmap = m.aggregator.bitmap;
        m.packet.ecn = m.aggregator.ecn;
    }

    action OnCompletion()
    {
        m.aggregator.state = AggregatorState.Free;
        m.sumOperation = SumOperation.AddAndTake;
    }

    action OnResult()
    {
        m.aggregator.state = AggregatorState.Waiting;
        m.sumOperation = SumOperation.AddAndRead;
    }

    action OnReuse()
    {
        m.aggregator.state = AggregatorState.Retained;
        m.sumOperation = SumOperation.AddAndRead;
    }

    apply
    {
        TakeIdentity();
        if (m.rules.release == ReleaseRule.OnCompletion)
        {
            OnCompletion();
        }
        else if (m.rules.release == ReleaseRule.OnResult)
        {
            OnResult();
        }
        else
        {
            OnReuse();
        }
        sendSum.apply(m);
    }
}

#endif // ESA_COMPLETE_P4
