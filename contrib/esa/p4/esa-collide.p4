// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLIDE_P4
#define ESA_COLLIDE_P4

// SwitchPipeline::Collide(): a fragment that meets another task. The comparison is that of the
// system's collision rule (core/system/esa-collision.h).

#include "esa-bitmap.p4"
#include "esa-metadata.p4"
#include "esa-swap.p4"

control Collide(inout Metadata m)
{
    Swap() swap;

    action Preempted()
    {
        m.aggregator.touchedAt = m.now;
        m.aggregator.state = AggregatorState.Aggregating;
        m.sumOperation = SumOperation.Swap;
        m.outcome = Outcome.Preempted;
        m.egress = PacketEgress.ToParameterServer;
    }

    action Downgrade()
    {
        m.aggregator.priority = m.aggregator.priority >> 1;
    }

    action PassedThrough()
    {
        m.packet.collision = 1;
        m.outcome = Outcome.PassedThrough;
        m.egress = PacketEgress.ToParameterServer;
    }

    apply
    {
        if (m.rules.collision == CollisionRule.Preempt ||
            m.rules.collision == CollisionRule.ByPriority &&
                m.packet.priority > m.aggregator.priority)
        {
            swap.apply(m);
            Preempted();
        }
        else
        {
            if (m.rules.collision == CollisionRule.ByPriority)
            {
                Downgrade();
            }
            PassedThrough();
        }
    }
}

#endif // ESA_COLLIDE_P4
