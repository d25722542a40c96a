/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-reliable-flow.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr int kMaxBackoff = 64; ///< as in TCP, a timeout does not double without end

/// A window has at least as many acknowledgements, if it has as many packets.
constexpr uint64_t kAcksPerWindow = 4;

/// A flow asks for at least as many acknowledgements in a timeout, however slowly it sends.
constexpr int kAcksPerTimeout = 8;

} // namespace

FlowSender::FlowSender(const FlowParameters& parameters, uint64_t firstPacket)
    : m_parameters(parameters),
      m_rto(parameters.rtoMin),
      m_acknowledged(firstPacket),
      m_next(firstPacket),
      m_highest(firstPacket),
      m_offered(firstPacket),
      m_window(parameters.windowPackets),
      m_control(MakeCongestionControl(parameters.congestion, parameters.windowPackets))
{
    ESA_ASSERT(parameters.windowPackets >= 1, "a window has room for at least one packet");
    UpdateWindow();
}

void
FlowSender::UpdateWindow()
{
    if (m_control)
    {
        const double packets = std::max(1.0, m_control->WindowPackets());
        m_window = std::min<uint64_t>(m_parameters.windowPackets, static_cast<uint64_t>(packets));
    }
}

void
FlowSender::Offer(const PositionRange& range)
{
    ESA_ASSERT(range.Size() > 0, "a range that is offered has at least one fragment");
    m_stretches.push_back({range, m_offered});
    m_offered += range.Size();
}

bool
FlowSender::Poll(Picoseconds now, OutgoingPacket& out, Picoseconds wait)
{
    if (m_next == m_offered || m_next - m_acknowledged >= m_window ||
        (m_control && now < m_mayLeaveAt))
    {
        return false;
    }
    while (m_next >= m_stretches[m_current].EndPacket())
    {
        ++m_current;
    }
    if (m_next == m_acknowledged)
    {
        m_progressAt = now; // nothing was under way, so nothing could time out
    }
    const Stretch& stretch = m_stretches[m_current];
    out.position = stretch.range.begin + (m_next - stretch.firstPacket);
    out.number = static_cast<uint32_t>(m_next);
    out.wantsAck = m_next + 1 == stretch.EndPacket();
    out.round = m_round;
    if (m_control) // without it, the receiver counts
    {
        out.wantsAck = AsksForAck(now, out.wantsAck);
        Sent(now, wait);
    }
    if (m_next < m_highest)
    {
        ++m_sentAgain;
    }
    else if (m_timedAt == kNever)
    {
        m_timedPacket = m_next;
        m_timedAt = now;
        m_timedRound = m_round;
    }
    ++m_next;
    m_highest = std::max(m_highest, m_next);
    ESA_ASSERT(m_acknowledged < m_next && m_next <= m_highest && m_highest <= m_offered,
               "packets are acknowledged after they were sent, and sent after they were offered");
    return true;
}

bool
FlowSender::AsksForAck(Picoseconds now, bool isLast)
{
    ++m_sinceAsked;
    const uint64_t most =
        std::min<uint64_t>(m_parameters.ackEveryPackets, m_window / kAcksPerWindow);
    if (!isLast && m_sinceAsked < most && now - m_askedAt < m_parameters.rtoMin / kAcksPerTimeout)
    {
        return false;
    }
    m_sinceAsked = 0;
    m_askedAt = now;
    return true;
}

void
FlowSender::Sent(Picoseconds now, Picoseconds wait)
{
    m_control->OnSent(kMtuFrameBytes, now);
    m_leftAt.push_back(now + wait);
    m_mayLeaveAt = now + m_control->Gap(kMtuFrameBytes);
}

Picoseconds
FlowSender::PacedUntil() const
{
    const bool mayLeave = m_next != m_offered && m_next - m_acknowledged < m_window;
    return m_control && mayLeave ? m_mayLeaveAt : kNever;
}

void
FlowSender::Acknowledge(uint64_t next, const Ack& ack, Picoseconds now)
{
    CongestionFeedback feedback;
    feedback.now = now;
    feedback.acknowledged = next;
    feedback.next = std::max(m_next, next);
    feedback.packets = static_cast<uint32_t>(next - m_acknowledged);
    feedback.marked = ack.marked - m_marked;
    feedback.switches = ack.switches;
    m_marked = ack.marked;
    const std::size_t known = std::min<std::size_t>(feedback.packets, m_leftAt.size());
    // By Karn's rule, only what was sent in this round tells a time.
    if (known == feedback.packets && ack.round == m_round)
    {
        feedback.roundTrip = now - m_leftAt[known - 1];
    }
    m_leftAt.erase(m_leftAt.begin(), m_leftAt.begin() + static_cast<std::ptrdiff_t>(known));
    m_control->OnAck(feedback);
    UpdateWindow();
}

void
FlowSender::OnAck(const Ack& ack, Picoseconds now)
{
    if (m_control && ack.isNotification)
    {
        m_control->OnNotification(now);
        UpdateWindow();
    }
    const uint64_t next = PositionOf(ack.number, m_acknowledged);
    if (next <= m_acknowledged || next > m_highest)
    {
        return;
    }
    if (m_control)
    {
        Acknowledge(next, ack, now);
    }
    m_acknowledged = next;
    m_progressAt = now;
    m_backoff = 1;
    if (m_timedAt != kNever && next > m_timedPacket)
    {
        if (ack.round == m_timedRound) // Karn's rule: else a copy of the packet is acknowledged
        {
            m_rto.AddSample(now - m_timedAt);
        }
        m_timedAt = kNever;
    }
    m_next = std::max(m_next, next);
    while (!m_stretches.empty() && m_stretches.front().EndPacket() <= next)
    {
        m_stretches.pop_front();
        ++m_acknowledgedRanges;
        m_current -= m_current > 0 ? 1 : 0;
    }
}

void
FlowSender::OnTimer(Picoseconds now)
{
    if (!m_parameters.recovery || m_next == m_acknowledged ||
        now - m_progressAt < m_backoff * m_rto.Timeout())
    {
        return;
    }
    m_next = m_acknowledged;
    m_current = 0;
    ++m_round;
    m_progressAt = now;
    m_backoff = std::min(2 * m_backoff, kMaxBackoff);
    m_leftAt.clear();
    if (m_control)
    {
        m_control->OnTimeout(now);
        UpdateWindow();
    }
}

FlowReceiver::DataStatus
FlowReceiver::OnData(uint32_t number, bool wantsAck, bool isMarked, Picoseconds now)
{
    const bool isNew = number == m_expected;
    m_expected += isNew ? 1 : 0;
    bool isNotification = false;
    if (isMarked)
    {
        ++m_marked;
        isNotification = m_notificationInterval != kNever &&
                         (m_notifiedAt == kNever || now - m_notifiedAt >= m_notificationInterval);
        m_notifiedAt = isNotification ? now : m_notifiedAt;
    }
    // Dropped packets count too: their sender has missed an acknowledgement.
    ++m_unacknowledged;
    const bool isDue = wantsAck || isNotification || m_unacknowledged >= m_ackEveryPackets;
    if (isDue)
    {
        m_unacknowledged = 0;
    }
    return {isNew, isDue, isNotification};
}

} // namespace ns3::esa
