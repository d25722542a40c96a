/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-receiver.h"

#include "ns3/esa-stream-position.h"

#include <algorithm>

namespace ns3::esa
{

FlowReceiver::FlowReceiver(const FlowParameters& parameters,
                           uint64_t firstPacket,
                           Picoseconds notificationInterval)
    : m_ackEveryPackets(parameters.ackEveryPackets),
      m_reorderingWindow(parameters.reorderingWindow),
      m_keepsEarly(parameters.repair == FlowRepair::SelectiveRepeat),
      m_repairs(parameters.recovery),
      m_expected(firstPacket),
      m_notificationInterval(notificationInterval)
{
}

void
FlowReceiver::Take(uint64_t number, DataStatus& status)
{
    if (number == m_expected)
    {
        status.isNew = true;
        ++m_expected;
        while (!m_early.empty() && *m_early.begin() == m_expected)
        {
            m_early.erase(m_early.begin());
            ++m_expected;
        }
        m_hasGap = m_hasGap && m_keepsEarly && m_expected < m_toldUntil;
    }
    else if (number > m_expected && m_keepsEarly)
    {
        status.isEarly = m_early.insert(number).second;
    }
}

void
FlowReceiver::AddGaps(uint64_t number, uint8_t round, DataStatus& status)
{
    const bool isNewer = !m_hasGap || static_cast<int8_t>(round - m_toldRound) > 0;
    if (!isNewer && (!m_keepsEarly || number <= m_toldUntil))
    {
        return;
    }
    uint64_t next = isNewer ? m_expected : std::max(m_expected, m_toldUntil);
    const auto addUntil = [&next, &status](uint64_t end) {
        if (next < end)
        {
            status.gaps.push_back({static_cast<uint32_t>(next), static_cast<uint32_t>(end - next)});
        }
        next = end + 1;
    };
    for (auto kept = m_early.lower_bound(next); kept != m_early.end() && *kept < number; ++kept)
    {
        addUntil(*kept);
    }
    addUntil(number);
    m_hasGap = true;
    m_toldUntil = number;
    m_toldRound = isNewer ? round : m_toldRound;
}

void
FlowReceiver::AddLateGaps(Picoseconds now, DataStatus& status)
{
    while (!m_arrivals.empty() && m_arrivals.front().at + m_reorderingWindow <= now)
    {
        const Arrival early = m_arrivals.front();
        m_arrivals.pop_front();
        if (early.number > m_expected)
        {
            AddGaps(early.number, early.round, status);
        }
    }
}

FlowReceiver::DataStatus
FlowReceiver::OnData(const Packet& packet, Picoseconds now)
{
    DataStatus status;
    const uint64_t number = PositionOf(packet.number, m_expected);
    const bool isEarly = number > m_expected;
    Take(number, status);
    if (packet.isMarked)
    {
        ++m_marked;
        status.isNotification =
            m_notificationInterval != kNever &&
            (m_notifiedAt == kNever || now - m_notifiedAt >= m_notificationInterval);
        m_notifiedAt = status.isNotification ? now : m_notifiedAt;
    }
    // Dropped packets count too: their sender has missed an acknowledgement.
    ++m_unacknowledged;
    status.wantsAck =
        packet.wantsAck || status.isNotification || m_unacknowledged >= m_ackEveryPackets;
    m_unacknowledged = status.wantsAck ? 0 : m_unacknowledged;
    if (m_repairs && m_reorderingWindow > Picoseconds(0) && m_keepsEarly)
    {
        if (isEarly)
        {
            m_arrivals.push_back({now, number, packet.round});
        }
        AddLateGaps(now, status);
    }
    else if (isEarly && m_repairs)
    {
        AddGaps(number, packet.round, status);
        if (status.wantsAck && status.gaps.empty())
        {
            const uint64_t end = m_keepsEarly ? *m_early.begin() : number;
            status.gaps.push_back({Expected(), static_cast<uint32_t>(end - m_expected)});
        }
        // Without anything kept, a gap begins with the expected packet, so its NAK acknowledges.
        status.wantsAck = status.wantsAck && (m_keepsEarly || status.isNotification);
    }
    return status;
}

} // namespace ns3::esa
