// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-transport.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

WorkerTransport::WorkerTransport(TransportParts parts, const WorkerTransportParameters& parameters)
    : m_parts(std::move(parts)),
      m_sent(parameters.firstPosition),
      m_checkInterval(parameters.repair.checkInterval),
      m_nextCheck(parameters.start + parameters.repair.checkInterval),
      m_roles(parameters.aggregation.Roles()),
      m_cache(parameters.cachedResults),
      m_release(parameters.sendDelay),
      m_indexes(parameters.aggregation.Indexes()),
      m_maxAhead(parameters.window.maxAhead > 0 ? parameters.window.maxAhead : UINT64_MAX),
      m_trees(parameters.aggregation.Trees()),
      m_worker(parameters.worker),
      m_sumOfAllEvery(parameters.sumOfAllEvery),
      m_keepsEarly(parameters.sumOfAllEvery > 0 || m_roles)
{
    ESA_ASSERT(m_parts.clocking && m_parts.repair && m_parts.addressing, "no part is missing");
    for (uint32_t tree = 0; tree < m_trees; ++tree)
    {
        m_headers.push_back(OwnHeader(parameters, tree));
        m_headersForAll.push_back(HeaderForAll(parameters, tree));
    }
}

WorkerTransport::TreeHeader
WorkerTransport::OwnHeader(const WorkerTransportParameters& parameters, uint32_t tree)
{
    const WorkerAddress address = parameters.aggregation.AddressOf(parameters.worker, tree);
    TreeHeader common;
    common.header.bitmap = address.bitmap;
    common.header.group = address.group;
    common.header.fanIn = address.fanIn;
    common.header.job = parameters.job;
    common.header.worker = parameters.worker;
    common.place = address.place;
    return common;
}

WorkerTransport::TreeHeader
WorkerTransport::HeaderForAll(const WorkerTransportParameters& parameters, uint32_t tree)
{
    TreeHeader common = OwnHeader(parameters, tree);
    const AggregationTree& groups = parameters.aggregation.Tree(tree);
    const AggregationTree::Group& last = groups.At(groups.Root());
    if (last.isServers)
    {
        common.header.collision = true; // it takes no aggregator on its way to the PS
        return common;
    }
    common.header.group = groups.Root();
    common.header.fanIn = last.FanIn();
    common.header.bitmap = FullBitmap(last.FanIn());
    common.place = last.place;
    return common;
}

void
WorkerTransport::KeepEarly(const InaPacket& result, StreamPosition position)
{
    // A copy of what is here already is not kept. A sum of all workers needs a fragment of this
    // one, so it does not come early.
    if (!m_sent.HasResult(position) && position - m_sent.FirstMissing() < kMaxEarly &&
        (m_sumOfAllEvery > 0 || IsSilent(position)))
    {
        ESA_ASSERT(m_sumOfAllEvery == 0 || position < m_sent.End() + m_sumOfAllEvery +
                                                          m_parts.clocking->MaxOutstanding(),
                   "others are ahead by a window of the next sum of all at most");
        m_early.try_emplace(position, result);
    }
}

bool
WorkerTransport::TakeEarly(StreamPosition position, InaPacket& result)
{
    const auto early = m_early.find(position);
    if (early == m_early.end())
    {
        return false;
    }
    result = std::move(early->second);
    m_early.erase(early);
    return true;
}

void
WorkerTransport::Offer(uint64_t fragments)
{
    const PositionRange ready = m_sent.AddReady(fragments);
    m_parts.clocking->OnReady(ready, m_sent);
}

bool
WorkerTransport::Poll(Picoseconds now, OutgoingPacket& out)
{
    if (PollRecovery(now, out))
    {
        return true;
    }
    StreamPosition position = PollFragment(now);
    while (position != kNoPosition && IsSilent(position))
    {
        position = PollFragment(now);
    }
    if (position == kNoPosition)
    {
        return false;
    }
    out = {{}, position, true};
    WriteFragment(position, out.packet);
    return true;
}

bool
WorkerTransport::PollRecovery(Picoseconds now, OutgoingPacket& out)
{
    return (m_asksRepair && PollRepair(now, out)) ||
           (!m_requestedEarly.empty() && PollRequested(out));
}

StreamPosition
WorkerTransport::NextReleased(Picoseconds now)
{
    for (StreamPosition next; (next = m_parts.clocking->Next(m_sent)) != kNoPosition;)
    {
        m_sent.Admit(next);
        m_release.Admit(next, now);
    }
    StreamPosition leaves;
    if (!m_release.Take(now, leaves))
    {
        return kNoPosition;
    }
    m_sent.NoteSent(leaves, now);
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
    out = {Address(position), position, true};
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
        FillRepair(repair, out);
    }
    return m_asksRepair;
}

void
WorkerTransport::FillRepair(const RepairPacket& repair, OutgoingPacket& out) const
{
    out = {Address(repair.position), repair.position, repair.bringsGradient};
    if (!repair.bringsGradient)
    {
        out.packet.bitmap = 0;
    }
    out.packet.kind = repair.kind;
    out.packet.urgent = repair.urgent;
    if (IsSilent(repair.position))
    {
        // Only the worker that sends the fragment can repeat it, and the PS requests that.
        out.packet.kind = PacketKind::WorkerReminder;
        out.packet.urgent = true;
        out.packet.bitmap = 0;
        out.bringsGradient = false;
    }
}

WorkerTransport::OutgoingPacket
WorkerTransport::OnQuery(const InaPacket& query)
{
    const StreamPosition position = PositionOf(query.seq, m_sent.FirstMissing());
    OutgoingPacket answer{Address(position), position, false};
    const bool wasSent = m_sent.Awaits(position) || m_sent.HasResult(position);
    if (SendsAlone(position) && wasSent)
    {
        answer.packet.kind = PacketKind::Retransmission;
        answer.bringsGradient = true;
    }
    else if (const auto result = m_cache.Find(position))
    {
        answer.packet.kind = PacketKind::Answer;
        answer.packet.sum = *result;
    }
    else if (m_sent.HasResult(position) && (!m_roles || m_roles->Of(position).GetsSum(m_worker)))
    {
        answer.packet.kind = PacketKind::Received;
    }
    else if (wasSent)
    {
        answer.packet.kind = PacketKind::Retransmission;
        answer.bringsGradient = true;
    }
    else
    {
        answer.packet.kind = PacketKind::NotSent;
        // The PS requests no fragment that a worker may not send yet.
        const bool isNear = position < m_sent.End() || position - m_sent.End() < m_maxAhead;
        if (query.urgent && isNear)
        {
            m_requestedEarly.insert(position);
        }
    }
    return answer;
}

} // namespace ns3::esa
