/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-pipeline.h"

#include "esa-aggregation-level.h"

#include "ns3/esa-assert.h"

#include <bitset>
#include <numeric>
#include <utility>

namespace ns3::esa
{
namespace
{

/**
 * @brief Packet swapping (paper, "Implementation"): the aggregator's sum and identity leave in the
 * packet, the packet's take their place. Index and state stay.
 * @param aggregator the aggregator
 * @param packet the packet
 */
void
Swap(Aggregator& aggregator, Fragment& packet)
{
    std::swap(aggregator.sum, packet.sum);
    std::swap(aggregator.bitmap0, packet.bitmap0);
    std::swap(aggregator.bitmap1, packet.bitmap1);
    std::swap(aggregator.seq, packet.seq);
    std::swap(aggregator.job, packet.job);
    std::swap(aggregator.fanIn0, packet.fanIn0);
    std::swap(aggregator.fanIn1, packet.fanIn1);
    std::swap(aggregator.secondLevel, packet.secondLevel);
    std::swap(aggregator.priority, packet.priority);
    std::swap(aggregator.ecn, packet.ecn);
    aggregator.isDowngraded = false;
    packet.kind = PacketKind::Partial;
}

/**
 * @param sum what the switch looks at
 * @return fragments that it lacks
 */
template <typename Sum>
uint8_t
Missing(const Sum& sum)
{
    const std::bitset<32> present(LevelBitmap(sum));
    return static_cast<uint8_t>(LevelFanIn(sum) - present.count());
}

/**
 * @param aggregator the aggregator of a collision
 * @return what its rule may know of the resident
 */
CollidingTask
Contender(const Aggregator& aggregator)
{
    return {aggregator.job, aggregator.priority, Missing(aggregator), aggregator.isDowngraded};
}

/**
 * @param packet the packet of a collision
 * @return what its rule may know of the newcomer
 */
CollidingTask
Contender(const Fragment& packet)
{
    return {packet.job, packet.priority, Missing(packet), false};
}

/**
 * @param aggregator an aggregator
 * @return true if it keeps the complete sum of a rack, which is in the second-level sum by now, or
 *         with the PS
 */
bool
HasGoneUp(const Aggregator& aggregator)
{
    return aggregator.state == AggregatorState::Waiting && !aggregator.secondLevel &&
           aggregator.fanIn1 > 1;
}

} // namespace

SwitchPipeline::SwitchPipeline(const System& system, uint32_t aggregators, RandomSource& random)
    : m_system(system),
      m_rules(system.Record().onSwitch),
      m_random(random),
      m_table(aggregators)
{
}

Decision
SwitchPipeline::Process(Fragment& packet, Picoseconds now)
{
    ++m_received;
    const Decision decision = Dispatch(packet, now);
    Enter(decision.outcome);
    return decision;
}

void
SwitchPipeline::CountOutside(Outcome outcome)
{
    ++m_received;
    Enter(outcome);
}

void
SwitchPipeline::Enter(Outcome outcome)
{
    ++m_counts[static_cast<std::size_t>(outcome)];
    ESA_ASSERT(m_received == std::accumulate(m_counts.begin(), m_counts.end(), uint64_t{0}),
               "every packet has exactly one outcome");
}

Decision
SwitchPipeline::Dispatch(Fragment& packet, Picoseconds now)
{
    if (packet.aggregator >= m_table.Size())
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    switch (packet.kind)
    {
    case PacketKind::Gradient:
        if (packet.collision)
        {
            // A first-level switch sent it past, and so does the second-level switch.
            break;
        }
        return OnGradient(packet, now);
    case PacketKind::Reminder:
    case PacketKind::Resend:
        return Fetch(packet, now);
    case PacketKind::Result:
        return ReturnResult(packet, now);
    case PacketKind::Partial:
    case PacketKind::WorkerReminder:
    case PacketKind::Query:
    case PacketKind::Answer:
    case PacketKind::Received:
    case PacketKind::Retransmission:
    case PacketKind::NotSent:
        break;
    case PacketKind::Data:
    case PacketKind::Ack:
        // A flow between hosts passes by the pipeline.
        return {Outcome::Malformed, Egress::Nowhere};
    }
    return {Outcome::Forwarded, Egress::ToParameterServer};
}

Decision
SwitchPipeline::OnGradient(Fragment& packet, Picoseconds now)
{
    if (!HasPossibleWorkers(packet) || !m_rules.collide)
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    Aggregator& aggregator = m_table.At(packet.aggregator);
    if (aggregator.Holds(packet) && aggregator.secondLevel == packet.secondLevel)
    {
        return Add(aggregator, packet, now);
    }
    if (IsComplete(packet))
    {
        // The only worker of its job: the sum is complete without an aggregator.
        return SendSum(packet);
    }
    if (aggregator.state == AggregatorState::Free)
    {
        Allocate(aggregator, packet, now);
        return {Outcome::Allocated, Egress::Nowhere};
    }
    if (m_rules.memory == MemoryLayout::StaticSlots)
    {
        return ReuseSlot(aggregator, packet, now);
    }
    return Collide(aggregator, packet, now);
}

Decision
SwitchPipeline::ReuseSlot(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    // By the self-clocking, a worker sends a slot's next fragment of the same version only when
    // every worker has the result of the last: a later one may take the entry, and an earlier one
    // is a copy that was long under way.
    if (static_cast<int32_t>(packet.seq - aggregator.seq) < 0)
    {
        return {Outcome::Stale, Egress::Nowhere};
    }
    if (aggregator.state != AggregatorState::Retained)
    {
        return Collide(aggregator, packet, now);
    }
    Allocate(aggregator, packet, now);
    return {Outcome::Allocated, Egress::Nowhere};
}

void
SwitchPipeline::Allocate(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.state == AggregatorState::Free ||
                   aggregator.state == AggregatorState::Retained,
               "nobody's partial sum is overwritten");
    aggregator.sum = std::move(packet.sum);
    aggregator.bitmap0 = packet.bitmap0;
    aggregator.bitmap1 = packet.bitmap1;
    aggregator.seq = packet.seq;
    aggregator.job = packet.job;
    aggregator.fanIn0 = packet.fanIn0;
    aggregator.fanIn1 = packet.fanIn1;
    aggregator.secondLevel = packet.secondLevel;
    aggregator.priority = packet.priority;
    aggregator.ecn = packet.ecn;
    aggregator.isDowngraded = false;
    aggregator.touchedAt = now;
    m_table.SetState(aggregator, AggregatorState::Aggregating, now);
}

Decision
SwitchPipeline::Add(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    if (!HaveSameFanIn(packet, aggregator))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    aggregator.ecn |= packet.ecn;
    if ((LevelBitmap(aggregator) & LevelBitmap(packet)) != 0)
    {
        return Repeat(aggregator, packet);
    }
    aggregator.sum.Add(packet.sum);
    aggregator.bitmap0 |= packet.bitmap0;
    aggregator.bitmap1 |= packet.bitmap1;
    aggregator.priority = packet.priority;
    aggregator.isDowngraded = false;
    aggregator.touchedAt = now;
    if (IsComplete(aggregator))
    {
        return Complete(aggregator, packet, now);
    }
    return {Outcome::Aggregated, Egress::Nowhere};
}

Decision
SwitchPipeline::Repeat(const Aggregator& aggregator, Fragment& packet) const
{
    if (aggregator.state != AggregatorState::Retained)
    {
        return {Outcome::Duplicate, Egress::Nowhere};
    }
    packet.sum = aggregator.sum;
    packet.bitmap0 = aggregator.bitmap0;
    packet.bitmap1 = aggregator.bitmap1;
    packet.ecn = aggregator.ecn;
    // What a rack has kept is no result while there are others: it goes up again.
    const Egress way = SendSum(packet).egress;
    return {Outcome::Repeated, way == Egress::ToWorkers ? Egress::ToWorker : way};
}

Decision
SwitchPipeline::Complete(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.state == AggregatorState::Aggregating, "a sum completes once");
    packet.sum = aggregator.sum;
    packet.bitmap0 = aggregator.bitmap0;
    packet.bitmap1 = aggregator.bitmap1;
    packet.ecn = aggregator.ecn;
    switch (m_rules.release)
    {
    case ReleaseRule::OnCompletion:
        Free(aggregator, now);
        break;
    case ReleaseRule::OnResult:
        m_table.SetState(aggregator, AggregatorState::Waiting, now);
        break;
    case ReleaseRule::OnReuse:
        m_table.SetState(aggregator, AggregatorState::Retained, now);
        break;
    }
    return SendSum(packet);
}

Decision
SwitchPipeline::Collide(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    const Collision collision{Contender(aggregator),
                              Contender(packet),
                              now - aggregator.touchedAt,
                              m_random,
                              m_system.Values()};
    switch (m_rules.collide(collision))
    {
    case CollisionDecision::Preempt:
        ESA_ASSERT(LevelBitmap(aggregator) != 0, "what leaves an aggregator is somebody's");
        Swap(aggregator, packet);
        aggregator.touchedAt = now;
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

Decision
SwitchPipeline::Fetch(Fragment& packet, Picoseconds now)
{
    // With recovery, a resend brings its worker's fragment along.
    const bool brings = packet.kind == PacketKind::Resend && packet.bitmap0 != 0;
    Aggregator& aggregator = m_table.At(packet.aggregator);
    // What the other level holds is no sum to add to. Who brings nothing asks for what the PS still
    // waits for: taken there by itself, a sum that has gone up would be counted twice.
    const bool isHeld =
        aggregator.Holds(packet) &&
        (brings ? aggregator.secondLevel == packet.secondLevel : !HasGoneUp(aggregator));
    if (brings && (!HasPossibleWorkers(packet) || (isHeld && !HaveSameFanIn(packet, aggregator))))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    if (!isHeld)
    {
        // A reminder came from the PS, which learns nothing from its return. A resend is the
        // worker's word to the PS that a result is overdue, so it goes on.
        return {Outcome::FetchMissed,
                packet.kind == PacketKind::Resend ? Egress::ToParameterServer : Egress::Nowhere};
    }
    if (brings)
    {
        aggregator.ecn |= packet.ecn;
        if ((LevelBitmap(aggregator) & LevelBitmap(packet)) == 0)
        {
            aggregator.sum.Add(packet.sum);
            aggregator.bitmap0 |= packet.bitmap0;
            aggregator.bitmap1 |= packet.bitmap1;
        }
    }
    packet.sum = GradientSum{};
    packet.bitmap0 = 0;
    packet.bitmap1 = 0;
    Swap(aggregator, packet);
    m_table.SetState(aggregator, AggregatorState::Free, now);
    return {Outcome::Fetched, Egress::ToParameterServer};
}

Decision
SwitchPipeline::ReturnResult(const Fragment& packet, Picoseconds now)
{
    Aggregator& aggregator = m_table.At(packet.aggregator);
    // ATP's aggregators wait for this. Under ESA a copy of a fragment may have come after the PS
    // had the whole sum, and would hold its aggregator for nothing.
    if (aggregator.Holds(packet))
    {
        Free(aggregator, now);
        return {Outcome::Released, Egress::ToWorkers};
    }
    if (IsLeftOver(aggregator, now))
    {
        Free(aggregator, now);
        return {Outcome::Reclaimed, Egress::ToWorkers};
    }
    return {Outcome::Returned, Egress::ToWorkers};
}

void
SwitchPipeline::Free(Aggregator& aggregator, Picoseconds now)
{
    aggregator.sum = GradientSum{};
    m_table.SetState(aggregator, AggregatorState::Free, now);
}

uint32_t
SwitchPipeline::RemoveJob(uint16_t job, Picoseconds now)
{
    uint32_t freed = 0;
    for (uint32_t index = 0; index < m_table.Size(); ++index)
    {
        Aggregator& aggregator = m_table.At(index);
        if (aggregator.state != AggregatorState::Free && aggregator.job == job)
        {
            Free(aggregator, now);
            ++freed;
        }
    }
    return freed;
}

Decision
SwitchPipeline::SendSum(Fragment& packet) const
{
    if (!packet.secondLevel && packet.fanIn1 > 1)
    {
        // The way up is the way to the PS: the second-level switch is the one in its rack.
        packet.secondLevel = true;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    if (m_rules.resultSource == ResultSource::ParameterServer)
    {
        packet.kind = PacketKind::Partial;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    packet.kind = PacketKind::Result;
    return {Outcome::Completed, Egress::ToWorkers};
}

} // namespace ns3::esa
