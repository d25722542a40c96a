// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-switch-pipeline.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @brief Whether the bitmap of a packet is possible: it has at least one bit, and no bit beyond
/// the fan-in. A sum with an impossible bitmap would hold its aggregator and never be complete.
/// @param packet a worker's fragment, or the sum of a group
/// @return true if the bitmap is possible
bool
HasPossibleMembers(const InaPacket& packet)
{
    // a fan-in of 0 leaves no bit
    return packet.bitmap != 0 && packet.fanIn <= kMaxFanIn &&
           (packet.bitmap & ~FullBitmap(packet.fanIn)) == 0;
}

/// @tparam Sum a Fragment or an Aggregator
/// @return true if all that belongs to it is in it
template <typename Sum>
bool
IsComplete(const Sum& sum)
{
    return sum.bitmap == FullBitmap(sum.fanIn);
}

/// @brief Takes everything that it carries out of a packet.
void
ClearSum(InaPacket& packet)
{
    packet.sum = GradientSum{};
    packet.bitmap = 0;
}

/// The groups of a job for which none were set.
const GroupTable kDefaultGroups;

} // namespace

SwitchPipeline::SwitchPipeline(const System& system,
                               uint32_t aggregators,
                               RandomSource& random,
                               uint32_t indexes)
    : m_system(system),
      m_rules(system.Record().onSwitch),
      m_random(random),
      m_table(aggregators, indexes, m_rules.choice.candidates != nullptr)
{
    if (m_rules.countsHeld)
    {
        m_table.CountHeld();
    }
    if (m_rules.threshold)
    {
        m_threshold = static_cast<uint32_t>(system.Value(*m_rules.threshold));
    }
    if (m_rules.activeTime)
    {
        m_active =
            std::make_unique<ActiveJobs>(FromMicroseconds(system.Value(*m_rules.activeTime)));
    }
}

void
SwitchPipeline::CountLone(uint64_t tasks,
                          uint32_t fanIn,
                          Picoseconds aggregating,
                          Picoseconds waiting)
{
    ESA_ASSERT(fanIn >= 2, "the fragment of a job's only worker needs no aggregator");
    m_counts[static_cast<std::size_t>(Outcome::Allocated)] += tasks;
    m_counts[static_cast<std::size_t>(Outcome::Aggregated)] += tasks * (fanIn - 2);
    m_counts[static_cast<std::size_t>(Outcome::Completed)] += tasks;
    if (m_rules.release == ReleaseRule::OnResult)
    {
        m_counts[static_cast<std::size_t>(Outcome::Released)] += tasks;
    }
    m_table.AddOccupied(aggregating, waiting);
}

inline Decision
SwitchPipeline::Add(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
{
    if (packet.fanIn != aggregator.fanIn)
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    aggregator.ecn |= packet.ecn;
    if ((aggregator.bitmap & packet.bitmap) != 0)
    {
        return Repeat(aggregator, packet);
    }
    aggregator.sum.Add(packet.sum);
    aggregator.bitmap |= packet.bitmap;
    aggregator.priority = packet.priority;
    aggregator.isDowngraded = false;
    aggregator.touchedAt = now;
    if (IsComplete(aggregator))
    {
        return Complete(aggregator, packet, now);
    }
    return {Outcome::Aggregated, Egress::Nowhere};
}

inline Decision
SwitchPipeline::OnGradient(InaPacket& packet, Picoseconds now)
{
    Aggregator& aggregator = AggregatorOf(packet, now);
    if (!HasPossibleMembers(packet))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    // The group of a sum that is here was looked up when its first fragment came, and Add()
    // compares the fan-in.
    return aggregator.Holds(packet) ? Add(aggregator, packet, now) : Enter(aggregator, packet, now);
}

Decision
SwitchPipeline::Enter(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
{
    if (!m_rules.collide.decide || !HasPossibleGroup(packet))
    {
        return {Outcome::Malformed, Egress::Nowhere};
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

inline Decision
SwitchPipeline::Dispatch(InaPacket& packet, Picoseconds now)
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
            // It met a collision at an earlier group. It is not summed in a later one either.
            break;
        }
        return m_rules.threshold ? Count(packet, now) : OnGradient(packet, now);
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
SwitchPipeline::Process(InaPacket& packet, Picoseconds now)
{
    if (m_active)
    {
        NoteActive(packet, now);
    }
    const Decision decision = Dispatch(packet, now);
    ++m_counts[static_cast<std::size_t>(decision.outcome)];
    return decision;
}

Decision
SwitchPipeline::Count(InaPacket& packet, Picoseconds now)
{
    Aggregator& segment = AggregatorOf(packet, now);
    const bool isFree = segment.State() == AggregatorState::Free;
    const bool isOwn = segment.job == packet.job && segment.group == packet.group;
    const bool isPossible = HasPossibleMembers(packet) && HasPossibleGroup(packet);
    if (isPossible && IsComplete(packet))
    {
        return SendSum(packet); // a whole sum needs no segment
    }
    if (!isPossible || (!isFree && (!isOwn || segment.fanIn != packet.fanIn)))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    const auto later = static_cast<int32_t>(packet.seq - segment.seq);
    const bool wasUsed = segment.fanIn > 0 && isOwn;
    if (wasUsed && (later < 0 || (later == 0 && isFree)))
    {
        return {Outcome::Stale, Egress::Nowhere};
    }
    const bool isFirst = isFree || later > 0;
    if (isFirst)
    {
        if (!isFree)
        {
            Free(segment, now); // who sends the later task has the result of this one
        }
        Allocate(segment, packet, now);
        segment.priority = 0;
    }
    else
    {
        segment.sum.Add(packet.sum);
        segment.bitmap |= packet.bitmap;
        segment.ecn |= packet.ecn;
        segment.touchedAt = now;
    }
    ++segment.priority;
    const uint32_t all = packet.fanIn;
    const bool isOfAll = m_threshold == 0 || packet.urgent;
    if (segment.priority >= (isOfAll ? all : std::min(m_threshold, all)))
    {
        return Complete(segment, packet, now);
    }
    return {isFirst ? Outcome::Allocated : Outcome::Aggregated, Egress::Nowhere};
}

void
SwitchPipeline::NoteActive(InaPacket& packet, Picoseconds now)
{
    if (packet.kind == PacketKind::Gradient || packet.kind == PacketKind::Result)
    {
        packet.priority = std::max(packet.priority, m_active->Note(packet.job, now));
    }
}

Decision
SwitchPipeline::ReuseSlot(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
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
SwitchPipeline::Allocate(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.State() == AggregatorState::Free ||
                   aggregator.State() == AggregatorState::Retained,
               "no partial sum is overwritten");
    aggregator.sum = std::move(packet.sum);
    aggregator.bitmap = packet.bitmap;
    aggregator.seq = packet.seq;
    aggregator.job = packet.job;
    aggregator.group = packet.group;
    aggregator.fanIn = packet.fanIn;
    aggregator.priority = packet.priority;
    aggregator.ecn = packet.ecn;
    aggregator.isDowngraded = false;
    aggregator.isContended = false;
    aggregator.takenAt = now;
    aggregator.touchedAt = now;
    m_table.SwapIndex(aggregator, packet.aggregator);
    m_table.SetState(aggregator, AggregatorState::Aggregating, now);
}

// A fragment that meets the aggregator of another task: the system's collision rule decides who
// gets it. The same in P4: esa-collide.p4.
Decision
SwitchPipeline::Collide(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
{
    const Collision collision{{m_table.Held()},
                              TaskOf(aggregator, now),
                              TaskOf(packet),
                              m_random,
                              m_system};
    switch (m_rules.collide.decide(collision))
    {
    case CollisionDecision::Preempt:
        ESA_ASSERT(aggregator.bitmap != 0, "the sum of an aggregator in use is not empty");
        Swap(aggregator, packet);
        aggregator.touchedAt = now;
        aggregator.takenAt = now;
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
    aggregator.isContended = true;
    return {Outcome::PassedThrough, Egress::ToParameterServer};
}

Decision
SwitchPipeline::Repeat(const Aggregator& aggregator, InaPacket& packet) const
{
    if (aggregator.State() != AggregatorState::Retained)
    {
        return {Outcome::Duplicate, Egress::Nowhere};
    }
    packet.sum = aggregator.sum;
    packet.bitmap = aggregator.bitmap;
    packet.ecn = aggregator.ecn;
    // If there is a group above, what this one has kept is not the result yet: it goes up again.
    const Egress egress = SendSum(packet).egress;
    return {Outcome::Repeated, egress == Egress::ToWorkers ? Egress::ToWorker : egress};
}

Decision
SwitchPipeline::Complete(Aggregator& aggregator, InaPacket& packet, Picoseconds now)
{
    ESA_ASSERT(aggregator.State() == AggregatorState::Aggregating, "a sum completes once");
    packet.sum = aggregator.sum;
    packet.bitmap = aggregator.bitmap;
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
    const Decision decision = SendSum(packet);
    ReportContention(aggregator, packet);
    return decision;
}

// A reminder or resend takes a partial sum to the PS. The same in P4: esa-fetch.p4.
Decision
SwitchPipeline::Miss(InaPacket& packet) const
{
    if (packet.kind == PacketKind::Resend)
    {
        const GroupTable::Row* const above = Above(packet);
        if (packet.bitmap == 0 && above)
        {
            // It has nothing of its own, so it may fetch what the group above holds.
            const Egress up = Promote(packet, *above);
            packet.bitmap = 0;
            return {Outcome::FetchMissed, up};
        }
        // It reports to the PS that a result is late, so it goes on.
        return {Outcome::FetchMissed, Egress::ToParameterServer};
    }
    if (!packet.urgent)
    {
        return {Outcome::FetchMissed, Egress::Nowhere};
    }
    // A PS that repairs losses has to know that the switch holds nothing: it then queries the
    // workers.
    ClearSum(packet);
    packet.kind = PacketKind::Partial;
    return {Outcome::FetchMissed, Egress::ToParameterServer};
}

Decision
SwitchPipeline::Fetch(InaPacket& packet, Picoseconds now)
{
    // With recovery, a resend brings its worker's fragment along.
    const bool brings = packet.kind == PacketKind::Resend && packet.bitmap != 0;
    Aggregator& aggregator = AggregatorOf(packet, now);
    // A packet without a fragment requests what the PS still waits for. A sum that was sent up
    // already is not fetched: the PS would count it twice.
    const bool isHere = aggregator.Holds(packet);
    const bool isHeld = isHere && (brings || !HasGoneUp(aggregator));
    if ((brings && (!HasPossibleMembers(packet) || (isHere && packet.fanIn != aggregator.fanIn))) ||
        (packet.kind == PacketKind::Resend && !HasPossibleGroup(packet)))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    if (!isHeld)
    {
        return Miss(packet);
    }
    if (brings)
    {
        aggregator.ecn |= packet.ecn;
        if ((aggregator.bitmap & packet.bitmap) == 0)
        {
            aggregator.sum.Add(packet.sum);
            aggregator.bitmap |= packet.bitmap;
        }
    }
    ClearSum(packet);
    ReportContention(aggregator, packet);
    Swap(aggregator, packet);
    m_table.SetState(aggregator, AggregatorState::Free, now);
    return {Outcome::Fetched, Egress::ToParameterServer};
}

// A result from the PS frees aggregators on its way to the workers. The same in P4:
// esa-return-result.p4.
Decision
SwitchPipeline::ReturnResult(const InaPacket& packet, Picoseconds now)
{
    Aggregator& aggregator = AggregatorOf(packet, now);
    // ATP's aggregators wait for this. In ESA, a copy of a fragment may have come after the sum was
    // complete at the PS. Without this, it would hold its aggregator for nothing.
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
        Aggregator& aggregator = m_table.AtPlace(index);
        if (aggregator.State() != AggregatorState::Free && aggregator.job == job)
        {
            Free(aggregator, now);
            ++freed;
        }
    }
    return freed;
}

void
SwitchPipeline::LoseSums(Picoseconds now)
{
    for (uint32_t index = 0; index < m_table.Size(); ++index)
    {
        Aggregator& aggregator = m_table.AtPlace(index);
        if (aggregator.State() != AggregatorState::Free)
        {
            Free(aggregator, now);
        }
        aggregator.fanIn = 0; // a counter does not know any more which sum it had
    }
}

// The groups of jobs: whether a packet may be of one, and where its complete sum goes. The sum of a
// group that has another one above it goes up; the sum of a root goes to the PS or to the workers.

Decision
SwitchPipeline::SendSum(InaPacket& packet) const
{
    const GroupTable& groups = GroupsOf(packet.job);
    const GroupTable::Row* const row = groups.Find(packet.group, packet.seq);
    ESA_ASSERT(row, "a switch sums its own groups only");
    if (const GroupTable::Row* const above = groups.Above(*row, packet.seq))
    {
        return {Outcome::Completed, Promote(packet, *above)};
    }
    if (m_rules.resultSource == ResultSource::ParameterServer || row->parent != 0)
    {
        packet.kind = PacketKind::Partial;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    packet.kind = PacketKind::Result;
    return {Outcome::Completed, Egress::ToWorkers};
}

void
SwitchPipeline::SetGroups(uint16_t job, std::shared_ptr<const GroupTable> groups)
{
    if (groups)
    {
        m_groups.Set(job, std::move(groups));
    }
    else if (m_groups.Has(job))
    {
        m_groups.Remove(job);
    }
}

const GroupTable&
SwitchPipeline::GroupsOf(uint16_t job) const
{
    const auto* const groups = m_groups.Find(job);
    return groups ? **groups : kDefaultGroups;
}

bool
SwitchPipeline::HasPossibleGroup(const InaPacket& packet) const
{
    const GroupTable& groups = GroupsOf(packet.job);
    const GroupTable::Row* const row = groups.Find(packet.group, packet.seq);
    return row && groups.Allows(*row, packet.fanIn);
}

Egress
SwitchPipeline::Promote(InaPacket& packet, const GroupTable::Row& above) const
{
    const GroupTable& groups = GroupsOf(packet.job);
    groups.Promote(*groups.Find(packet.group, packet.seq), above, packet);
    // The switches of all groups above stand on the path to the PS.
    return groups.IsHere(above) ? Egress::Recirculate : Egress::ToParameterServer;
}

bool
SwitchPipeline::HasGoneUp(const Aggregator& aggregator) const
{
    return aggregator.State() == AggregatorState::Waiting && Above(aggregator);
}

} // namespace ns3::esa
