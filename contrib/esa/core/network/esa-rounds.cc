// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-rounds.h"

#include "esa-line.h"
#include "esa-round-team.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::esa
{

Rounds::Rounds()
{
    SetThreads(1);
}

Rounds::~Rounds() = default;

void
Rounds::SetThreads(uint32_t threads, uint64_t fewFrames, uint64_t muchWork)
{
    m_muchWork = muchWork;
    m_fewFrames = fewFrames;
    ESA_ASSERT(threads > 0 && !m_team, "the threads are known before the first round");
    m_shares.clear();
    for (uint32_t thread = 0; thread < threads; ++thread)
    {
        m_shares.push_back(std::make_unique<Share>());
        m_shares.back()->sent.resize(threads);
    }
    m_isDivided = false;
}

void
Rounds::Add(std::shared_ptr<Agenda> agenda)
{
    agenda->SetPlace(static_cast<uint32_t>(m_nodes.size()));
    m_nodes.push_back(std::move(agenda));
    m_isDivided = false;
}

void
Rounds::AddLine(const Agenda& from, const Line& line, int64_t steps)
{
    m_lines.push_back({from.Place(), line.Reader()->Place(), steps, &line});
    m_shortest = std::min(m_shortest, steps);
    m_isDivided = false;
}

void
Rounds::AddJob(std::vector<uint32_t> nodes, int64_t notice)
{
    ESA_ASSERT(notice >= 0, "the end of a job is known before");
    m_jobs.Add(std::move(nodes));
    m_notice = std::min(m_notice, notice);
    m_knowsReach = false;
}

void
Rounds::EndJob(std::size_t job, int64_t last)
{
    m_jobs.End(job, last);
}

void
Rounds::OnWake(const Agenda& agenda, int64_t step)
{
    if (m_isDivided)
    {
        Group& group = *m_groups[agenda.Group()];
        group.next = std::min(group.next, step);
    }
    if (!m_isAtWork) // otherwise the threads look at their groups
    {
        m_next = std::min(m_next, step);
    }
}

bool
Rounds::IsOver() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->isOver;
    });
}

int64_t
Rounds::NextOfShares() const
{
    int64_t next = Agenda::kNoStep;
    for (const auto& share : m_shares)
    {
        next = std::min(next, share->next);
    }
    return IsOver() ? Agenda::kNoStep : next;
}

void
Rounds::RunGroups(Share& share, int64_t first, int64_t end)
{
    try
    {
        for (Group* const group : share.groups)
        {
            if (group->isAlone && group->next < std::min(end, LimitOf(*group)))
            {
                RunGroup(*group, share, end);
                std::for_each(group->nodes.begin(), group->nodes.end(), [](Agenda* node) {
                    node->Rest(); // the next group uses the same memory
                });
            }
            else if (!group->isAlone)
            {
                RunGroup(*group, share, std::min(end, first + group->reach));
            }
        }
    }
    catch (...)
    {
        share.failure = std::current_exception();
    }
}

void
Rounds::RunGroup(Group& group, Share& share, int64_t end)
{
    while (group.next < std::min(end, LimitOf(group)) &&
           !(group.isAlone && share.work > m_muchWork))
    {
        const int64_t endOfRound = std::min({end, LimitOf(group), group.next + group.length});
        group.next = Agenda::kNoStep;
        for (Agenda* const node : group.nodes)
        {
            if (node->Next() < endOfRound)
            {
                const std::size_t frames = node->Run(endOfRound);
                share.frames += frames;
                share.work += frames + 1;
                ++share.visits;
            }
            group.next = std::min(group.next, node->Next());
        }
        for (Line* const line : group.sent)
        {
            line->Publish(); // the reader's agenda calls OnWake()
        }
        group.sent.clear();
        if (!group.deferred.empty())
        {
            const std::lock_guard lock(m_mutex);
            RunInOrder(std::exchange(group.deferred, {}));
        }
    }
}

void
Rounds::Collect(uint32_t thread)
{
    for (const auto& writer : m_shares)
    {
        for (Line* const line : writer->sent[thread])
        {
            line->Publish();
        }
        writer->sent[thread].clear();
    }
    Share& share = *m_shares[thread];
    share.isOver = share.failure || (HasJobs() && share.work > m_muchWork);
    share.hasDeferred = HasJobs() && !share.deferred.empty();
    FindNext(share);
}

void
Rounds::FindNext(Share& share) const
{
    share.next = Agenda::kNoStep;
    for (const Group* const group : share.groups)
    {
        share.next = group->next < LimitOf(*group) ? std::min(share.next, group->next) : share.next;
    }
}

void
Rounds::FindNextOfAll()
{
    for (const auto& share : m_shares)
    {
        FindNext(*share);
    }
    m_next = NextOfShares();
}

void
Rounds::RunDeferredOfPass()
{
    try
    {
        RunDeferred();
    }
    catch (...)
    {
        m_shares[0]->failure = std::current_exception();
        m_shares[0]->isOver = true;
    }
    FindNextOfAll(); // something may be due earlier
}

void
Rounds::Work(uint32_t thread)
{
    for (int64_t first = m_next; first < m_end; first = NextOfShares())
    {
        RunGroups(*m_shares[thread], first, m_end);
        ++m_shares[thread]->passes;
        m_team->Meet();
        Collect(thread);
        m_team->Meet();
        if (HaveDeferred())
        {
            if (thread == 0)
            {
                RunDeferredOfPass();
            }
            m_team->Meet();
        }
    }
}

void
Rounds::PassAlone(int64_t end)
{
    for (const auto& share : m_shares)
    {
        RunGroups(*share, m_next, end);
    }
    for (uint32_t thread = 0; thread < m_shares.size(); ++thread)
    {
        Collect(thread);
    }
    if (HaveDeferred())
    {
        RunDeferredOfPass();
    }
    m_next = NextOfShares();
}

uint64_t
Rounds::TakeFrames()
{
    uint64_t frames = 0;
    for (const auto& share : m_shares)
    {
        frames += std::exchange(share->frames, 0);
    }
    m_frames += frames;
    return frames;
}

void
Rounds::Run(int64_t end)
{
    if (!m_isDivided)
    {
        Divide();
    }
    if (!m_knowsReach)
    {
        FindReach();
    }
    m_isAtWork = true;
    m_isLimited = HasJobs();
    WorkUntil(end);
    if (m_isLimited && !IsOver())
    {
        // All groups have reached the ends of their jobs, or are idle: the end of the run is known.
        m_isLimited = false;
        WorkUntil(std::min(end, m_jobs.LimitOfRun()));
    }
    m_isLimited = false;
    m_isAtWork = false;
    EndRun();
    RunDeferred();
    for (const auto& what : std::exchange(m_atEnd, {}))
    {
        what();
    }
}

void
Rounds::EndRun()
{
    std::exception_ptr failure;
    for (const auto& share : m_shares)
    {
        failure = failure ? failure : share->failure;
        share->failure = nullptr;
        share->isOver = false;
        share->work = 0;
    }
    if (HasJobs()) // all groups may go on, now
    {
        FindNextOfAll();
    }
    if (failure)
    {
        std::rethrow_exception(failure);
    }
}

void
Rounds::WorkUntil(int64_t end)
{
    m_end = end;
    if (HasJobs()) // what groups may do has changed
    {
        FindNextOfAll();
    }
    while (m_next < end)
    {
        if (m_team && m_framesOfPass >= m_fewFrames)
        {
            m_shares[0]->passes = 0;
            m_team->Run();
            m_next = NextOfShares();
            m_framesOfPass = TakeFrames() / std::max<uint64_t>(m_shares[0]->passes, 1);
        }
        else
        {
            PassAlone(m_team ? std::min(end, m_next + kStepsAlone) : end);
            m_framesOfPass = TakeFrames();
        }
    }
}

void
Rounds::OnSent(Line& line)
{
    const Agenda* const writer = Agenda::Running();
    const Agenda* const reader = line.Reader();
    if (!writer || !reader)
    {
        line.Publish(); // between rounds
        return;
    }
    Group& group = *m_groups[writer->Group()];
    if (reader->Group() == writer->Group())
    {
        group.sent.push_back(&line);
        return;
    }
    ESA_ASSERT(line.IsOpen(), "a line is opened before something is sent into it");
    m_shares[group.thread]->sent[m_groups[reader->Group()]->thread].push_back(&line);
}

void
Rounds::Defer(std::function<void()> what)
{
    const Agenda& node = *Agenda::Running();
    Group& group = *m_groups[node.Group()];
    auto& deferred = group.isAlone ? group.deferred : m_shares[group.thread]->deferred;
    deferred.push_back({node.Now(), node.Place(), std::move(what)});
}

bool
Rounds::HaveDeferred() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->hasDeferred;
    });
}

void
Rounds::RunInOrder(std::vector<Deferred> deferred)
{
    std::stable_sort(deferred.begin(), deferred.end(), [](const Deferred& a, const Deferred& b) {
        return a.at != b.at ? a.at < b.at : a.node < b.node;
    });
    for (const Deferred& one : deferred)
    {
        one.what();
    }
}

void
Rounds::RunDeferred()
{
    std::vector<Deferred> all;
    for (const auto& share : m_shares)
    {
        std::move(share->deferred.begin(), share->deferred.end(), std::back_inserter(all));
        share->deferred.clear();
    }
    RunInOrder(std::move(all));
}

uint64_t
Rounds::Visits() const
{
    uint64_t visits = 0;
    for (const auto& share : m_shares)
    {
        visits += share->visits;
    }
    return visits;
}

} // namespace ns3::esa
