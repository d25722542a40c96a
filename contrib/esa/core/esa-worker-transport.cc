/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-transport.h"

#include <algorithm>

namespace ns3::esa
{

WorkerTransport::WorkerTransport(const PolicyTraits& traits,
                                 const WorkerTransportParameters& parameters)
    : m_traits(traits),
      m_parameters(parameters),
      m_window(parameters.window),
      m_rto(parameters.rtoMin),
      m_firstMissing(parameters.firstPosition),
      m_next(parameters.firstPosition),
      m_offered(parameters.firstPosition),
      m_overdueScan(parameters.firstPosition),
      m_overdueEnd(parameters.firstPosition),
      m_lastTimeoutPosition(parameters.firstPosition)
{
    m_largest.reserve(parameters.overtakes + 1);
}

bool
WorkerTransport::Poll(Picoseconds now, Departure& out)
{
    if (const auto overdue = NextOverdue())
    {
        Address(*overdue, out);
        out.packet.kind = m_traits.overdue == OverdueRule::ResendThroughSwitch
                              ? PacketKind::Resend
                              : PacketKind::WorkerReminder;
        ++m_overdueSent;
        return true;
    }
    if (!MaySend())
    {
        return false;
    }
    SendNext(now, out);
    return true;
}

bool
WorkerTransport::MaySend() const
{
    if (m_next == m_offered)
    {
        return false;
    }
    if (m_traits.send == SendRule::Window)
    {
        return m_next < m_firstMissing + m_window.Packets();
    }
    // The slot's previous fragment is a whole round of slots back; there is none at first.
    const uint64_t slots = m_parameters.slots.slots;
    if (m_next < m_parameters.firstPosition + slots)
    {
        return true;
    }
    const uint64_t previous = m_next - slots;
    return previous < m_firstMissing || m_sent[previous].received;
}

void
WorkerTransport::SendNext(Picoseconds now, Departure& out)
{
    const uint64_t position = m_next++;
    m_sent.Reserve(m_firstMissing, m_next);
    m_sent[position] = Sent{now, false, false};
    Address(position, out);
    out.packet.kind = PacketKind::Gradient;
    out.packet.bitmap0 = uint32_t{1} << m_parameters.worker;
}

void
WorkerTransport::Address(uint64_t position, Departure& out) const
{
    out.position = position;
    Fragment& packet = out.packet;
    packet = Fragment{};
    packet.job = m_parameters.job;
    packet.worker = m_parameters.worker;
    packet.fanIn0 = m_parameters.fanIn;
    packet.seq = static_cast<uint32_t>(position);
    if (m_traits.memory == MemoryLayout::SharedPool)
    {
        packet.aggregator = m_parameters.pool.Index(packet.job, packet.seq);
    }
    else
    {
        packet.aggregator = m_parameters.slots.Index(position);
        packet.version = (packet.aggregator & 1) != 0;
    }
}

WorkerTransport::Receipt
WorkerTransport::OnResult(const Fragment& result, Picoseconds now)
{
    const uint64_t position = PositionOf(result.seq, m_firstMissing);
    // A result before the first missing one, or wrapped below zero, is old news.
    if (position < m_firstMissing || position >= m_next || m_sent[position].received)
    {
        return {false, position};
    }
    Sent& sent = m_sent[position];
    sent.received = true;
    if (!sent.timedOut)
    {
        m_rto.AddSample(now - sent.at);
    }
    if (m_traits.send == SendRule::Window)
    {
        m_window.OnResult(result.ecn, position, m_next);
    }
    if (m_parameters.keepResults)
    {
        m_cache.Reserve(m_window.Packets());
        m_cache.Store(position, result.sum);
    }
    NoteOvertaking(position);
    while (m_firstMissing < m_next && m_sent[m_firstMissing].received)
    {
        ++m_firstMissing;
    }
    return {true, position};
}

void
WorkerTransport::NoteOvertaking(uint64_t position)
{
    if (m_traits.overdue == OverdueRule::Nothing)
    {
        return;
    }
    const bool full = m_largest.size() == m_parameters.overtakes;
    if (full && position < m_largest.back())
    {
        return;
    }
    const auto place = std::find_if(m_largest.begin(),
                                    m_largest.end(),
                                    [position](uint64_t larger) { return larger < position; });
    m_largest.insert(place, position);
    if (full)
    {
        m_largest.pop_back();
    }
    if (m_largest.size() == m_parameters.overtakes)
    {
        m_overdueEnd = m_largest.back();
    }
}

std::optional<uint64_t>
WorkerTransport::NextOverdue()
{
    if (m_timedOut)
    {
        const uint64_t position = *m_timedOut;
        m_timedOut.reset();
        if (position == m_firstMissing)
        {
            return position;
        }
    }
    m_overdueScan = std::max(m_overdueScan, std::min(m_firstMissing, m_overdueEnd));
    while (m_overdueScan < m_overdueEnd)
    {
        const uint64_t position = m_overdueScan++;
        if (!m_sent[position].received)
        {
            return position;
        }
    }
    return std::nullopt;
}

void
WorkerTransport::OnTimer(Picoseconds now)
{
    if (m_traits.overdue == OverdueRule::Nothing || Idle())
    {
        return;
    }
    Sent& sent = m_sent[m_firstMissing];
    // A timeout tells once; the same fragment's next one counts from there.
    const Picoseconds since =
        m_lastTimeoutPosition == m_firstMissing ? std::max(sent.at, m_lastTimeoutAt) : sent.at;
    if (now - since < m_rto.Timeout())
    {
        return;
    }
    sent.timedOut = true;
    m_timedOut = m_firstMissing;
    m_lastTimeoutPosition = m_firstMissing;
    m_lastTimeoutAt = now;
}

} // namespace ns3::esa
