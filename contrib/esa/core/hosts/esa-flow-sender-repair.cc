// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What a sender does about NAKs and silence.

#include "esa-flow-sender.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// A round is in vain if a smaller part of a burst than one in this many arrives. Where packets are
/// lost at random, more arrives of most bursts.
constexpr uint64_t kMinPart = 8;

} // namespace

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
