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
      m_level(parameters.racks.AddressOf(parameters.worker, parameters.fanIn)),
      m_window(WindowOf(traits, parameters)),
      m_rto(parameters.rtoMin),
      m_slotClock(parameters.slots.slots, parameters.firstPosition),
      m_firstMissing(parameters.firstPosition),
      m_next(parameters.firstPosition),
      m_offered(parameters.firstPosition),
      m_overdueScan(parameters.firstPosition),
      m_overdueEnd(parameters.firstPosition)
{
    m_largest.reserve(parameters.overtakes + 1);
    if (parameters.cachedResults > 0)
    {
        m_cache.Reserve(parameters.cachedResults);
    }
}

WindowParameters
WorkerTransport::WindowOf(const PolicyTraits& traits, const WorkerTransportParameters& parameters)
{
    WindowParameters window = parameters.window;
    window.rule = traits.window;
    if (traits.memory == MemoryLayout::StaticShare)
    {
        const uint32_t share = parameters.share.aggregators;
        const bool isFixed = window.rule == WindowRule::Fixed;
        window.maxPackets = window.maxPackets == 0 ? share : std::min(window.maxPackets, share);
        window.maxPackets = isFixed ? share : window.maxPackets;
        window.initialPackets =
            isFixed ? share : std::min(window.initialPackets, window.maxPackets);
        window.minPackets = std::min(window.minPackets, window.initialPackets);
    }
    return window;
}

void
WorkerTransport::Offer(uint64_t fragments)
{
    const uint64_t begin = m_offered;
    m_offered += fragments;
    if (m_traits.send == SendRule::SlotClocked)
    {
        m_slotClock.Offer(begin, m_offered, [this](uint64_t position) {
            return HasResult(position);
        });
    }
}

bool
WorkerTransport::Poll(Picoseconds now, Departure& out)
{
    if (const auto overdue = NextOverdue())
    {
        SendOverdue(*overdue, out);
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
    if (m_traits.send == SendRule::SlotClocked)
    {
        return m_slotClock.MaySend();
    }
    return m_next < m_offered && m_next < m_firstMissing + m_window.Packets();
}

void
WorkerTransport::SendNext(Picoseconds now, Departure& out)
{
    const uint64_t position = m_traits.send == SendRule::SlotClocked ? m_slotClock.Take() : m_next;
    if (position >= m_next)
    {
        // Slots may run ahead of each other; those in between are not sent yet.
        m_sent.Reserve(m_firstMissing, position + 1);
        for (; m_next <= position; ++m_next)
        {
            m_sent[m_next] = Sent{};
        }
    }
    m_sent[position] = Sent{now, true, false, false};
    if (m_traits.overdue == OverdueRule::RetransmitToSwitch && m_parameters.recovery)
    {
        m_slotTimers.push_back(position);
    }
    Address(position, out);
    MakeGradient(out);
}

void
WorkerTransport::MakeGradient(Departure& out) const
{
    out.packet.kind = PacketKind::Gradient;
    out.packet.bitmap0 = m_level.bitmap0;
    out.packet.bitmap1 = m_level.bitmap1;
}

void
WorkerTransport::SendOverdue(const Overdue& overdue, Departure& out)
{
    ++m_overdueSent;
    Address(overdue.position, out);
    switch (m_traits.overdue)
    {
    case OverdueRule::RemindParameterServer:
        out.packet.kind = PacketKind::WorkerReminder;
        out.packet.urgent = m_parameters.recovery && overdue.timedOut;
        break;
    case OverdueRule::ResendThroughSwitch:
        if (m_parameters.recovery)
        {
            MakeGradient(out);
        }
        out.packet.kind = PacketKind::Resend;
        break;
    case OverdueRule::RetransmitToSwitch:
        MakeGradient(out);
        break;
    }
}

void
WorkerTransport::Address(uint64_t position, Departure& out) const
{
    out.position = position;
    Fragment& packet = out.packet;
    packet = Fragment{};
    packet.job = m_parameters.job;
    packet.worker = m_parameters.worker;
    packet.fanIn0 = m_level.fanIn0;
    packet.fanIn1 = m_level.fanIn1;
    packet.secondLevel = m_level.secondLevel;
    packet.seq = static_cast<uint32_t>(position);
    switch (m_traits.memory)
    {
    case MemoryLayout::SharedPool:
        packet.aggregator = m_parameters.pool.Index(packet.job, packet.seq);
        break;
    case MemoryLayout::StaticShare:
        packet.aggregator = m_parameters.share.Index(position);
        break;
    case MemoryLayout::StaticSlots:
        packet.aggregator = m_parameters.slots.Index(position);
        packet.version = (packet.aggregator & 1) != 0;
        break;
    }
}

WorkerTransport::Receipt
WorkerTransport::OnResult(const Fragment& result, Picoseconds now)
{
    const uint64_t position = PositionOf(result.seq, m_firstMissing);
    // A result before the first missing one, or wrapped below zero, is old news.
    if (position < m_firstMissing || position >= m_next || !m_sent[position].sent ||
        m_sent[position].received)
    {
        return {false, position};
    }
    Sent& sent = m_sent[position];
    sent.received = true;
    if (!sent.timedOut && sent.at >= m_timedOutAt)
    {
        m_rto.AddSample(now - sent.at);
    }
    if (m_traits.send == SendRule::Window)
    {
        m_window.OnResult(result.ecn, position, m_next);
    }
    else
    {
        m_slotClock.OnResult(position);
    }
    m_cache.Store(position, result.sum);
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
    if (m_traits.overdue == OverdueRule::RetransmitToSwitch)
    {
        return; // slots are clocked apart: that one overtakes another means nothing
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

std::optional<WorkerTransport::Overdue>
WorkerTransport::NextOverdue()
{
    while (!m_timedOut.empty())
    {
        const uint64_t position = m_timedOut.front();
        m_timedOut.pop_front();
        if (!HasResult(position))
        {
            return Overdue{position, true};
        }
    }
    m_overdueScan = std::max(m_overdueScan, std::min(m_firstMissing, m_overdueEnd));
    while (m_overdueScan < m_overdueEnd)
    {
        const uint64_t position = m_overdueScan++;
        if (!m_sent[position].received)
        {
            return Overdue{position, false};
        }
    }
    return std::nullopt;
}

void
WorkerTransport::OnTimer(Picoseconds now)
{
    if (!m_parameters.recovery)
    {
        // Static memory splits no sum: what is late there only waits for another worker.
        if (!Idle() && m_traits.memory == MemoryLayout::SharedPool)
        {
            TimeOut(m_firstMissing, now);
        }
        return;
    }
    if (m_traits.overdue == OverdueRule::RetransmitToSwitch)
    {
        TimeOutSlots(now);
        return;
    }
    // A result that was not overtaken may wait for another worker's fragment, which waits for a
    // result that was: its turn comes when it is the first missing one.
    const uint64_t end = std::min(std::max(m_overdueEnd, m_firstMissing + 1), m_next);
    for (uint64_t position = m_firstMissing; position < end; ++position)
    {
        if (m_sent[position].sent && !m_sent[position].received)
        {
            TimeOut(position, now);
        }
    }
}

void
WorkerTransport::TimeOutSlots(Picoseconds now)
{
    // One timeout for all, so those that are due stand in front.
    while (!m_slotTimers.empty())
    {
        const uint64_t position = m_slotTimers.front();
        if (!HasResult(position))
        {
            if (now - m_sent[position].at < Timeout())
            {
                return;
            }
            TimeOut(position, now);
            m_slotTimers.push_back(position);
        }
        m_slotTimers.pop_front();
    }
}

Picoseconds
WorkerTransport::Timeout() const
{
    // SwitchML's timers are fixed. Estimated ones would feed on each other: a worker's time to the
    // result holds the timeouts of all the others.
    return m_traits.overdue == OverdueRule::RetransmitToSwitch ? m_parameters.rtoMin
                                                               : m_rto.Timeout();
}

void
WorkerTransport::TimeOut(uint64_t position, Picoseconds now)
{
    Sent& sent = m_sent[position];
    if (now - sent.at < Timeout())
    {
        return;
    }
    sent.timedOut = true;
    sent.at = now; // a result that stays away times out again, a timeout later
    m_timedOut.push_back(position);
    if (m_parameters.recovery)
    {
        m_timedOutAt = now;
    }
}

WorkerTransport::Departure
WorkerTransport::OnQuery(const Fragment& query)
{
    const uint64_t position = PositionOf(query.seq, m_firstMissing);
    Departure answer;
    Address(position, answer);
    MakeGradient(answer);
    if (const GradientSum* result = m_cache.Find(position))
    {
        answer.packet.kind = PacketKind::Answer;
        answer.packet.sum = *result;
    }
    else if (HasResult(position))
    {
        answer.packet.kind = PacketKind::Received;
    }
    else if (position < m_next && m_sent[position].sent)
    {
        answer.packet.kind = PacketKind::Retransmission;
    }
    else
    {
        answer.packet.kind = PacketKind::NotSent;
    }
    return answer;
}

} // namespace ns3::esa
