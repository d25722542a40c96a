/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "property/switch-reference.h"

#include "property/worker-set.h"

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
ReferenceSwitch::Join(Resident& resident, const InaPacket& packet, Picoseconds now)
{
    if (resident.fanIn != packet.fanIn)
    {
        return {Outcome::Malformed};
    }
    if (!AreApart(resident.contents.workers, WorkersOf(packet)))
    {
        // the ECN mark of a duplicate counts, too
        resident.contents.ecn = resident.contents.ecn || packet.ecn;
        if (KeepsResults() && resident.isComplete)
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
    if (!isHere)
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

} // namespace ns3::esa
