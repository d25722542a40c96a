// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-flow-receiver.h"

#include <algorithm>

namespace ns3::esa
{

FlowReceiver::FlowReceiver(const FlowParameters& parameters,
                           uint64_t firstPacket,
                           Picoseconds notificationInterval)
    : m_expected(firstPacket),
      m_ackEveryPackets(parameters.ackEveryPackets),
      m_keepsEarly(parameters.repair == FlowRepair::SelectiveRepeat),
      m_repairs(parameters.recovery),
      m_reorderingWindow(parameters.reorderingWindow),
      m_notificationInterval(notificationInterval)
{
}

bool
FlowReceiver::Keep(uint64_t number)
{
    m_isInOrder = false;
    return m_early.insert(number).second;
}

void
FlowReceiver::TakeKept()
{
    while (!m_early.empty() && *m_early.begin() == m_expected)
    {
        m_early.erase(m_early.begin());
        ++m_expected;
    }
    m_hasGap = m_hasGap && m_keepsEarly && m_expected < m_reportedUntil;
    NoteOrder();
}

void
FlowReceiver::NoteOrder()
{
    m_isInOrder = !m_hasGap && m_early.empty() && m_arrivals.empty();
}

bool
FlowReceiver::CountMark(Picoseconds now)
{
    ++m_marked;
    const bool isNotification =
        m_notificationInterval != kNever &&
        (m_notifiedAt == kNever || now - m_notifiedAt >= m_notificationInterval);
    m_notifiedAt = isNotification ? now : m_notifiedAt;
    return isNotification;
}

void
FlowReceiver::AddGaps(uint64_t number, uint8_t round)
{
    const bool isNewer = !m_hasGap || static_cast<int8_t>(round - m_reportedRound) > 0;
    if (!isNewer && (!m_keepsEarly || number <= m_reportedUntil))
    {
        return;
    }
    uint64_t next = isNewer ? m_expected : std::max(m_expected, m_reportedUntil);
    const auto addUntil = [this, &next](uint64_t end) {
        if (next < end)
        {
            m_gaps.push_back({static_cast<uint32_t>(next), static_cast<uint32_t>(end - next)});
        }
        next = end + 1;
    };
    for (auto kept = m_early.lower_bound(next); kept != m_early.end() && *kept < number; ++kept)
    {
        addUntil(*kept);
    }
    addUntil(number);
    m_hasGap = true;
    m_reportedUntil = number;
    m_reportedRound = isNewer ? round : m_reportedRound;
}

void
FlowReceiver::AddLateGaps(Picoseconds now)
{
    while (!m_arrivals.empty() && m_arrivals.front().at + m_reorderingWindow <= now)
    {
        const Arrival early = m_arrivals.front();
        m_arrivals.pop_front();
        if (early.number > m_expected)
        {
            AddGaps(early.number, early.round);
        }
    }
}

void
FlowReceiver::FindGaps(const Arrival& packet, bool isAhead, bool wantsAck)
{
    if (m_reorderingWindow > Picoseconds(0) && m_keepsEarly)
    {
        if (isAhead)
        {
            m_arrivals.push_back(packet);
        }
        AddLateGaps(packet.at);
    }
    else if (isAhead)
    {
        AddGaps(packet.number, packet.round);
        if (wantsAck && m_gaps.empty())
        {
            const uint64_t end = m_keepsEarly ? *m_early.begin() : packet.number;
            m_gaps.push_back({Expected(), static_cast<uint32_t>(end - m_expected)});
        }
    }
    NoteOrder();
}

} // namespace ns3::esa
