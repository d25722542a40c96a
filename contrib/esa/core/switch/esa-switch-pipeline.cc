/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-pipeline.h"

#include "esa-aggregation-level.h"

#include "ns3/esa-assert.h"

#include <numeric>
#include <utility>

namespace ns3::esa
{

SwitchPipeline::SwitchPipeline(const System& system,
                               uint32_t aggregators,
                               RandomSource& random,
                               uint32_t indexes)
    : m_system(system),
      m_rules(system.Record().onSwitch),
      m_random(random),
      m_table(aggregators, indexes)
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
SwitchPipeline::CountLone(uint64_t tasks,
                          uint32_t fanIn,
                          Picoseconds aggregating,
                          Picoseconds waiting)
{
    ESA_ASSERT(fanIn >= 2, "the fragment of a job's only worker needs no aggregator");
    m_received += tasks * fanIn;
    m_counts[static_cast<std::size_t>(Outcome::Allocated)] += tasks;
    m_counts[static_cast<std::size_t>(Outcome::Aggregated)] += tasks * (fanIn - 2);
    m_counts[static_cast<std::size_t>(Outcome::Completed)] += tasks;
    if (m_rules.release == ReleaseRule::OnResult)
    {
        m_received += tasks;
        m_counts[static_cast<std::size_t>(Outcome::Released)] += tasks;
    }
    m_table.AddOccupied(aggregating, waiting);
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
    if (packet.aggregator >= m_table.Indexes())
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    switch (packet.kind)
    {
    case PacketKind::Gradient:
        if (packet.collision)
        {
            // It met a collision in a first-level switch. It is not summed in the second-level
            // switch either.
            break;
        }
        return OnGradient(packet, now);
    case PacketKind::Reminder:
    case PacketKind::Resend:
        return Fetch(packet, now);
    case PacketKind::Result:
        return ReturnResult(packet, now);
    case PacketKind::Query:
    case PacketKind::Forward:
        return {Outcome::Forwarded, Egress::ToWorker};
    case PacketKind::Partial:
    case PacketKind::WorkerReminder:
    case PacketKind::Answer:
    case PacketKind::Received:
    case PacketKind::Retransmission:
    case PacketKind::NotSent:
        break;
    case PacketKind::Data:
    case PacketKind::Ack:
        // Packets of flows between hosts do not enter the pipeline.
        return {Outcome::Malformed, Egress::Nowhere};
    }
    return {Outcome::Forwarded, Egress::ToParameterServer};
}

Decision
SwitchPipeline::OnGradient(Fragment& packet, Picoseconds now)
{
    if (!HasPossibleWorkers(packet) || !m_rules.collide || !HasPossibleGroup(packet))
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
        // A single fragment can be a complete sum, for example from the only worker of a job. It
        // needs no aggregator.
        return SendSum(packet);
    }
    if (aggregator.State() == AggregatorState::Free)
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
    // Workers are clocked by results: a worker sends the next fragment for a slot and version only
    // when every worker has the result of the one before. So a later task may take the entry, and a
    // fragment of an earlier task is a delayed copy.
    if (static_cast<int32_t>(packet.seq - aggregator.seq) < 0)
    {
        return {Outcome::Stale, Egress::Nowhere};
    }
    if (aggregator.State() != AggregatorState::Retained)
    {
        return Collide(aggregator, packet, now);
    }
    Allocate(aggregator, packet, now);
    return {Outcome::Allocated, Egress::Nowhere};
}

void
SwitchPipeline::Allocate(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.State() == AggregatorState::Free ||
                   aggregator.State() == AggregatorState::Retained,
               "no partial sum is overwritten");
    aggregator.sum = std::move(packet.sum);
    aggregator.bitmap0 = packet.bitmap0;
    aggregator.bitmap1 = packet.bitmap1;
    aggregator.seq = packet.seq;
    aggregator.job = packet.job;
    aggregator.group = packet.group;
    aggregator.fanIn0 = packet.fanIn0;
    aggregator.fanIn1 = packet.fanIn1;
    aggregator.secondLevel = packet.secondLevel;
    aggregator.priority = packet.priority;
    aggregator.ecn = packet.ecn;
    aggregator.isDowngraded = false;
    aggregator.touchedAt = now;
    m_table.SwapIndex(aggregator, packet.aggregator);
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
    if (aggregator.State() != AggregatorState::Retained)
    {
        return {Outcome::Duplicate, Egress::Nowhere};
    }
    packet.sum = aggregator.sum;
    packet.bitmap0 = aggregator.bitmap0;
    packet.bitmap1 = aggregator.bitmap1;
    packet.ecn = aggregator.ecn;
    // If the job has other racks, what this rack has kept is not the result yet: it goes up again.
    const Egress way = SendSum(packet).egress;
    return {Outcome::Repeated, way == Egress::ToWorkers ? Egress::ToWorker : way};
}

Decision
SwitchPipeline::Complete(Aggregator& aggregator, Fragment& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.State() == AggregatorState::Aggregating, "a sum completes once");
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
        Aggregator& aggregator = m_table.AtPlace(index);
        if (aggregator.State() != AggregatorState::Free && aggregator.job == job)
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
    if (packet.group != 0)
    {
        const Egress up = Promote(packet);
        if (up != Egress::Nowhere)
        {
            return {Outcome::Completed, up};
        }
    }
    if (!packet.secondLevel && packet.fanIn1 > 1)
    {
        // Up means towards the PS: the second-level switch is the switch of the PS's rack.
        packet.secondLevel = true;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    if (m_rules.resultSource == ResultSource::ParameterServer || IsForServer(packet))
    {
        packet.kind = PacketKind::Partial;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    packet.kind = PacketKind::Result;
    return {Outcome::Completed, Egress::ToWorkers};
}

} // namespace ns3::esa
