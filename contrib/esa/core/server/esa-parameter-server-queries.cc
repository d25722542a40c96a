/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the PS does if reminders bring nothing: it asks every missing worker what it has of the task
// (a query), and handles the answers.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

void
ParameterServer::PlanQuery(TaskEntry& entry, Picoseconds now)
{
    // One query at a time: the channel is reliable, so every worker will answer.
    if (m_parameters.recovery && entry.queryAt == kNever && entry.asked == 0)
    {
        if (entry.quietSince == kNever)
        {
            entry.quietSince = now;
        }
        entry.queryAt = std::max(now, entry.quietSince + m_parameters.queryDelay);
        ++m_queriesDue;
    }
}

void
ParameterServer::DropQuery(TaskEntry& entry)
{
    if (entry.queryAt != kNever)
    {
        ESA_ASSERT(m_queriesDue > 0, "every planned query was counted");
        entry.queryAt = kNever;
        --m_queriesDue;
    }
}

void
ParameterServer::Query(TaskEntry& entry, Picoseconds now)
{
    DropQuery(entry);
    entry.quietSince = now;
    entry.asked = FullBitmap(m_parameters.fanIn) & ~entry.bitmap;
    entry.lacking = 0;
    for (uint16_t worker = 0; worker < m_parameters.fanIn; ++worker)
    {
        if ((entry.asked >> worker & 1) != 0)
        {
            Fragment query = Address(entry, PacketKind::Query);
            query.worker = worker;
            m_outbox.push_back(std::move(query));
            ++m_counts.queries;
        }
    }
}

void
ParameterServer::OnAnswer(const Fragment& packet, Picoseconds now)
{
    const uint64_t position = PositionOf(packet.seq, m_latest);
    TaskEntry& entry = m_dictionary.FindOrInsert(position);
    ESA_ASSERT(packet.worker < m_parameters.fanIn, "answers of impossible workers were dropped");
    const uint32_t bit = uint32_t{1} << packet.worker;
    entry.asked &= ~bit;
    const bool lacks =
        packet.kind == PacketKind::Retransmission || packet.kind == PacketKind::NotSent;
    if (entry.state == TaskEntry::State::Done)
    {
        if (lacks)
        {
            Forward(entry, packet.worker);
        }
        return;
    }
    if (lacks)
    {
        entry.lacking |= bit;
    }
    switch (packet.kind)
    {
    case PacketKind::Answer:
        Recover(entry, packet);
        break;
    case PacketKind::Retransmission:
        ++m_counts.retransmissions;
        entry.aggregator = packet.aggregator;
        Merge(packet, now);
        break;
    case PacketKind::Received:
        // The task was completed. The entry is done when all have answered and no worker lacks the
        // result.
        if (entry.asked == 0 && entry.lacking == 0)
        {
            Close(entry);
        }
        break;
    default:
        ESA_ASSERT(packet.kind == PacketKind::NotSent,
                   "there are four kinds of answers to a query");
        break;
    }
}

void
ParameterServer::Recover(TaskEntry& entry, const Fragment& answer)
{
    ++m_counts.recovered;
    Close(entry);
    entry.sum = answer.sum;
    entry.bitmap = FullBitmap(m_parameters.fanIn);
    entry.aggregator = answer.aggregator;
    for (uint16_t worker = 0; worker < m_parameters.fanIn; ++worker)
    {
        if ((entry.lacking >> worker & 1) != 0)
        {
            Forward(entry, worker);
        }
    }
}

} // namespace ns3::esa
