// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What the PS does to spare its link. In a large job a question may bring thousands of answers, and
// thousands of workers may lack the same result.

#include "esa-parameter-server.h"

#include <algorithm>

namespace ns3::esa
{
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
ParameterServer::WayToWorkers() const
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
ParameterServer::Ask(TaskEntry& entry, Picoseconds now)
{
    if (!m_questions.Postpones(entry.position, now) && SendNext(entry, now))
    {
        ++m_counts.remindersForwarded;
    }
}

void
ParameterServer::AskPostponed(Picoseconds now)
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
    if (entry.changedAt != kNever && now - entry.changedAt < std::min(AnswerTime(), WayToWorkers()))
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
