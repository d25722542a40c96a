// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-flow-sender.h"

#include "esa-dcqcn.h"
#include "esa-dctcp.h"
#include "esa-swift.h"

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

/// A flow requests at least as many acknowledgements in a timeout, however slowly it sends.
constexpr int kAcksPerTimeout = 8;

/// A round is in vain if a smaller part of a burst than one in this many arrives. Where packets are
/// lost at random, more arrives of most bursts.
constexpr uint64_t kMinPart = 8;

/// @param parameters which algorithm, and its parameters
/// @param maxPackets the window is never larger
/// @return its state for a new flow; null for a fixed window
std::unique_ptr<CongestionControl>
MakeCongestionControl(const CongestionParameters& parameters, uint32_t maxPackets)
{
    switch (parameters.algorithm)
    {
    case CongestionAlgorithm::Window:
        return nullptr;
    case CongestionAlgorithm::Dctcp:
        return std::make_unique<Dctcp>(parameters.dctcp, parameters.initialPackets, maxPackets);
    case CongestionAlgorithm::Dcqcn:
        return std::make_unique<Dcqcn>(parameters.dcqcn, parameters.lineBitsPerS, maxPackets);
    case CongestionAlgorithm::Swift:
        return std::make_unique<Swift>(parameters.swift, parameters.initialPackets, maxPackets);
    }
    return nullptr;
}

} // namespace

FlowSender::FlowSender(const FlowParameters& parameters, uint64_t firstPacket)
    : m_next(firstPacket),
      m_end(firstPacket),
      m_acknowledged(firstPacket),
      m_highest(firstPacket),
      m_timer(parameters.rtoMin),
      m_control(MakeCongestionControl(parameters.congestion, parameters.windowPackets)),
      m_keptEnd(firstPacket),
      m_parameters(parameters),
      m_offered(firstPacket),
      m_window(parameters.windowPackets),
      m_arrived(parameters.windowPackets) // the first loss shows no burst
{
    ESA_ASSERT(parameters.windowPackets >= 1, "a window has room for at least one packet");
    if (m_control || parameters.repair == FlowRepair::SelectiveRepeat)
    {
        m_departures = std::make_unique<SequenceRing<Departure>>();
    }
    UpdateWindow();
}

void
FlowSender::UpdateWindow()
{
    if (m_control)
    {
        const double packets = std::max(1.0, m_control->WindowPackets());
        m_window = std::min<uint64_t>(m_parameters.windowPackets, static_cast<uint64_t>(packets));
        NoteEnd();
    }
}

void
FlowSender::Offer(const PositionRange& range)
{
    ESA_ASSERT(range.Size() > 0, "a range that is offered has at least one fragment");
    m_stretches.push_back({range, m_offered});
    m_offered += range.Size();
    NoteEnd();
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

void
FlowSender::FindStretch()
{
    while (m_next >= m_stretches[m_current].EndPacket())
    {
        ++m_current;
    }
    const Stretch& stretch = m_stretches[m_current];
    m_stretchEnd = stretch.EndPacket();
    m_fromPacket = stretch.range.begin - stretch.firstPacket;
}

FlowSender::OutgoingPacket
FlowSender::TakeAgain(Picoseconds leavesAt)
{
    const uint64_t number = *m_again.begin();
    m_again.erase(m_again.begin());
    ++m_sentAgain;
    if (m_departures)
    {
        Keep(number, leavesAt);
    }
    const Stretch& stretch = StretchOf(number);
    const bool wantsAck = true; // the flow may wait for it
    return {stretch.range.begin + (number - stretch.firstPacket),
            static_cast<uint32_t>(number),
            wantsAck,
            m_round};
}

void
FlowSender::Pace(Picoseconds now)
{
    m_control->OnSent(m_parameters.wireBytes, now);
    m_mayLeaveAt = now + m_control->Gap(m_parameters.wireBytes);
}

bool
FlowSender::NoteTaken(Picoseconds now, Picoseconds leavesAt, bool isLast)
{
    const uint64_t number = m_next - 1;
    m_sentAgain += number < m_highest ? 1 : 0;
    if (m_departures)
    {
        Keep(number, leavesAt);
    }
    const bool wantsAck = m_control ? RequestsAck(now, isLast) : isLast; // else the receiver counts
    // A short burst waits for an acknowledgement.
    return wantsAck || (m_halvings > 0 && Burst() < kAcksPerWindow * m_parameters.ackEveryPackets);
}

bool
FlowSender::RequestsAck(Picoseconds now, bool isLast)
{
    ++m_sinceRequest;
    const uint64_t most =
        std::min<uint64_t>(m_parameters.ackEveryPackets, m_window / kAcksPerWindow);
    if (!isLast && m_sinceRequest < most &&
        now - m_requestedAt < m_parameters.rtoMin / kAcksPerTimeout)
    {
        return false;
    }
    m_sinceRequest = 0;
    m_requestedAt = now;
    return true;
}

void
FlowSender::Keep(uint64_t number, Picoseconds leavesAt)
{
    ESA_ASSERT(number <= m_keptEnd, "packets leave in their order for the first time");
    m_departures->Reserve(m_acknowledged, number + 1);
    (*m_departures)[number] = {leavesAt, m_round};
    m_keptEnd = std::max(m_keptEnd, number + 1);
}

void
FlowSender::NotifyControl(uint64_t next, const Ack& ack, Picoseconds now)
{
    CongestionFeedback feedback;
    feedback.now = now;
    feedback.acknowledged = next;
    feedback.next = std::max(m_next, next);
    feedback.packets = static_cast<uint32_t>(next - m_acknowledged);
    feedback.marked = ack.marked - m_marked;
    feedback.switches = ack.switches;
    m_marked = ack.marked;
    // By Karn's rule, only what was sent in this round gives a time.
    if (next <= m_keptEnd && ack.round == m_round)
    {
        const Departure& last = (*m_departures)[next - 1];
        feedback.roundTrip = last.round == m_round ? now - last.at : kNever;
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
    UndoFalseTimeout(ack);
    if (m_control)
    {
        NotifyControl(next, ack, now);
    }
    m_keptEnd = std::max(m_keptEnd, next);
    m_arrived += next - m_acknowledged;
    m_acknowledged = next;
    if (m_halvings > 0 && 2 * m_arrived >= Burst())
    {
        --m_halvings;
        m_arrived = 0;
    }
    NoteEnd();
    m_timer.OnProgress(next, ack.round, now);
    m_next = std::max(m_next, next);
    if (!m_again.empty())
    {
        m_again.erase(m_again.begin(), m_again.lower_bound(next));
    }
    while (!m_stretches.empty() && m_stretches.front().EndPacket() <= next)
    {
        m_stretches.pop_front();
        ++m_acknowledgedRanges;
        m_current -= m_current > 0 ? 1 : 0;
    }
}

namespace
{

constexpr int kMaxBackoff = 64; ///< as in TCP, a timeout does not double without end

} // namespace

void
FlowTimer::OnProgress(uint64_t next, uint8_t round, Picoseconds now)
{
    m_progressAt = now;
    m_quietSince = now;
    m_timeouts = 1;
    m_probes = 1;
    if (m_timedAt != kNever && next > m_timedPacket)
    {
        if (round == m_timedRound) // Karn's rule: else a copy of the packet is acknowledged
        {
            AddSample(now - m_timedAt);
        }
        m_timedAt = kNever;
    }
}

void
FlowTimer::AddSample(Picoseconds sample)
{
    m_rto.AddSample(sample);
    m_timeout = std::max(m_rtoMin, m_rto.Timeout());
    // On a quiet network the deviation is zero, and every smallest delay would be taken for a loss.
    // Two ends in one host have a round trip of no time, and would probe without end.
    m_silence = std::max(m_rto.Smoothed() + m_rto.Timeout(), m_rtoMin / kMaxBackoff);
}

FlowTimer::Due
FlowTimer::OnTimer(bool mayProbe, Picoseconds now)
{
    if (now >= TimeoutAt())
    {
        m_timeouts = std::min(2 * m_timeouts, kMaxBackoff);
        m_progressAt = now;
        m_quietSince = now;
        return Due::Timeout;
    }
    if (now < Deadline(mayProbe))
    {
        return Due::Nothing;
    }
    m_probes = std::min(2 * m_probes, kMaxBackoff);
    m_quietSince = now;
    return Due::Probe;
}

bool
FlowSender::LeftBy(uint64_t number, uint8_t round) const
{
    const uint8_t left = (*m_departures)[number].round;
    return static_cast<uint8_t>(m_round - left) >= static_cast<uint8_t>(m_round - round);
}

void
FlowSender::Repair(uint64_t first, const Ack& nak, Picoseconds now)
{
    const uint64_t begin = std::max(first, m_acknowledged);
    const uint64_t end = std::min(first + nak.missing, m_next);
    bool isLost = false;
    if (m_parameters.repair == FlowRepair::GoBackN)
    {
        isLost = begin == m_acknowledged && begin < end && nak.round == m_round;
        if (isLost)
        {
            GoBack();
        }
    }
    else
    {
        for (uint64_t number = begin; number < end; ++number)
        {
            isLost = (LeftBy(number, nak.round) && m_again.insert(number).second) || isLost;
        }
        m_round += isLost ? 1 : 0;
    }
    if (isLost && m_control)
    {
        m_control->OnLoss({now, m_acknowledged, m_highest});
        UpdateWindow();
    }
}

void
FlowSender::GoBack()
{
    const bool isInVain = Burst() > 1 && kMinPart * m_arrived < Burst();
    m_halvings += isInVain ? 1 : 0;
    m_arrived = 0;
    m_next = m_acknowledged;
    m_current = 0;
    m_stretchEnd = 0;
    m_again.clear();
    m_keptEnd = m_acknowledged;
    ++m_round;
    NoteEnd();
}

void
FlowSender::GoBackForTimeout()
{
    const BeforeTimeout before{m_next, m_keptEnd, m_arrived, m_halvings, m_round};
    m_before = m_before.value_or(before);
    GoBack();
    while (!m_control && Burst() > 1)
    {
        ++m_halvings;
    }
    NoteEnd();
}

void
FlowSender::UndoFalseTimeout(const Ack& ack)
{
    constexpr uint8_t kHalf = 128; // of the numbers of rounds
    if (m_before && static_cast<uint8_t>(m_before->round - ack.round) < kHalf)
    {
        m_next = std::max(m_next, m_before->next);
        m_keptEnd = std::max(m_keptEnd, m_before->keptEnd);
        m_halvings = m_before->halvings;
        m_arrived = m_before->arrived;
        m_stretchEnd = 0;
    }
    m_before.reset();
}

void
FlowSender::OnTimer(Picoseconds now)
{
    if (!m_parameters.recovery || m_next == m_acknowledged)
    {
        return;
    }
    // A packet that still leaves is as good as a probe.
    switch (m_timer.OnTimer(!HasPacket(), now))
    {
    case FlowTimer::Due::Nothing:
        return;
    case FlowTimer::Due::Probe:
        m_again.insert(m_next - 1);
        ++m_round;
        return;
    case FlowTimer::Due::Timeout:
        GoBackForTimeout();
        if (m_control)
        {
            m_control->OnTimeout(now);
            UpdateWindow();
        }
        return;
    }
}

} // namespace ns3::esa
