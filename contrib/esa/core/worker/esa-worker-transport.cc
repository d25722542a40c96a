/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-transport.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// A position further ahead than this has wrapped below zero.
constexpr uint64_t kFarAhead = uint64_t{1} << 32;

} // namespace

WorkerTransport::WorkerTransport(TransportParts parts, const WorkerTransportParameters& parameters)
    : m_parts(std::move(parts)),
      m_sent(parameters.firstPosition),
      m_checkInterval(parameters.repair.checkInterval),
      m_nextCheck(parameters.start + parameters.repair.checkInterval),
      m_takesEarlyResults(parameters.takesEarlyResults),
      m_getsNoSums(parameters.getsNoSums),
      m_cache(parameters.cachedResults),
      m_release(parameters.sendDelay),
      m_indexes(parameters.racks.Indexes()),
      m_ready(parameters.firstPosition),
      m_maxAhead(parameters.window.maxAhead > 0 ? parameters.window.maxAhead : UINT64_MAX)
{
    ESA_ASSERT(m_parts.clocking && m_parts.repair && m_parts.addressing, "no part is missing");
    for (uint32_t tree = 0; tree < parameters.racks.TreesOfGroups(); ++tree)
    {
        const WorkerAddress address = parameters.racks.AddressOf(parameters.worker, tree);
        TreeHeader common;
        common.header.bitmap = address.bitmap;
        common.header.group = address.group;
        common.header.fanIn = address.fanIn;
        common.header.job = parameters.job;
        common.header.worker = parameters.worker;
        common.place = address.place;
        m_headers.push_back(common);
    }
}

void
WorkerTransport::Offer(uint64_t fragments)
{
    const PositionRange ready{m_ready, m_ready + fragments};
    m_ready = ready.end;
    m_parts.clocking->OnReady(ready, m_sent);
}

bool
WorkerTransport::Poll(Picoseconds now, OutgoingPacket& out)
{
    if (m_asksRepair && PollRepair(now, out))
    {
        return true;
    }
    if (!m_requestedEarly.empty() && PollRequested(out))
    {
        return true;
    }
    StreamPosition position;
    if (!NextFragment(now, position))
    {
        return false;
    }
    if (m_parts.repair->WatchesSent())
    {
        m_parts.repair->OnSent(position, now);
    }
    Address(position, out);
    out.bringsGradient = true;
    out.packet.kind = PacketKind::Gradient;
    out.packet.collision = !m_parts.clocking->AlwaysAsksForAggregator() &&
                           !m_parts.clocking->AsksForAggregator(position);
    return true;
}

bool
WorkerTransport::NextFragment(Picoseconds now, StreamPosition& out)
{
    if (m_release.IsUsed())
    {
        return NextReleased(now, out);
    }
    const bool mayLeave = m_parts.clocking->Next(m_sent, out);
    if (mayLeave)
    {
        m_sent.AddSent(out, now);
    }
    return mayLeave;
}

bool
WorkerTransport::NextReleased(Picoseconds now, StreamPosition& out)
{
    while (m_parts.clocking->Next(m_sent, out))
    {
        m_sent.Admit(out);
        m_release.Admit(out, now);
    }
    const bool leaves = m_release.Take(now, out);
    if (leaves)
    {
        m_sent.NoteSent(out, now);
    }
    return leaves;
}

bool
WorkerTransport::PollRequested(OutgoingPacket& out)
{
    const StreamPosition position = *m_requestedEarly.begin();
    if (!m_sent.Awaits(position))
    {
        if (m_sent.HasResult(position))
        {
            m_requestedEarly.erase(m_requestedEarly.begin());
        }
        return false;
    }
    m_requestedEarly.erase(m_requestedEarly.begin());
    Address(position, out);
    out.bringsGradient = true;
    out.packet.kind = PacketKind::Retransmission;
    return true;
}

bool
WorkerTransport::PollRepair(Picoseconds now, OutgoingPacket& out)
{
    RepairPacket repair;
    m_asksRepair = m_parts.repair->Next(m_sent, now, repair);
    if (m_asksRepair)
    {
        ++m_repairsSent;
        if (repair.isOvertaken)
        {
            m_parts.clocking->OnOvertaken(repair.position, m_sent);
        }
        FillRepair(repair, out);
    }
    return m_asksRepair;
}

void
WorkerTransport::FillRepair(const RepairPacket& repair, OutgoingPacket& out) const
{
    Address(repair.position, out);
    out.bringsGradient = repair.bringsGradient;
    if (!repair.bringsGradient)
    {
        out.packet.bitmap = 0;
    }
    out.packet.kind = repair.kind;
    out.packet.urgent = repair.urgent;
}

void
WorkerTransport::Address(StreamPosition position, OutgoingPacket& out) const
{
    const auto seq = static_cast<uint32_t>(position);
    const TreeHeader& common = HeaderOf(seq);
    out.position = position;
    out.bringsGradient = false;
    InaPacket& packet = out.packet;
    static_cast<InaHeader&>(packet) = common.header;
    packet.sum.digest = 0;
    if (packet.sum.values)
    {
        packet.sum.values = PayloadRef{};
    }
    packet.seq = seq;
    m_parts.addressing->Address(position, packet);
    packet.aggregator = m_indexes.IndexAt(packet.aggregator, common.place);
}

WorkerTransport::ResultStatus
WorkerTransport::OnResult(const InaPacket& result, Picoseconds now)
{
    const StreamPosition position = PositionOf(result.seq, m_sent.FirstMissing());
    // A result that is not awaited is a copy, or was never asked for; its position may even have
    // wrapped below zero.
    if (m_sent.Awaits(position))
    {
        m_sent.AddResult(position);
    }
    else if (!m_takesEarlyResults || !TakeUnsent(result, position))
    {
        return {false, position};
    }
    m_parts.clocking->OnResult(result, position, m_sent, now);
    m_parts.repair->OnResult(position, m_sent, now);
    if (m_parts.addressing->WatchesResults())
    {
        m_parts.addressing->OnResult(position, result);
    }
    m_asksRepair = m_asksRepair || m_parts.repair->MayHavePacket();
    m_cache.Store(position, result.sum);
    return {true, position};
}

bool
WorkerTransport::TakeUnsent(const InaPacket& result, StreamPosition position)
{
    if (m_release.IsUsed() || m_sent.HasResult(position))
    {
        return false; // a fragment on its way to the link gets its result when it has left
    }
    if (position < m_ready)
    {
        m_sent.AddEarlyResult(position);
        return true;
    }
    if (position - m_ready < kFarAhead)
    {
        m_early.emplace(position, result);
    }
    return false;
}

bool
WorkerTransport::TakeEarlyResult(InaPacket& out)
{
    if (m_early.empty() || m_early.begin()->first >= m_ready)
    {
        return false;
    }
    out = m_early.begin()->second;
    m_early.erase(m_early.begin());
    return true;
}

WorkerTransport::OutgoingPacket
WorkerTransport::OnQuery(const InaPacket& query)
{
    const StreamPosition position = PositionOf(query.seq, m_sent.FirstMissing());
    OutgoingPacket answer;
    Address(position, answer);
    if (const auto result = m_cache.Find(position))
    {
        answer.packet.kind = PacketKind::Answer;
        answer.packet.sum = *result;
    }
    else if (m_sent.HasResult(position) && !m_getsNoSums)
    {
        answer.packet.kind = PacketKind::Received;
    }
    else if (m_sent.Awaits(position) || m_sent.HasResult(position))
    {
        answer.packet.kind = PacketKind::Retransmission;
        answer.bringsGradient = true;
    }
    else
    {
        answer.packet.kind = PacketKind::NotSent;
        // The PS asks for no fragment that a worker may not send yet.
        const bool isNear = position < m_sent.End() || position - m_sent.End() < m_maxAhead;
        if (query.urgent && isNear)
        {
            m_requestedEarly.insert(position);
        }
    }
    return answer;
}

} // namespace ns3::esa
