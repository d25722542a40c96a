/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "property/switch-reference.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// @return the numbers of the workers in a packet
std::set<int>
WorkersOf(const Fragment& packet)
{
    std::set<int> workers;
    for (int worker = 0; worker < 32; ++worker)
    {
        if ((packet.bitmap0 & (1U << worker)) != 0)
        {
            workers.insert(worker);
        }
    }
    return workers;
}

/// @return true if there are workers, and their job has each of them
bool
ArePossible(const std::set<int>& workers, int fanIn)
{
    return !workers.empty() && fanIn <= 32 && *workers.rbegin() < fanIn;
}

/// @return true if no worker is in both
bool
AreApart(const std::set<int>& a, const std::set<int>& b)
{
    return std::none_of(a.begin(), a.end(), [&b](int worker) { return b.count(worker) > 0; });
}

/// Puts fragments to others.
void
Include(ReferenceSwitch::Contents& contents, const Fragment& packet)
{
    contents.workers.merge(WorkersOf(packet));
    contents.sum += packet.sum.digest;
    contents.ecn = contents.ecn || packet.ecn;
}

/// @return true if an aggregator keeps its result until a later task of its job comes
bool
KeepsResults(const System& system)
{
    return system.Record().onSwitch.release == ReleaseRule::OnReuse;
}

/// The random number of one step.
class OneNumber : public RandomSource
{
  public:
    /// @param number the number
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

/// @return true if sequence number a comes before b, in a ring of 2^32
bool
IsEarlier(uint32_t a, uint32_t b)
{
    return a != b && b - a < (1U << 31);
}

} // namespace

ReferenceSwitch::Verdict
ReferenceSwitch::Process(const Fragment& packet, double draw, Picoseconds now)
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
    default:
        return {Outcome::Forwarded, Egress::ToParameterServer};
    }
}

ReferenceSwitch::Resident*
ReferenceSwitch::ResidentOf(const Fragment& packet)
{
    const auto found = m_residents.find(packet.aggregator);
    return found == m_residents.end() ? nullptr : &found->second;
}

ReferenceSwitch::Resident
ReferenceSwitch::Settle(const Fragment& packet, Picoseconds now)
{
    Resident resident{packet.job, packet.seq, packet.fanIn0, {}, packet.priority, false, now};
    Include(resident.contents, packet);
    return resident;
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
                    resident.contents}};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Gradient(const Fragment& packet, double draw, Picoseconds now)
{
    if (!ArePossible(WorkersOf(packet), packet.fanIn0))
    {
        return {Outcome::Malformed};
    }
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
ReferenceSwitch::Join(Resident& resident, const Fragment& packet, Picoseconds now)
{
    if (resident.fanIn != packet.fanIn0)
    {
        return {Outcome::Malformed};
    }
    if (!AreApart(resident.contents.workers, WorkersOf(packet)))
    {
        // the mark of a copy is a mark
        resident.contents.ecn = resident.contents.ecn || packet.ecn;
        if (KeepsResults(m_system) && resident.isComplete)
        {
            Verdict verdict = Complete(resident);
            verdict.outcome = Outcome::Repeated;
            verdict.egress = Egress::ToWorker;
            return verdict;
        }
        return {Outcome::Duplicate};
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

CollisionDecision
ReferenceSwitch::Decide(const Resident& resident,
                        const Fragment& packet,
                        double draw,
                        Picoseconds now) const
{
    const CollisionRule rule = m_system.Record().onSwitch.collide;
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
    // A program's own rule is asked itself, with what is known here.
    OneNumber random(draw);
    const auto missing = [](int fanIn, const std::set<int>& workers) {
        return static_cast<uint8_t>(fanIn - static_cast<int>(workers.size()));
    };
    return rule({{resident.job,
                  static_cast<uint8_t>(resident.priority),
                  missing(resident.fanIn, resident.contents.workers),
                  resident.isDowngraded},
                 {packet.job, packet.priority, missing(packet.fanIn0, WorkersOf(packet)), false},
                 now - resident.addedTo,
                 random,
                 m_system.Values()});
}

ReferenceSwitch::Verdict
ReferenceSwitch::Conflict(Resident& resident, const Fragment& packet, double draw, Picoseconds now)
{
    if (KeepsResults(m_system) && IsEarlier(packet.seq, resident.seq))
    {
        return {Outcome::Stale};
    }
    if (KeepsResults(m_system) && resident.isComplete)
    {
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
    const Resident alone = Settle(packet, now);
    return {Outcome::PassedThrough,
            Egress::ToParameterServer,
            Leaving{PacketKind::Gradient,
                    packet.job,
                    packet.seq,
                    packet.fanIn0,
                    packet.priority,
                    alone.contents,
                    true}};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Fetch(const Fragment& packet)
{
    Resident* resident = ResidentOf(packet);
    const bool isHere = resident && resident->job == packet.job && resident->seq == packet.seq;
    const bool isResend = packet.kind == PacketKind::Resend;
    const auto workers = WorkersOf(packet);
    const bool brings = isResend && !workers.empty();
    if (brings &&
        (!ArePossible(workers, packet.fanIn0) || (isHere && resident->fanIn != packet.fanIn0)))
    {
        return {Outcome::Malformed};
    }
    if (!isHere)
    {
        return {Outcome::FetchMissed, isResend ? Egress::ToParameterServer : Egress::Nowhere};
    }
    if (brings && AreApart(resident->contents.workers, workers))
    {
        Include(resident->contents, packet);
    }
    resident->contents.ecn = resident->contents.ecn || (brings && packet.ecn);
    const Leaving partial = Partial(*resident);
    m_residents.erase(packet.aggregator);
    return {Outcome::Fetched, Egress::ToParameterServer, partial};
}

ReferenceSwitch::Verdict
ReferenceSwitch::Result(const Fragment& packet, Picoseconds now)
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

} // namespace ns3::esa
