/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-reliable-flow.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr int kMaxBackoff = 64; ///< as in TCP, a timeout does not double without end

} // namespace

FlowSender::FlowSender(const FlowParameters& parameters, uint64_t firstPacket)
    : m_parameters(parameters),
      m_rto(parameters.rtoMin),
      m_acknowledged(firstPacket),
      m_next(firstPacket),
      m_highest(firstPacket),
      m_offered(firstPacket)
{
    ESA_ASSERT(parameters.windowPackets >= 1, "a window has room for at least one packet");
}

void
FlowSender::Offer(const PositionRange& range)
{
    ESA_ASSERT(range.Size() > 0, "a range that is offered has at least one fragment");
    m_stretches.push_back({range, m_offered});
    m_offered += range.Size();
}

bool
FlowSender::Poll(Picoseconds now, OutgoingPacket& out)
{
    if (m_next == m_offered || m_next - m_acknowledged >= m_parameters.windowPackets)
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
    out.isLast = m_next + 1 == stretch.EndPacket();
    out.round = m_round;
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

void
FlowSender::OnAck(uint32_t nextNumber, uint8_t round, Picoseconds now)
{
    const uint64_t next = PositionOf(nextNumber, m_acknowledged);
    if (next <= m_acknowledged || next > m_highest)
    {
        return;
    }
    m_acknowledged = next;
    m_progressAt = now;
    m_backoff = 1;
    if (m_timedAt != kNever && next > m_timedPacket)
    {
        if (round == m_timedRound) // Karn's rule: else a copy of the packet is acknowledged
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
}

FlowReceiver::DataStatus
FlowReceiver::OnData(uint32_t number, bool isLast)
{
    const bool isNew = number == m_expected;
    m_expected += isNew ? 1 : 0;
    // Dropped packets count too: their sender has missed an acknowledgement.
    ++m_unacknowledged;
    const bool wantsAck = isLast || m_unacknowledged >= m_ackEveryPackets;
    if (wantsAck)
    {
        m_unacknowledged = 0;
    }
    return {isNew, wantsAck};
}

} // namespace ns3::esa
