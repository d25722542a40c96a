/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A fragment that meets the aggregator of another task: the system's collision rule decides who
// gets it. The same in P4: esa-collide.p4.

#include "esa-aggregation-level.h"
#include "esa-swap.h"
#include "esa-switch-pipeline.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{
namespace
{

/**
 * @param sum a packet or an aggregator
 * @param isDowngraded whether its priority was halved
 * @return what the collision rule may know of its task
 */
template <typename Sum>
CollidingTask
TaskOf(const Sum& sum, bool isDowngraded)
{
    return {LevelBitmap(sum), sum.job, LevelFanIn(sum), sum.priority, isDowngraded};
}

} // namespace

Decision
SwitchPipeline::Collide(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    const Collision collision{TaskOf(aggregator, aggregator.isDowngraded),
                              TaskOf(packet, false),
                              now - aggregator.touchedAt,
                              m_random,
                              m_system.Values()};
    switch (m_rules.collide(collision))
    {
    case CollisionDecision::Preempt:
        ESA_ASSERT(LevelBitmap(aggregator) != 0, "the sum of an aggregator in use is not empty");
        Swap(aggregator, packet);
        aggregator.touchedAt = now;
        m_table.SwapIndex(aggregator, packet.aggregator);
        m_table.SetState(aggregator, AggregatorState::Aggregating, now);
        return {Outcome::Preempted, Egress::ToParameterServer};
    case CollisionDecision::PassThroughAndDowngrade:
        aggregator.priority >>= 1;
        aggregator.isDowngraded = true;
        break;
    case CollisionDecision::PassThrough:
        break;
    }
    packet.collision = true;
    return {Outcome::PassedThrough, Egress::ToParameterServer};
}

} // namespace ns3::esa
