/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the PS does if a reminder does not complete a sum: it asks workers what they have of the
// task (a query), and handles the answers.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <bitset>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Questions about a task that go to one worker, before everybody is asked.
constexpr uint8_t kQuestionsToOne = 2;

} // namespace

void
ParameterServer::PlanQuery(TaskEntry& entry, Picoseconds now)
{
    if (m_parameters.queryDelay.count() == 0)
    {
        Query(entry, now);
        return;
    }
    if (entry.queryAt == kNever)
    {
        entry.queryAt = now + m_parameters.queryDelay;
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

bool
ParameterServer::AwaitsAnswers(const TaskEntry& entry, Picoseconds now) const
{
    const Picoseconds patience =
        m_answerTime.HasSample() ? std::max(m_answerTime.Smoothed(), m_parameters.reminderHoldoff)
                                 : m_parameters.reminderHoldoff;
    return (entry.answersDue > 0 && now - entry.remindedAt < patience) ||
           (entry.asked != 0 && now - entry.askedAt < patience);
}

bool
ParameterServer::IsForOne(const TaskEntry& entry) const
{
    return entry.bitmap == 0 && entry.lacking != AllWorkers() && entry.questions < kQuestionsToOne;
}

uint32_t
ParameterServer::OneToAsk(const TaskEntry& entry) const
{
    uint32_t others = AllWorkers() & ~entry.lacking;
    const uint64_t candidates = std::bitset<32>(others).count();
    ESA_ASSERT(candidates > 0, "a worker does not lack the result");
    for (uint64_t turn = (entry.position + entry.questions) % candidates; turn > 0; --turn)
    {
        others &= others - 1;
    }
    return others & ~(others - 1);
}

void
ParameterServer::Query(TaskEntry& entry, Picoseconds now)
{
    DropQuery(entry);
    entry.askedAt = now;
    entry.wasAskedOfOne = IsForOne(entry);
    entry.asked = entry.wasAskedOfOne ? OneToAsk(entry) : AllWorkers() & ~entry.bitmap;
    ++entry.questions;
    for (uint16_t worker = 0; worker < m_parameters.fanIn; ++worker)
    {
        if ((entry.asked >> worker & 1) != 0)
        {
            Fragment query = Address(entry, PacketKind::Query);
            query.worker = worker;
            // The PS sums what it asks everybody for. A worker that has not sent its fragment yet
            // then sends the PS a copy, as its own may wait in the switch for the others.
            query.urgent = !entry.wasAskedOfOne;
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
    const bool lacks =
        packet.kind == PacketKind::Retransmission || packet.kind == PacketKind::NotSent;
    if (entry.state == TaskEntry::State::Done)
    {
        // Those who had said so before have got the result already. If it is lost, they ask again.
        if (lacks && (entry.lacking & bit) == 0)
        {
            entry.lacking |= bit;
            Forward(entry, packet.worker);
        }
        return;
    }
    if ((entry.asked & bit) != 0 && entry.questions == 1) // Karn's rule
    {
        m_answerTime.AddSample(now - entry.askedAt);
    }
    entry.asked &= ~bit;
    switch (packet.kind)
    {
    case PacketKind::Answer:
        entry.changedAt = now;
        Recover(entry, packet);
        break;
    case PacketKind::Retransmission:
        ++m_counts.retransmissions;
        entry.lacking |= bit;
        entry.aggregator = packet.aggregator;
        Merge(packet, now);
        AskTheOthers(position, now);
        break;
    case PacketKind::Received:
        // The task was completed, so nothing has to be summed any more. A worker that still lacks
        // the result asks again.
        Close(entry);
        break;
    default:
        ESA_ASSERT(packet.kind == PacketKind::NotSent,
                   "there are four kinds of answers to a query");
        // No sum can be complete before this worker sends. Nobody else is asked.
        entry.lacking |= bit;
        break;
    }
}

void
ParameterServer::AskTheOthers(uint64_t position, Picoseconds now)
{
    TaskEntry* entry = m_dictionary.Find(position);
    if (entry && entry->state == TaskEntry::State::Open && entry->asked == 0 &&
        entry->wasAskedOfOne)
    {
        Query(*entry, now);
    }
}

void
ParameterServer::Recover(TaskEntry& entry, const Fragment& answer)
{
    ++m_counts.recovered;
    Close(entry);
    entry.sum = answer.sum;
    entry.bitmap = AllWorkers();
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
