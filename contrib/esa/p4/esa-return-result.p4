// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RETURN_RESULT_P4
#define ESA_RETURN_RESULT_P4

// SwitchPipeline::ReturnResult(): a result that comes from the PS.

#include "esa-bitmap.p4"
#include "esa-metadata.p4"

control ReturnResult(inout Metadata m)
{
    action Free()
    {
        m.aggregator.state = AggregatorState.Free;
        m.sumOperation = SumOperation.Clear;
    }

    action Released()
    {
        m.outcome = Outcome.Released;
    }

    action Reclaimed()
    {
        m.outcome = Outcome.Reclaimed;
    }

    action Returned()
    {
        m.outcome = Outcome.Returned;
    }

    apply
    {
        m.egress = PacketEgress.ToWorkers;
        if (Holds(m.aggregator, m.packet))
        {
            Free();
            Released();
        }
        else if (m.rules.reclaimsStale && m.rules.staleAge != 0xffffffffffff &&
                 m.aggregator.state != AggregatorState.Free &&
                 m.now - m.aggregator.touchedAt >= m.rules.staleAge)
        {
            Free();
            Reclaimed();
        }
        else
        {
            Returned();
        }
    }
}

#endif // ESA_RETURN_RESULT_P4
