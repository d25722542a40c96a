// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "property/switch-reference.h"

namespace ns3::esa
{
namespace
{

/// Adds the fragments of a packet to those that came before.
void
Include(ReferenceSwitch::Contents& contents, const InaPacket& packet)
{
    contents.workers.merge(WorkersOf(packet));
    contents.sum += packet.sum.digest;
    contents.ecn = contents.ecn || packet.ecn;
}

/// Returns the random number of one step.
class OneNumber : public RandomSource
{
  public:
    explicit OneNumber(double number)
        : m_number(number)
    {
    }

    double Uniform() override
    {
        return m_number;
    }

  private:
    double m_number; ///< the number
};

} // namespace

ReferenceSwitch::Verdict
ReferenceSwitch::Process(const InaPacket& packet, double draw, Picoseconds now)
{
    if (packet.aggregator >= m_aggregators)
    {
        return {Outcome::Malformed};
    }
    switch (packet.kind)
    {
    case PacketKind::Gradient:
        return Gradient(packet, draw, now);
    case PacketKind::Reminder:
    case PacketKind::Resend:
        return Fetch(packet);
    case PacketKind::Result:
        return Result(packet, now);
    case PacketKind::Query:
    case PacketKind::Forward:
        return {Outcome::Forwarded, Egress::ToWorker};
    default:
        return {Outcome::Forwarded, Egress::ToParameterServer};
    }
}

bool
ReferenceSwitch::KeepsResults() const
{
    return m_system.Record().onSwitch.release == ReleaseRule::OnReuse;
}

ReferenceSwitch::Resident*
ReferenceSwitch::ResidentOf(const InaPacket& packet)
{
    const auto found = m_residents.find(packet.aggregator);
    return found == m_residents.end() ? nullptr : &found->second;
}

ReferenceSwitch::Resident
ReferenceSwitch::Settle(const InaPacket& packet, Picoseconds now)
{
    Resident resident{packet.job, packet.seq, packet.fanIn, {}, packet.priority, false, now};
    Include(resident.contents, packet);
    resident.begunAt = now;
    return resident;
}

bool
ReferenceSwitch::IsDue(const Resident& resident, Picoseconds now) const
{
    const SystemParameter* timeout = m_system.Record().onSwitch.timeout;
    return timeout && !resident.isComplete && !resident.hasTimedOut &&
           now - resident.begunAt >= FromMicroseconds(m_system.Value(*timeout));
}

bool
ReferenceSwitch::IsDue(Picoseconds now) const
{
    return std::any_of(m_residents.begin(), m_residents.end(), [&](const auto& resident) {
        return IsDue(resident.second, now);
    });
}

std::optional<ReferenceSwitch::Verdict>
ReferenceSwitch::TimeOut(uint32_t aggregator, Picoseconds now)
{
    const auto found = m_residents.find(aggregator);
    if (found == m_residents.end() || !IsDue(found->second, now))
    {
        return {};
    }
    Leaving partial = Partial(found->second);
    partial.collision = TellsContention(found->second);
    const bool isResult = m_system.Record().HasPartialResults();
    partial.kind = isResult ? PacketKind::Result : partial.kind;
    found->second.hasTimedOut = true;
    if (m_system.Record().onSwitch.release == ReleaseRule::OnCompletion)
    {
        m_residents.erase(found);
    }
    return Verdict{Outcome::TimedOut,
                   isResult ? Egress::ToWorkers : Egress::ToParameterServer,
                   partial};
}

ReferenceSwitch::Leaving
ReferenceSwitch::Partial(const Resident& resident)
{
    return {PacketKind::Partial,
            resident.job,
            resident.seq,
            resident.fanIn,
            resident.priority,
            resident.contents};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Complete(const Resident& resident) const
{
    const bool byServer = m_system.Record().onSwitch.resultSource == ResultSource::ParameterServer;
    return {Outcome::Completed,
            byServer ? Egress::ToParameterServer : Egress::ToWorkers,
            Leaving{byServer ? PacketKind::Partial : PacketKind::Result,
                    resident.job,
                    resident.seq,
                    resident.fanIn,
                    {},
                    resident.contents,
                    TellsContention(resident)}};
}

bool
ReferenceSwitch::TellsContention(const Resident& resident) const
{
    return m_system.Record().onSwitch.reportsContention && resident.isContended;
}

ReferenceSwitch::Verdict
ReferenceSwitch::Gradient(const InaPacket& packet, double draw, Picoseconds now)
{
    if (!ArePossible(WorkersOf(packet), packet.fanIn))
    {
        return {Outcome::Malformed};
    }
    if (const auto verdict = Earlier(packet))
    {
        return *verdict;
    }
    NoteSent(packet);
    Resident* resident = ResidentOf(packet);
    if (resident && resident->job == packet.job && resident->seq == packet.seq)
    {
        return Join(*resident, packet, now);
    }
    const Resident alone = Settle(packet, now);
    if (static_cast<int>(alone.contents.workers.size()) == alone.fanIn)
    {
        return Complete(alone);
    }
    if (resident)
    {
        return Conflict(*resident, packet, draw, now);
    }
    m_residents.emplace(packet.aggregator, alone);
    return {Outcome::Allocated};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Repeat(const Resident& resident) const
{
    Verdict verdict = Complete(resident);
    verdict.outcome = Outcome::Repeated;
    verdict.egress = Egress::ToWorker;
    return verdict;
}

std::optional<ReferenceSwitch::Verdict>
ReferenceSwitch::Earlier(const InaPacket& packet) const
{
    const auto resident = m_residents.find(packet.aggregator);
    if (!m_system.Record().HasPartialResults() || resident == m_residents.end() ||
        resident->second.job != packet.job || !IsEarlier(packet.seq, resident->second.seq))
    {
        return {};
    }
    const auto results = m_kept.find(packet.aggregator);
    if (results != m_kept.end())
    {
        for (const Kept& kept : results->second)
        {
            if (kept.task.job == packet.job && kept.task.seq == packet.seq &&
                kept.task.fanIn == packet.fanIn)
            {
                return Repeat(kept.task);
            }
        }
    }
    return Verdict{Outcome::Stale};
}

void
ReferenceSwitch::NoteSent(const InaPacket& packet)
{
    auto& results = m_kept[packet.aggregator];
    for (Kept& kept : results)
    {
        if (kept.task.job == packet.job && IsEarlier(kept.task.seq, packet.seq))
        {
            for (const int worker : WorkersOf(packet))
            {
                kept.mayAsk.erase(worker);
            }
        }
    }
    while (!results.empty() && results.front().mayAsk.empty())
    {
        results.erase(results.begin());
    }
}

ReferenceSwitch::Verdict
ReferenceSwitch::Join(Resident& resident, const InaPacket& packet, Picoseconds now)
{
    if (resident.fanIn != packet.fanIn)
    {
        return {Outcome::Malformed};
    }
    const bool isResult = KeepsResults() && (resident.isComplete || resident.hasTimedOut);
    if (isResult || !AreApart(resident.contents.workers, WorkersOf(packet)))
    {
        // the ECN mark of a duplicate counts, too
        resident.contents.ecn = resident.contents.ecn || packet.ecn;
        return isResult ? Repeat(resident) : Verdict{Outcome::Duplicate};
    }
    if (resident.hasTimedOut)
    {
        resident.contents.ecn = resident.contents.ecn || packet.ecn;
        return {Outcome::Late, Egress::ToParameterServer};
    }
    Include(resident.contents, packet);
    resident.priority = packet.priority;
    resident.addedTo = now;
    resident.isDowngraded = false;
    if (static_cast<int>(resident.contents.workers.size()) < resident.fanIn)
    {
        return {Outcome::Aggregated};
    }
    resident.isComplete = true;
    const Verdict verdict = Complete(resident);
    if (m_system.Record().onSwitch.release == ReleaseRule::OnCompletion)
    {
        m_residents.erase(packet.aggregator);
    }
    return verdict;
}

ReferenceSwitch::Verdict
ReferenceSwitch::Fetch(const InaPacket& packet)
{
    Resident* resident = ResidentOf(packet);
    const bool isHere = resident && resident->job == packet.job && resident->seq == packet.seq;
    const bool isResend = packet.kind == PacketKind::Resend;
    const auto workers = WorkersOf(packet);
    const bool brings = isResend && !workers.empty();
    if (brings &&
        (!ArePossible(workers, packet.fanIn) || (isHere && resident->fanIn != packet.fanIn)))
    {
        return {Outcome::Malformed};
    }
    // What has timed out is at the PS, unless it was lost: then a worker in it requests it.
    const bool isGone = isHere && resident->hasTimedOut &&
                        (!brings || AreApart(resident->contents.workers, workers));
    if (!isHere || isGone)
    {
        return {Outcome::FetchMissed,
                isResend || packet.urgent ? Egress::ToParameterServer : Egress::Nowhere};
    }
    if (brings && AreApart(resident->contents.workers, workers))
    {
        Include(resident->contents, packet);
    }
    resident->contents.ecn = resident->contents.ecn || (brings && packet.ecn);
    Leaving partial = Partial(*resident);
    partial.collision = TellsContention(*resident);
    m_residents.erase(packet.aggregator);
    return {Outcome::Fetched, Egress::ToParameterServer, partial};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Result(const InaPacket& packet, Picoseconds now)
{
    const Resident* resident = ResidentOf(packet);
    Outcome outcome = Outcome::Returned;
    if (resident && resident->job == packet.job && resident->seq == packet.seq)
    {
        outcome = Outcome::Released;
    }
    else if (resident && m_system.Record().onSwitch.reclaimsStale &&
             now - resident->addedTo >= m_staleAge)
    {
        outcome = Outcome::Reclaimed;
    }
    if (outcome != Outcome::Returned)
    {
        m_residents.erase(packet.aggregator);
    }
    return {outcome, Egress::ToWorkers};
}

// When a fragment finds another task in its aggregator

CollisionDecision
ReferenceSwitch::Decide(const Resident& resident,
                        const InaPacket& packet,
                        double draw,
                        Picoseconds now) const
{
    const auto rule = m_system.Record().onSwitch.collide.decide;
    const auto preemptIf = [](bool preempts) {
        return preempts ? CollisionDecision::Preempt : CollisionDecision::PassThrough;
    };
    if (rule == &PreemptByPriority)
    {
        return packet.priority > resident.priority ? CollisionDecision::Preempt
                                                   : CollisionDecision::PassThroughAndDowngrade;
    }
    if (rule == &AlwaysPassThrough || rule == &AlwaysPreempt)
    {
        return preemptIf(rule == &AlwaysPreempt);
    }
    if (rule == &PreemptAtRandom)
    {
        return preemptIf(draw < 0.5);
    }
    // A rule of the user's own is called, with the reference's view of the two tasks.
    OneNumber random(draw);
    return rule({{BitmapOf(resident.contents.workers),
                  resident.job,
                  static_cast<uint8_t>(resident.fanIn),
                  static_cast<uint8_t>(resident.priority),
                  resident.isDowngraded},
                 {packet.bitmap, packet.job, packet.fanIn, packet.priority, false},
                 now - resident.addedTo,
                 random,
                 m_system});
}

ReferenceSwitch::Verdict
ReferenceSwitch::Conflict(Resident& resident, const InaPacket& packet, double draw, Picoseconds now)
{
    if (KeepsResults() && IsEarlier(packet.seq, resident.seq))
    {
        return {Outcome::Stale};
    }
    if (KeepsResults() && (resident.isComplete || resident.hasTimedOut))
    {
        if (m_system.Record().HasPartialResults())
        {
            Kept kept{resident, {}};
            for (int worker = 0; worker < resident.fanIn; ++worker)
            {
                kept.mayAsk.insert(worker);
            }
            for (const int worker : WorkersOf(packet))
            {
                kept.mayAsk.erase(worker);
            }
            m_kept[packet.aggregator].push_back(kept);
        }
        resident = Settle(packet, now);
        return {Outcome::Allocated};
    }
    const CollisionDecision decision = Decide(resident, packet, draw, now);
    if (decision == CollisionDecision::Preempt)
    {
        const Leaving partial = Partial(resident);
        resident = Settle(packet, now);
        return {Outcome::Preempted, Egress::ToParameterServer, partial};
    }
    if (decision == CollisionDecision::PassThroughAndDowngrade)
    {
        resident.priority /= 2;
        resident.isDowngraded = true;
    }
    resident.isContended = true;
    const Resident alone = Settle(packet, now);
    return {Outcome::PassedThrough,
            Egress::ToParameterServer,
            Leaving{PacketKind::Gradient,
                    packet.job,
                    packet.seq,
                    packet.fanIn,
                    packet.priority,
                    alone.contents,
                    true}};
}

} // namespace ns3::esa
