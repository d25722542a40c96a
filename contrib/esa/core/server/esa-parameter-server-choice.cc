// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Whether the PS repeats the request, and whom: one worker, a few, or all that are missing. And
// what the PS does to spare its link: in a large job a question may bring thousands of answers, and
// thousands of workers may lack the same result.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Questions about a task that go to one worker or a few, before everybody is queried.
constexpr uint8_t kQuestionsToFew = 2;

/// The second question goes to one in this many workers, who stand in different racks.
constexpr uint64_t kPartOfMany = 4;

/// It goes to this many workers at most.
constexpr uint64_t kMaxFew = 16;

} // namespace

bool
ParameterServer::AwaitsAnswers(TaskEntry& entry, Picoseconds now) const
{
    const uint32_t rounds = std::max<uint32_t>(entry.inVain, 1) - 1;
    // An answer of a worker may wait behind the worker's fragments, one of a switch does not.
    const Picoseconds ofSwitches = BackedOff(m_switchAnswerTime.Timeout(), rounds);
    const Picoseconds ofWorkers = BackedOff(AnswerTime(), rounds);
    return m_questions.Waits(entry.position) ||
           (!m_workers.IsEmpty(entry, EntrySet::Reminding) &&
            now - entry.remindedAt < ofSwitches) ||
           (entry.queriedAt != kNever && now - entry.queriedAt < ofWorkers &&
            !m_workers.IsEmpty(entry, EntrySet::Queried));
}

bool
ParameterServer::IsForWorkers(TaskEntry& entry) const
{
    if (m_workers.RoleOf(entry.position).IsGather())
    {
        return m_parameters.recovery; // no switch holds it
    }
    // Once the PS sums a task, a switch has nothing that the workers do not have.
    const bool wereAllQueried = entry.queriedAt != kNever && !entry.hasQueriedFew;
    // If neither the root nor the PS has a part of a sum, the result was most likely sent.
    const bool mayBeSent = entry.inSum == 0 && entry.questions == 0 &&
                           !m_workers.IsEmpty(entry, EntrySet::Reminded) &&
                           !m_workers.IsFull(entry, EntrySet::Lacking);
    return m_parameters.recovery && (wereAllQueried || mayBeSent);
}

bool
ParameterServer::IsForFew(TaskEntry& entry) const
{
    return entry.inSum == 0 && entry.questions < kQuestionsToFew &&
           !m_workers.RoleOf(entry.position).IsGather() &&
           !m_workers.IsFull(entry, EntrySet::Lacking);
}

void
ParameterServer::ChooseFew(TaskEntry& entry) const
{
    const uint32_t* lacking = m_workers.Words(entry, EntrySet::Lacking);
    uint32_t* queried = m_workers.Words(entry, EntrySet::Queried);
    uint64_t candidates = 0;
    for (std::size_t word = 0; word < m_workers.Words(entry); ++word)
    {
        queried[word] = 0;
        candidates += CountOf(m_workers.FullWord(entry, word) & ~lacking[word]);
    }
    ESA_ASSERT(candidates > 0, "a worker does not lack the result");
    const uint64_t few =
        entry.questions > 0 ? std::clamp<uint64_t>(candidates / kPartOfMany, 1, kMaxFew) : 1;
    for (uint64_t number = 0; number < few; ++number)
    {
        uint64_t turn = (entry.position + entry.questions + number * candidates / few) % candidates;
        std::size_t word = 0;
        uint32_t others = m_workers.FullWord(entry, 0) & ~lacking[0];
        while (turn >= CountOf(others))
        {
            turn -= CountOf(others);
            ++word;
            others = m_workers.FullWord(entry, word) & ~lacking[word];
        }
        for (; turn > 0; --turn)
        {
            others &= others - 1;
        }
        queried[word] |= others & ~(others - 1);
    }
}

void
ParameterServer::ChooseTheMissing(TaskEntry& entry) const
{
    if (const TaskRole role = m_workers.RoleOf(entry.position); role.IsGather())
    {
        m_workers.Empty(entry, EntrySet::Queried);
        m_workers.Put(entry, EntrySet::Queried, role.root);
        return;
    }
    const uint32_t* inSum = m_workers.Words(entry, EntrySet::InSum);
    uint32_t* queried = m_workers.Words(entry, EntrySet::Queried);
    for (std::size_t word = 0; word < m_workers.Words(entry); ++word)
    {
        queried[word] = m_workers.FullWord(entry, word) & ~inSum[word];
    }
}

namespace
{

/// A switch answers in this part of the time that a worker needs, or earlier.
constexpr int kWorkerAnswer = 8;

} // namespace

Picoseconds
ParameterServer::AnswerTime() const
{
    return m_answerTime.HasSample()
               ? m_answerTime.Timeout()
               : std::min(m_parameters.rtoMin, kWorkerAnswer * m_minAnswerTime);
}

bool
ParameterServer::IsMarked(const TaskEntry& entry, Picoseconds now) const
{
    return entry.markedAt != kNever && now - entry.markedAt <= AnswerTime();
}

Picoseconds
ParameterServer::TimeToWorkers() const
{
    return std::max(m_parameters.reminderHoldoff, kWorkerAnswer * m_minAnswerTime);
}

void
ParameterServer::LearnAnswerTime(Picoseconds sample)
{
    // A worker that has not sent its fragment answers so, and sends the PS a copy when it sends it.
    // If the first answer is lost, the copy looks like one that took as long as the job waited.
    // Then the PS would wait for longer, so the job would, and so on.
    if (sample > m_parameters.rtoMin + m_questions.Longest())
    {
        return;
    }
    m_answerTime.AddSample(sample);
}

void
ParameterServer::SendOrPostpone(TaskEntry& entry, Count reason, Picoseconds now)
{
    if (!m_questions.Postpones(entry.position, now) && SendNext(entry, now))
    {
        ++(m_counts.*reason);
    }
}

void
ParameterServer::SendPostponed(Picoseconds now)
{
    uint64_t position = 0;
    while (m_questions.Take(now, position))
    {
        TaskEntry* entry = m_dictionary.Find(position);
        if (entry && entry->state != TaskEntry::State::Done && SendNext(*entry, now))
        {
            ++m_counts.remindersForwarded;
        }
    }
}

void
ParameterServer::SendLost(TaskEntry& entry, uint16_t worker, Picoseconds now)
{
    // What one worker brings keeps its order, so one that lacks it has seen what came later.
    const Picoseconds onItsWay = m_workers.RoleOf(entry.position).IsGather()
                                     ? m_parameters.reminderHoldoff
                                     : std::min(AnswerTime(), TimeToWorkers());
    if (entry.changedAt != kNever && now - entry.changedAt < onItsWay)
    {
        return; // it is on its way
    }
    if (entry.sentAgain == kMaxForwards)
    {
        SendToAll(entry, now);
        return;
    }
    ++entry.sentAgain;
    Forward(entry, worker, now);
}

void
ParameterServer::SendToAll(TaskEntry& entry, Picoseconds now)
{
    SendResult(entry, kAllWorkers, now);
    ++m_counts.results;
    entry.sentAgain = 0;
    entry.changedAt = now;
}

} // namespace ns3::esa
