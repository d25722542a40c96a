/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// When the PS sends reminders. There are three reasons: a worker asks for one, fragments with
// larger positions have overtaken an entry, or an entry has not changed for a timeout.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

void
ParameterServer::OnWorkerReminder(const Fragment& packet, Picoseconds now)
{
    if (!m_system.onHost.psReminds)
    {
        return;
    }
    const uint64_t position = PositionOf(packet.seq, m_latest);
    TaskEntry& entry = m_dictionary.FindOrInsert(position);
    if (entry.state == TaskEntry::State::Done)
    {
        if (packet.urgent)
        {
            Forward(entry, packet.worker);
        }
        return;
    }
    PlanQuery(entry, now);
    if (entry.remindedAt != kNever && now - entry.remindedAt < m_parameters.reminderHoldoff)
    {
        return;
    }
    entry.aggregator = packet.aggregator;
    Remind(entry, now);
    ++m_counts.remindersForwarded;
}

void
ParameterServer::CountOvertaken(uint64_t position, Picoseconds now)
{
    auto kept = m_armed.begin();
    auto next = m_armed.begin();
    for (; next != m_armed.end() && *next < position; ++next)
    {
        TaskEntry& entry = *m_dictionary.Find(*next);
        ESA_ASSERT(entry.state == TaskEntry::State::Open, "only open entries can be overtaken");
        if (++entry.overtaken < m_parameters.overtakes)
        {
            *kept++ = *next;
            continue;
        }
        // One reminder per change: counting stops until the entry changes again or times out.
        Remind(entry, now);
        ++m_counts.remindersOvertaken;
    }
    m_armed.erase(kept, next);
}

void
ParameterServer::Arm(uint64_t position)
{
    const auto place = std::lower_bound(m_armed.begin(), m_armed.end(), position);
    if (place == m_armed.end() || *place != position)
    {
        m_armed.insert(place, position);
        ESA_ASSERT(std::is_sorted(m_armed.begin(), m_armed.end()), "positions are in order");
    }
}

void
ParameterServer::Disarm(uint64_t position)
{
    const auto place = std::lower_bound(m_armed.begin(), m_armed.end(), position);
    if (place != m_armed.end() && *place == position)
    {
        m_armed.erase(place);
    }
}

void
ParameterServer::OnTimer(Picoseconds now)
{
    if (!m_system.onHost.psReminds || !NeedsTimer())
    {
        return;
    }
    const Picoseconds timeout = m_rto.Timeout();
    uint64_t queriesDue = 0;
    m_dictionary.ForEach([&](TaskEntry& entry) {
        if (entry.queryAt != kNever && now >= entry.queryAt)
        {
            Query(entry, now);
        }
        if (entry.state == TaskEntry::State::Open && now - entry.changedAt >= timeout)
        {
            TimeOut(entry, now);
        }
        queriesDue += entry.queryAt != kNever ? 1 : 0;
    });
    // Counted again, because a later task may have replaced an entry with a planned query.
    m_queriesDue = queriesDue;
}

void
ParameterServer::TimeOut(TaskEntry& entry, Picoseconds now)
{
    ESA_ASSERT(entry.state == TaskEntry::State::Open, "only an open entry waits for fragments");
    entry.timedOut = true;
    entry.changedAt = now;
    entry.overtaken = 0;
    Arm(entry.position);
    Remind(entry, now);
    ++m_counts.remindersTimeout;
}

void
ParameterServer::Remind(TaskEntry& entry, Picoseconds now)
{
    entry.remindedAt = now;
    PlanQuery(entry, now);
    for (const RackId rack : m_parameters.racks.RelatedRacks())
    {
        Fragment reminder = Address(entry, PacketKind::Reminder);
        reminder.worker = m_parameters.racks.WireNameOf(rack);
        m_outbox.push_back(std::move(reminder));
    }
    m_counts.remindersCopied += m_parameters.racks.RelatedRacks().size() - 1;
}

} // namespace ns3::esa
