// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

ParameterServer::ParameterServer(const SystemRecord& system,
                                 const ParameterServerParameters& parameters)
    : m_system(system),
      m_parameters(parameters),
      m_workers(parameters.aggregation),
      m_answerTime(parameters.reminderHoldoff),
      m_switchAnswerTime(parameters.reminderHoldoff, parameters.rtoMin),
      m_rto(parameters.rtoMin),
      m_minAnswerTime(parameters.rtoMin),
      m_dictionary(parameters.keptResults),
      m_questions(parameters.answerTime, parameters.maxAnswers),
      m_latest(parameters.firstPosition)
{
}

void
ParameterServer::Receive(const InaPacket& packet, Picoseconds now)
{
    if (!IsWellFormed(packet))
    {
        ++m_counts.malformed;
        return;
    }
    const uint64_t position = PositionOf(packet.seq, m_latest);
    if (!CanBeUnderWay(position))
    {
        ++m_counts.strays;
        return;
    }
    const CheckedAtBothEnds check([this, position] { AssertInvariants(position); });
    Advance(position);
    switch (packet.kind)
    {
    case PacketKind::Partial:
        if (packet.urgent)
        {
            OnReminderAnswer(packet, now);
            break;
        }
        [[fallthrough]];
    case PacketKind::Gradient:
        Merge(packet, now);
        break;
    case PacketKind::WorkerReminder:
        OnWorkerReminder(packet, now);
        break;
    case PacketKind::Resend:
        OnResend(packet, now);
        break;
    case PacketKind::Answer:
    case PacketKind::Received:
    case PacketKind::Retransmission:
    case PacketKind::NotSent:
        OnAnswer(packet, now);
        break;
    case PacketKind::Result:
    case PacketKind::Reminder:
    case PacketKind::Query:
    case PacketKind::Forward:
    case PacketKind::Data:
    case PacketKind::Ack:
        break;
    }
    SendPostponed(now);
}

bool
ParameterServer::IsWellFormed(const InaPacket& packet) const
{
    const bool isOfWorker =
        packet.kind == PacketKind::WorkerReminder ||
        (packet.kind >= PacketKind::Answer && packet.kind <= PacketKind::NotSent);
    // The answer to a reminder may be empty.
    const bool brings = packet.kind == PacketKind::Gradient ||
                        (packet.kind == PacketKind::Partial && !packet.urgent) ||
                        packet.kind == PacketKind::Retransmission;
    return packet.job == m_parameters.job && m_workers.IsPossible(packet) &&
           (!brings || !m_workers.AreNoneIn(packet)) &&
           (packet.worker < m_workers.Workers() || !isOfWorker);
}

bool
ParameterServer::CanBeUnderWay(uint64_t position) const
{
    // Compared as unsigned distances, because a sequence number may stand for a position below
    // zero.
    const uint64_t ahead = position - m_latest;
    const uint64_t behind = m_latest - position;
    if (behind < TaskDictionary::kSpread && behind <= m_latest - m_parameters.firstPosition)
    {
        return true;
    }
    if (ahead >= uint64_t{1} << 31)
    {
        return false;
    }
    // Without collisions, gigabytes may pass before the PS sees a packet. So a PS without open
    // entries has to accept any later position. With an open entry, the workers cannot be far from
    // it.
    return ahead < TaskDictionary::kSpread || m_open == 0;
}

void
ParameterServer::Advance(uint64_t position)
{
    m_latest = std::max(m_latest, position);
    if (TaskEntry* outdated = m_dictionary.Outdated(position))
    {
        Close(*outdated);
    }
}

void
ParameterServer::Merge(const InaPacket& packet, Picoseconds now)
{
    ++m_counts.fragments;
    const uint64_t position = PositionOf(packet.seq, m_latest);
    TaskEntry& entry = m_dictionary.FindOrInsert(position);
    if (entry.state == TaskEntry::State::Done)
    {
        ++m_counts.overlaps;
        return;
    }
    const JobWorkers::Overlap overlap = m_workers.OverlapOf(entry, packet);
    if (overlap.inBoth > 0)
    {
        ++m_counts.overlaps;
        if (overlap.inBoth < entry.inSum || overlap.inPacket == overlap.inBoth)
        {
            return;
        }
        // It has all that the PS has, and more, and takes its place. Otherwise each of these
        // workers would have to send its fragment again, one timeout later.
        entry.sum = GradientSum{};
        m_workers.Empty(entry, EntrySet::InSum);
        entry.inSum = 0;
    }
    if (entry.state == TaskEntry::State::Noted)
    {
        entry.state = TaskEntry::State::Open;
        m_dictionary.NoteWaiting(entry);
        entry.setUpAt = now;
        entry.aggregator = m_workers.TaskAggregator(packet);
        ++m_open;
    }
    entry.sum.Add(packet.sum);
    m_workers.Add(entry, packet);
    entry.markedAt = packet.ecn ? now : entry.markedAt;
    entry.isContended |= packet.kind == PacketKind::Partial && packet.collision;
    const bool isGather = m_workers.RoleOf(position).IsGather();
    entry.hasCollided |= packet.kind == PacketKind::Gradient && packet.collision && !isGather;
    entry.isSplit |= packet.kind != PacketKind::Retransmission;
    entry.changedAt = now;
    entry.overtaken = 0;
    entry.timeouts = 0;
    entry.inVain = 0;
    // What a worker sends because it was queried shows nothing of the order of other fragments,
    // and where these overtake each other they do not either.
    const bool isCounted = m_system.onHost.psReminds && !RemindsInTime() && !isGather &&
                           packet.kind != PacketKind::Retransmission;
    if (isCounted)
    {
        CountOvertaken(position, now);
    }
    if (entry.inSum == m_workers.Workers())
    {
        Complete(entry, now);
    }
    else if (isCounted && !m_workers.SumsAtServer())
    {
        Arm(position);
    }
}

void
ParameterServer::Complete(TaskEntry& entry, Picoseconds now)
{
    ESA_ASSERT(entry.state == TaskEntry::State::Open, "an entry completes once");
    if (!entry.timedOut)
    {
        m_rto.AddSample(now - entry.setUpAt);
    }
    ++m_counts.results;
    Close(entry);
    SendResult(entry, kAllWorkers, now);
    if (!m_parameters.recovery)
    {
        // Without recovery no worker should repeat the request. If one does, it must not get an
        // empty sum in place of the result.
        entry.sum = GradientSum{};
        entry.inSum = 0;
    }
}

void
ParameterServer::Close(TaskEntry& entry)
{
    if (entry.state == TaskEntry::State::Open)
    {
        ESA_ASSERT(m_open > 0, "every open entry was counted");
        --m_open;
        Disarm(entry.position);
    }
    entry.sets.Release();
    entry.state = TaskEntry::State::Done;
}

void
ParameterServer::SendResult(const TaskEntry& entry, uint16_t worker, Picoseconds now)
{
    ESA_ASSERT(HasResult(entry), "a result is the sum of all workers");
    // A result for all goes down the tree, from the root.
    const bool isForAll = worker == kAllWorkers;
    InaPacket result = Address(entry, isForAll ? PacketKind::Result : PacketKind::Forward);
    result.bitmap = FullBitmap(result.fanIn);
    result.worker = isForAll ? result.worker : worker;
    result.ecn = IsMarked(entry, now);
    result.collision = entry.isContended || (m_parameters.tellsCollisions && entry.hasCollided);
    result.sum = entry.sum;
    m_outbox.push_back(std::move(result));
}

bool
ParameterServer::Poll(InaPacket& out)
{
    if (m_outbox.empty())
    {
        return false;
    }
    out = std::move(m_outbox.front());
    m_outbox.pop_front();
    return true;
}

bool
ParameterServer::HasResult(const TaskEntry& entry) const
{
    return entry.state == TaskEntry::State::Done && entry.inSum == m_workers.Workers();
}

void
ParameterServer::AssertInvariants([[maybe_unused]] uint64_t position)
{
    if constexpr (kHasAssertions)
    {
        uint64_t open = 0;
        m_dictionary.ForEachWaiting([&open](const TaskEntry& /* entry */) { ++open; });
        ESA_ASSERT(open == m_open, "6: as many entries are open as are counted");
        for (std::size_t place = 0; place < m_armed.size(); ++place)
        {
            const TaskEntry* const armed = m_dictionary.Find(m_armed[place]);
            ESA_ASSERT(place == 0 || m_armed[place - 1] < m_armed[place], "7: they are in order");
            ESA_ASSERT(armed && armed->state == TaskEntry::State::Open,
                       "7: their entries are open");
        }
        TaskEntry* const entry = m_dictionary.Find(position);
        if (!entry)
        {
            return;
        }
        m_dictionary.AssertInvariants(*entry);
        ESA_ASSERT(entry->state != TaskEntry::State::Noted || entry->inSum == 0,
                   "3: a noted entry has no fragment");
        if (entry->state != TaskEntry::State::Open)
        {
            return;
        }
        ESA_ASSERT(entry->inSum > 0 && entry->inSum < m_workers.Workers(),
                   "3: an open entry has some fragments, not all");
        const uint32_t* const inSum = m_workers.Words(*entry, EntrySet::InSum);
        const uint32_t* const reminded = m_workers.Words(*entry, EntrySet::Reminded);
        const uint32_t* const reminding = m_workers.Words(*entry, EntrySet::Reminding);
        uint32_t workers = 0;
        for (std::size_t word = 0; word < m_workers.Words(*entry); ++word)
        {
            workers += CountOf(inSum[word]);
            ESA_ASSERT((reminding[word] & ~reminded[word]) == 0, "5: only reminders are answered");
        }
        ESA_ASSERT(workers == entry->inSum, "4: the workers in the sum are counted");
    }
}

void
ParameterServer::Restart()
{
    m_dictionary = TaskDictionary(m_parameters.keptResults);
    m_armed.clear();
    m_outbox.clear();
    m_open = 0;
    m_questions.Clear();
    m_nextWalk = Picoseconds(0);
    AssertInvariants(m_latest);
}

InaPacket
ParameterServer::Address(const TaskEntry& entry, PacketKind kind) const
{
    return Address(entry, kind, m_workers.TreeOf(entry).Root());
}

InaPacket
ParameterServer::Address(const TaskEntry& entry, PacketKind kind, uint16_t group) const
{
    InaPacket packet;
    packet.kind = kind;
    packet.job = m_parameters.job;
    packet.seq = static_cast<uint32_t>(entry.position);
    packet.aggregator = entry.aggregator;
    m_workers.AddressTo(packet, group);
    return packet;
}

} // namespace ns3::esa
