// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What the PS does if a reminder does not complete a sum: it queries workers for what they have of
// the task (a query), and handles the answers.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// So often the result of a task is sent to all workers again. Copies for many racks leave in the
/// same order each time. A queue that is too short for them drops the same ones each time, so
/// after that each worker that requests gets a result of its own.
constexpr uint8_t kMaxForAll = 64;

} // namespace

void
ParameterServer::Query(TaskEntry& entry, Picoseconds now)
{
    if (!m_questions.Postpones(entry.position, now))
    {
        SendQueries(entry, now);
    }
}

void
ParameterServer::SendQueries(TaskEntry& entry, Picoseconds now)
{
    entry.queriedAt = now;
    entry.hasQueriedFew = IsForFew(entry);
    entry.hasQueriedFew ? ChooseFew(entry) : ChooseTheMissing(entry);
    entry.questions += entry.questions < UINT8_MAX ? 1 : 0;
    entry.inVain += entry.inVain < UINT8_MAX ? 1 : 0;
    uint64_t queried = 0;
    m_workers.ForEachWorker(entry, EntrySet::Queried, [&](uint16_t worker) {
        InaPacket query = Address(entry, PacketKind::Query);
        query.worker = worker;
        // The PS sums what it requests from all. A worker that has not sent its fragment yet
        // then sends the PS a copy, as its own may wait in the switch for the others.
        // What one worker alone brings comes to all when it sends it.
        query.urgent = !entry.hasQueriedFew && !m_workers.RoleOf(entry.position).IsGather();
        m_outbox.push_back(std::move(query));
        ++queried;
    });
    m_counts.queries += queried;
    m_questions.Spend(queried, now);
}

void
ParameterServer::OnAnswer(const InaPacket& packet, Picoseconds now)
{
    const uint64_t position = PositionOf(packet.seq, m_latest);
    TaskEntry& entry = m_dictionary.FindOrInsert(position);
    ESA_ASSERT(packet.worker < m_workers.Workers(), "answers of impossible workers were dropped");
    if (entry.state == TaskEntry::State::Done)
    {
        return; // a worker that lacks the result requests it
    }
    if (entry.questions == 1 && // Karn's rule
        m_workers.IsIn(entry, EntrySet::Queried, packet.worker))
    {
        LearnAnswerTime(now - entry.queriedAt);
    }
    m_workers.Remove(entry, EntrySet::Queried, packet.worker);
    entry.inVain = m_workers.IsEmpty(entry, EntrySet::Queried) ? 0 : entry.inVain;
    switch (packet.kind)
    {
    case PacketKind::Answer:
        Recover(entry, packet, now);
        break;
    case PacketKind::Retransmission:
        ++m_counts.retransmissions;
        if (m_workers.RoleOf(position).IsGather())
        {
            Recover(entry, packet, now);
            break;
        }
        m_workers.Put(entry, EntrySet::Lacking, packet.worker);
        entry.aggregator = m_workers.TaskAggregator(packet);
        if (!IsProbeOfFew(entry))
        {
            Merge(packet, now);
        }
        QueryRest(position, now);
        break;
    case PacketKind::Received:
        // The task was completed, so nothing has to be summed any more. A worker that still lacks
        // the result repeats the request.
        Close(entry);
        break;
    default:
        ESA_ASSERT(packet.kind == PacketKind::NotSent,
                   "there are four kinds of answers to a query");
        // No sum can be complete before this worker sends. No other worker is queried.
        m_workers.Put(entry, EntrySet::Lacking, packet.worker);
        break;
    }
}

void
ParameterServer::QueryRest(uint64_t position, Picoseconds now)
{
    TaskEntry* entry = m_dictionary.Find(position);
    if (!entry || entry->state == TaskEntry::State::Done || !entry->hasQueriedFew ||
        !m_workers.IsEmpty(*entry, EntrySet::Queried))
    {
        return;
    }
    SendOrPostpone(*entry, &Counts::remindersForwarded, now);
}

void
ParameterServer::Recover(TaskEntry& entry, const InaPacket& answer, Picoseconds now)
{
    ++m_counts.recovered;
    std::vector<uint16_t> lacking;
    m_workers.ForEachWorker(entry, EntrySet::Lacking, [&lacking](uint16_t worker) {
        lacking.push_back(worker);
    });
    Close(entry);
    entry.sum = answer.sum;
    entry.inSum = static_cast<uint16_t>(m_workers.Workers());
    entry.aggregator = m_workers.TaskAggregator(answer);
    if (lacking.size() > kMaxForwards)
    {
        SendToAll(entry, now);
        return;
    }
    entry.changedAt = kNever; // others that lack the result get it as soon as they request it
    for (const uint16_t worker : lacking)
    {
        Forward(entry, worker, now);
    }
}

void
ParameterServer::OnResend(const InaPacket& packet, Picoseconds now)
{
    if (packet.bitmap == 0)
    {
        return; // it fetched nothing, and carries no fragment
    }
    TaskEntry* entry = m_dictionary.Find(PositionOf(packet.seq, m_latest));
    if (entry && entry->state == TaskEntry::State::Done)
    {
        SendAgain(*entry, packet.worker, now);
        return;
    }
    Merge(packet, now);
}

void
ParameterServer::SendAgain(TaskEntry& entry, uint16_t worker, Picoseconds now)
{
    // The worker has no result, so the one that was sent is lost: ATP sends it again to all. Each
    // of a thousand workers may request, and a result for all of them every time would be a
    // million.
    if (!HasResult(entry))
    {
        return;
    }
    const bool wasJustSent =
        entry.changedAt != kNever && now - entry.changedAt < m_parameters.reminderHoldoff;
    if (entry.sentAgain == kMaxForAll || wasJustSent)
    {
        Forward(entry, worker, now);
        return;
    }
    SendResult(entry, kAllWorkers, now);
    ++entry.sentAgain;
    entry.changedAt = now;
}

void
ParameterServer::Forward(const TaskEntry& entry, uint16_t worker, Picoseconds now)
{
    if (HasResult(entry))
    {
        SendResult(entry, worker, now);
        ++m_counts.forwards;
    }
}

} // namespace ns3::esa
