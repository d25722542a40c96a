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
Rounds::AddJob(std::vector<uint32_t> nodes, int64_t lookahead)
{
    ESA_ASSERT(lookahead >= 0, "the end of a job is known before");
    m_jobs.Add(std::move(nodes));
    m_endLookahead = std::min(m_endLookahead, lookahead);
    m_hasLookahead = false;
}

void
Rounds::EndJob(std::size_t job, int64_t last)
{
    m_jobs.End(job, last);
}

void
Rounds::Wake(Agenda& agenda, int64_t step)
{
    if (m_isDivided)
    {
        Group& group = *m_groups[agenda.Group()];
        group.leafNext = &agenda == group.hub ? group.leafNext : std::min(group.leafNext, step);
    }
    if (!m_isAtWork) // otherwise the threads go through their groups
    {
        m_due.Take({step, step});
        if (m_waker)
        {
            m_waker(step);
        }
    }
}

bool
Rounds::IsOver() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->isOver;
    });
}

Rounds::Due
Rounds::DueOfShares() const
{
    Due due;
    for (const auto& share : m_shares)
    {
        due.Take(share->due);
    }
    return IsOver() ? Due{} : due;
}

void
Rounds::RunGroups(Share& share, const Due& first, int64_t end)
{
    try
    {
        for (Group* const group : share.groups)
        {
            if (group->Next() >= std::min(end, LimitOf(*group)))
            {
                continue;
            }
            const int64_t latest =
                group->isAlone ? end : After(first.next, m_endLookahead + m_shortest);
            RunGroup(*group, share, HorizonOf(*group, first), std::min(end, latest));
            if (group->isAlone)
            {
                group->hub->Rest(); // the next group uses the same memory
                std::for_each(group->leaves.begin(), group->leaves.end(), [](Agenda* leaf) {
                    leaf->Rest();
                });
            }
        }
    }
    catch (...)
    {
        share.failure = std::current_exception();
    }
}

void
Rounds::RunGroup(Group& group, Share& share, int64_t horizon, int64_t end)
{
    const int64_t length = group.length;
    while (!(group.isAlone && share.work > m_muchWork))
    {
        // No group may pass the last step of a job before this step is known.
        const int64_t known = After(group.Next(), m_endLookahead + m_shortest);
        const int64_t limit = std::min({end, LimitOf(group), known});
        const int64_t leaves = After(group.leafNext, length);
        const int64_t answers = After(group.hub->Next(), 2 * length); // to what the hub sends now
        const int64_t hubEnd = std::min({limit, horizon, leaves, answers});
        if (group.hub->Next() < hubEnd)
        {
            Visit(*group.hub, share, hubEnd);
            Publish(group);
            continue;
        }
        if (leaves > horizon && horizon < limit)
        {
            return; // the leaves wait until they are needed
        }
        // Before this, nothing from other groups arrives: the horizon is the limit, or behind the
        // leaves' next frame.
        const int64_t leafEnd = std::min(limit, After(group.FirstSending(), length));
        if (group.leafNext >= leafEnd)
        {
            return;
        }
        group.leafNext = Agenda::kNoStep;
        for (Agenda* const leaf : group.leaves)
        {
            if (leaf->Next() < leafEnd)
            {
                Visit(*leaf, share, leafEnd);
            }
            group.leafNext = std::min(group.leafNext, leaf->Next());
        }
        Publish(group);
    }
}

void
Rounds::Visit(Agenda& node, Share& share, int64_t end)
{
    const std::size_t frames = node.Run(end);
    share.frames += frames;
    share.work += frames + 1;
    ++share.visits;
}

void
Rounds::Publish(Group& group)
{
    for (Line* const line : group.sent)
    {
        line->Publish(); // the reader's agenda calls Wake()
    }
    group.sent.clear();
    if (!group.deferred.empty())
    {
        const std::lock_guard lock(m_mutex);
        RunInOrder(std::exchange(group.deferred, {}));
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
    FindDue(share);
}

void
Rounds::FindDue(Share& share) const
{
    share.due = Due{};
    for (const Group* const group : share.groups)
    {
        if (group->Next() < LimitOf(*group))
        {
            share.due.Take({group->Next(), group->FirstSending()});
        }
    }
}

void
Rounds::FindDueOfAll()
{
    for (const auto& share : m_shares)
    {
        FindDue(*share);
    }
    m_due = DueOfShares();
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
    FindDueOfAll(); // something may be due earlier
}

void
Rounds::Work(uint32_t thread)
{
    for (Due first = m_due; first.next < m_end; first = DueOfShares())
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
        RunGroups(*share, m_due, end);
    }
    for (uint32_t thread = 0; thread < m_shares.size(); ++thread)
    {
        Collect(thread);
    }
    if (HaveDeferred())
    {
        RunDeferredOfPass();
    }
    m_due = DueOfShares();
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
    if (!m_hasLookahead)
    {
        FindLookahead();
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
        FindDueOfAll();
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
        FindDueOfAll();
    }
    while (m_due.next < end)
    {
        if (m_team && m_framesOfPass >= m_fewFrames)
        {
            m_shares[0]->passes = 0;
            m_team->Run();
            m_due = DueOfShares();
            m_framesOfPass = TakeFrames() / std::max<uint64_t>(m_shares[0]->passes, 1);
        }
        else
        {
            PassAlone(m_team ? std::min(end, m_due.next + kStepsAlone) : end);
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
Rounds::AfterThisRound(std::function<void()> what)
{
    const Agenda* const node = Agenda::Running();
    if (!node)
    {
        what();
        return;
    }
    Group& group = *m_groups[node->Group()];
    auto& deferred = group.isAlone ? group.deferred : m_shares[group.thread]->deferred;
    deferred.push_back({node->Now(), node->Place(), std::move(what)});
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
