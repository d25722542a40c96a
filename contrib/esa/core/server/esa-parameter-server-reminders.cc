// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// When the PS sends reminders. There are three reasons: a worker requests one, fragments with
// larger positions have overtaken an entry, or an entry has not changed for a timeout.

#include "esa-parameter-server.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// After this number of reminders without an answer a switch is taken for one that holds nothing.
constexpr uint8_t kRemindersInVain = 2;

} // namespace

void
ParameterServer::OnWorkerReminder(const InaPacket& packet, Picoseconds now)
{
    const uint64_t position = PositionOf(packet.seq, m_latest);
    if (!m_system.onHost.psReminds && !m_workers.RoleOf(position).IsGather())
    {
        return;
    }
    TaskEntry& entry = m_dictionary.FindOrInsert(position);
    if (entry.state == TaskEntry::State::Done && OnReminderOfDone(entry, packet, now))
    {
        return;
    }
    entry.aggregator = m_workers.TaskAggregator(packet);
    if (m_parameters.recovery)
    {
        m_workers.Put(entry, EntrySet::Lacking, packet.worker);
        const bool nobodyHasIt = entry.hasQueriedFew && m_workers.IsFull(entry, EntrySet::Lacking);
        if (AwaitsAnswers(entry, now) && !nobodyHasIt)
        {
            return;
        }
        // Nothing has overtaken this result, and nothing of it went past the switch. Perhaps it
        // only waits for a slow worker. Then a reminder would take a sum out of the switch that can
        // still be completed there. So a worker is queried instead.
        if (packet.urgent && !entry.isSplit && entry.remindedAt == kNever)
        {
            Query(entry, now);
            return;
        }
        AskSwitches(entry, &Counts::remindersForwarded, now);
        return;
    }
    if (entry.remindedAt != kNever && now - entry.remindedAt < m_parameters.reminderHoldoff)
    {
        return;
    }
    AskSwitches(entry, &Counts::remindersForwarded, now);
}

bool
ParameterServer::OnReminderOfDone(TaskEntry& entry, const InaPacket& packet, Picoseconds now)
{
    if (!m_parameters.recovery)
    {
        return true;
    }
    if (HasResult(entry))
    {
        SendLost(entry, packet.worker, now);
        return true;
    }
    // Another worker had the result, so the entry was closed without it. That worker keeps it no
    // more, so the next question goes to the next one.
    const uint8_t questions = entry.questions;
    entry = TaskEntry{};
    entry.questions = questions;
    entry.position = PositionOf(packet.seq, m_latest);
    entry.state = TaskEntry::State::Noted;
    return false;
}

void
ParameterServer::OnReminderAnswer(const InaPacket& packet, Picoseconds now)
{
    // Of what names no worker nothing is added, whatever it carries.
    const bool isMiss = m_workers.AreNoneIn(packet);
    m_counts.misses += isMiss ? 1 : 0;
    if (!isMiss)
    {
        Merge(packet, now);
    }
    TaskEntry* entry = m_dictionary.Find(PositionOf(packet.seq, m_latest));
    if (!entry || entry->state == TaskEntry::State::Done ||
        !m_workers.DropGroup(*entry, EntrySet::Reminding, packet.group))
    {
        return;
    }
    if (!entry->isRemindedAgain)
    {
        m_minAnswerTime = std::min(m_minAnswerTime, now - entry->remindedAt);
        m_switchAnswerTime.AddSample(now - entry->remindedAt);
    }
    // No worker requested a task that larger fragments have overtaken only here: one may be slow.
    const bool isWanted = entry->timeouts > 0 || !m_workers.IsEmpty(*entry, EntrySet::Lacking);
    if (!m_workers.IsEmpty(*entry, EntrySet::Reminding))
    {
        return;
    }
    entry->inVain = 0;
    if (isWanted)
    {
        NextGroups(*entry).empty() ? Query(*entry, now)
                                   : SendOrPostpone(*entry, &Counts::remindersForwarded, now);
    }
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
        const bool isOvertaken = m_workers.AreInOrder(*next, position);
        if (!isOvertaken || ++entry.overtaken < m_parameters.reorderingThreshold)
        {
            *kept++ = *next;
            continue;
        }
        // One reminder per change: counting stops until the entry changes again or times out.
        AskSwitches(entry, &Counts::remindersOvertaken, now);
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
    if (!NeedsTimer())
    {
        return;
    }
    const CheckedAtBothEnds check([this] { AssertInvariants(m_latest); });
    const Picoseconds timeout = m_rto.Timeout();
    if (m_system.onHost.psReminds && (now >= m_nextWalk || timeout < m_walkTimeout))
    {
        WalkEntries(timeout, now);
    }
    SendPostponed(now);
}

void
ParameterServer::WalkEntries(Picoseconds timeout, Picoseconds now)
{
    const Picoseconds late = RemindsInTime() ? m_parameters.reorderingWindow : kLongestTimeout;
    // An entry that is opened or changed meanwhile is not due before.
    m_nextWalk = now + std::min(timeout, late);
    m_walkTimeout = timeout;
    m_dictionary.ForEachWaiting([&](TaskEntry& entry) {
        const uint32_t backOffs = m_parameters.recovery ? entry.timeouts : 0;
        if (entry.state == TaskEntry::State::Open &&
            now - entry.changedAt >= BackedOff(timeout, backOffs))
        {
            TimeOut(entry, now);
        }
        else if (RemindsInTime() && IsLate(entry, now))
        {
            entry.overtaken = 1; // one reminder per change, or timeout
            AskSwitches(entry, &Counts::remindersOvertaken, now);
        }
        if (entry.state == TaskEntry::State::Open)
        {
            m_nextWalk = std::min(
                m_nextWalk,
                entry.changedAt + BackedOff(timeout, m_parameters.recovery ? entry.timeouts : 0));
            if (entry.overtaken == 0)
            {
                m_nextWalk = std::min(m_nextWalk, entry.changedAt + late);
            }
        }
    });
}

void
ParameterServer::TimeOut(TaskEntry& entry, Picoseconds now)
{
    ESA_ASSERT(entry.state == TaskEntry::State::Open, "only an open entry waits for fragments");
    entry.timedOut = true;
    entry.timeouts = static_cast<uint8_t>(std::min<uint32_t>(entry.timeouts + 1, kMaxBackOffs));
    entry.changedAt = now;
    entry.overtaken = 0;
    if (!RemindsInTime())
    {
        Arm(entry.position);
    }
    AskSwitches(entry, &Counts::remindersTimeout, now);
}

bool
ParameterServer::IsLate(const TaskEntry& entry, Picoseconds now) const
{
    return entry.state == TaskEntry::State::Open && entry.overtaken == 0 &&
           now - entry.changedAt >= m_parameters.reorderingWindow && !m_workers.SumsAtServer();
}

void
ParameterServer::AskSwitches(TaskEntry& entry, Count reason, Picoseconds now)
{
    if (m_parameters.recovery)
    {
        if (AwaitsAnswers(entry, now))
        {
            return;
        }
        BeginAgain(entry);
    }
    SendOrPostpone(entry, reason, now);
}

void
ParameterServer::BeginAgain(TaskEntry& entry) const
{
    const bool isAnswered = m_workers.IsEmpty(entry, EntrySet::Reminding);
    if (isAnswered)
    {
        entry.isRemindedAgain |= !m_workers.IsEmpty(entry, EntrySet::Reminded);
        m_workers.Empty(entry, EntrySet::Reminded);
        return;
    }
    if (entry.inVain < kRemindersInVain)
    {
        entry.isRemindedAgain = true;
        m_workers.RemoveAll(entry, EntrySet::Reminded, EntrySet::Reminding);
    }
    m_workers.Empty(entry, EntrySet::Reminding);
}

bool
ParameterServer::SendNext(TaskEntry& entry, Picoseconds now)
{
    const std::vector<uint16_t> groups = NextGroups(entry);
    if (!groups.empty())
    {
        Remind(entry, groups, now);
    }
    else if (m_parameters.recovery)
    {
        SendQueries(entry, now);
    }
    return !groups.empty();
}

void
ParameterServer::Remind(TaskEntry& entry, const std::vector<uint16_t>& groups, Picoseconds now)
{
    for (const uint16_t group : groups)
    {
        InaPacket reminder = Address(entry, PacketKind::Reminder, group);
        reminder.urgent = m_parameters.recovery;
        m_outbox.push_back(std::move(reminder));
        if (m_parameters.recovery)
        {
            m_workers.PutGroup(entry, EntrySet::Reminded, group);
            m_workers.PutGroup(entry, EntrySet::Reminding, group);
        }
    }
    entry.remindedAt = now;
    entry.inVain += entry.inVain < UINT8_MAX ? 1 : 0;
    m_counts.remindersCopied += groups.size() - 1;
    m_questions.Spend(groups.size(), now);
}

std::vector<uint16_t>
ParameterServer::NextGroups(TaskEntry& entry) const
{
    std::vector<uint16_t> groups;
    if (IsForWorkers(entry))
    {
        return groups;
    }
    const AggregationTree& tree = m_workers.TreeOf(entry);
    const uint32_t* inSum = m_workers.Words(entry, EntrySet::InSum);
    std::vector<bool> isMissing(tree.Root() + std::size_t{1});
    std::vector<bool> isHere(isMissing.size());
    // A group's number is larger than those of its members.
    for (uint16_t number = tree.First(); number <= tree.Root(); ++number)
    {
        const AggregationTree::Group& group = tree.At(number);
        if (group.isLeaf)
        {
            isMissing[number] = inSum[group.firstWord] != tree.FullWord(group.firstWord);
            isHere[number] = inSum[group.firstWord] != 0;
        }
        if (group.parent != 0)
        {
            isMissing[group.parent] = isMissing[group.parent] || isMissing[number];
            isHere[group.parent] = isHere[group.parent] || isHere[number];
        }
    }
    for (uint16_t number = tree.Root() + 1; number-- > tree.First();)
    {
        const AggregationTree::Group& group = tree.At(number);
        if (!isMissing[number] || !group.IsHeld() ||
            m_workers.HasGroup(entry, EntrySet::Reminded, number))
        {
            continue;
        }
        // Without recovery a switch that holds nothing does not answer, so all are reminded at
        // once. If a part of a group is here, its sum never goes up. Otherwise the group above may
        // have it.
        const bool isNext = group.parent == 0 || tree.At(group.parent).isServers ||
                            m_workers.HasGroup(entry, EntrySet::Reminded, group.parent);
        if (!m_parameters.recovery || isHere[number] || isNext)
        {
            groups.push_back(number);
        }
    }
    return groups;
}

} // namespace ns3::esa
