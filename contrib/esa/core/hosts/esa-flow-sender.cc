/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-sender.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// A window has at least as many acknowledgements, if it has as many packets.
constexpr uint64_t kAcksPerWindow = 4;

/// A flow asks for at least as many acknowledgements in a timeout, however slowly it sends.
constexpr int kAcksPerTimeout = 8;

} // namespace

FlowSender::FlowSender(const FlowParameters& parameters, uint64_t firstPacket)
    : m_parameters(parameters),
      m_timer(parameters.rtoMin),
      m_acknowledged(firstPacket),
      m_next(firstPacket),
      m_highest(firstPacket),
      m_offered(firstPacket),
      m_window(parameters.windowPackets),
      m_arrived(parameters.windowPackets), // the first loss tells nothing of a burst
      m_keepsDepartures(parameters.repair == FlowRepair::SelectiveRepeat ||
                        parameters.congestion.algorithm != CongestionAlgorithm::Window),
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

const FlowSender::Stretch&
FlowSender::StretchOf(uint64_t number) const
{
    const auto after = std::partition_point(
        m_stretches.begin(),
        m_stretches.end(),
        [number](const Stretch& stretch) { return stretch.EndPacket() <= number; });
    ESA_ASSERT(after != m_stretches.end(), "what is sent again was offered");
    return *after;
}

FlowSender::OutgoingPacket
FlowSender::Take(Picoseconds now, Picoseconds wait)
{
    ESA_ASSERT(MayLeave(now), "only what may leave is taken");
    OutgoingPacket out;
    uint64_t number = m_next;
    out.round = m_round;
    m_timer.OnSent(m_next == m_acknowledged, now);
    if (m_again.empty())
    {
        PollNext(now, out);
    }
    else
    {
        number = *m_again.begin();
        m_again.erase(m_again.begin());
        const Stretch& stretch = StretchOf(number);
        out.position = stretch.range.begin + (number - stretch.firstPacket);
        out.wantsAck = true; // the flow may wait for it
        ++m_sentAgain;
    }
    out.number = static_cast<uint32_t>(number);
    if (m_keepsDepartures)
    {
        Keep(number, now + wait);
    }
    if (m_control)
    {
        m_control->OnSent(kMtuFrameBytes, now);
        m_mayLeaveAt = now + m_control->Gap(kMtuFrameBytes);
    }
    return out;
}

void
FlowSender::PollNext(Picoseconds now, OutgoingPacket& out)
{
    while (m_next >= m_stretches[m_current].EndPacket())
    {
        ++m_current;
    }
    const Stretch& stretch = m_stretches[m_current];
    out.position = stretch.range.begin + (m_next - stretch.firstPacket);
    out.wantsAck = m_next + 1 == stretch.EndPacket();
    if (m_control) // without it, the receiver counts
    {
        out.wantsAck = AsksForAck(now, out.wantsAck);
    }
    const bool isShort = Burst() < kAcksPerWindow * m_parameters.ackEveryPackets;
    out.wantsAck = out.wantsAck || (m_halvings > 0 && isShort); // a short burst waits for it
    if (m_next < m_highest)
    {
        ++m_sentAgain;
    }
    else
    {
        m_timer.Measure(m_next, m_round, now);
    }
    ++m_next;
    m_highest = std::max(m_highest, m_next);
    ESA_ASSERT(m_acknowledged < m_next && m_next <= m_highest && m_highest <= m_offered,
               "packets are acknowledged after they were sent, and sent after they were offered");
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
FlowSender::Keep(uint64_t number, Picoseconds leavesAt)
{
    const std::size_t place = number - m_acknowledged;
    const Departure departure{leavesAt, m_round};
    if (place < m_departures.size())
    {
        m_departures[place] = departure;
        return;
    }
    ESA_ASSERT(place == m_departures.size(), "packets leave in their order for the first time");
    m_departures.push_back(departure);
}

Picoseconds
FlowSender::PacedUntil() const
{
    return m_control && HasPacket() ? m_mayLeaveAt : kNever;
}

void
FlowSender::TellControl(uint64_t next, const Ack& ack, Picoseconds now)
{
    CongestionFeedback feedback;
    feedback.now = now;
    feedback.acknowledged = next;
    feedback.next = std::max(m_next, next);
    feedback.packets = static_cast<uint32_t>(next - m_acknowledged);
    feedback.marked = ack.marked - m_marked;
    feedback.switches = ack.switches;
    m_marked = ack.marked;
    // By Karn's rule, only what was sent in this round tells a time.
    if (feedback.packets <= m_departures.size() && ack.round == m_round &&
        m_departures[feedback.packets - 1].round == m_round)
    {
        feedback.roundTrip = now - m_departures[feedback.packets - 1].at;
    }
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
    // With selective repeat, a gap need not be the first.
    const bool acknowledges = ack.missing == 0 || m_parameters.repair == FlowRepair::GoBackN;
    if (acknowledges && next > m_acknowledged && next <= m_highest)
    {
        Acknowledge(next, ack, now);
    }
    if (ack.missing > 0 && m_parameters.recovery)
    {
        Repair(next, ack, now);
    }
}

void
FlowSender::Acknowledge(uint64_t next, const Ack& ack, Picoseconds now)
{
    if (m_control)
    {
        TellControl(next, ack, now);
    }
    const std::size_t known = std::min<std::size_t>(next - m_acknowledged, m_departures.size());
    m_departures.erase(m_departures.begin(),
                       m_departures.begin() + static_cast<std::ptrdiff_t>(known));
    m_arrived += next - m_acknowledged;
    m_acknowledged = next;
    if (m_halvings > 0 && 2 * m_arrived >= Burst())
    {
        --m_halvings;
        m_arrived = 0;
    }
    m_timer.OnProgress(next, ack.round, now);
    m_next = std::max(m_next, next);
    m_again.erase(m_again.begin(), m_again.lower_bound(next));
    while (!m_stretches.empty() && m_stretches.front().EndPacket() <= next)
    {
        m_stretches.pop_front();
        ++m_acknowledgedRanges;
        m_current -= m_current > 0 ? 1 : 0;
    }
}

} // namespace ns3::esa
