/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLIDE_P4
#define ESA_COLLIDE_P4

// SwitchPipeline::Collide(): a fragment that meets another task. The comparison is the policy's
// OnCollision().

#include "esa-aggregation-level.p4"
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
        if (m.traits.collision == CollisionRule.Preempt ||
            m.traits.collision == CollisionRule.ByPriority &&
                m.packet.priority > m.aggregator.priority)
        {
            swap.apply(m);
            Preempted();
        }
        else
        {
            if (m.traits.collision == CollisionRule.ByPriority)
            {
                Downgrade();
            }
            PassedThrough();
        }
    }
}

#endif // ESA_COLLIDE_P4
