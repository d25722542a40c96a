// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-rounds.h"

#include "esa-line.h"
#include "esa-round-team.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <iterator>
#include <numeric>
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
    m_endLookahead = HasJobs() ? std::min(m_endLookahead, lookahead) : lookahead;
    m_jobs.Add(std::move(nodes));
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
    Group* const group = m_isDivided ? m_groups[agenda.Group()].get() : nullptr;
    if (group)
    {
        group->leafNext = &agenda == group->hub ? group->leafNext : std::min(group->leafNext, step);
    }
    if (!m_isAtWork) // otherwise the threads go through their groups
    {
        m_shares[group ? group->thread : 0]->due.Add({step, step});
        if (m_waker)
        {
            m_waker(agenda, step);
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
        due.Add(share->due);
    }
    return IsOver() ? Due{} : due;
}

void
Rounds::Pass(std::size_t begin, std::size_t end)
{
    const bool hasAll = end - begin == m_shares.size();
    const auto meet = [this, hasAll] {
        if (!hasAll)
        {
            m_team->Meet();
        }
    };
    // 1. Nodes work, as far as no other group can send them something.
    const Due first = DueOfShares();
    for (std::size_t place = begin; place < end; ++place)
    {
        Work(*m_shares[place], first);
        ++m_shares[place]->passes;
    }
    meet();
    // 2. What they have sent to other groups reaches its readers.
    for (std::size_t place = begin; place < end; ++place)
    {
        Exchange(place);
    }
    meet();
    // 3. What they have deferred for all is done by one thread, while no node works.
    if (HaveDeferred())
    {
        if (begin == 0)
        {
            ActForAll();
        }
        meet();
    }
}

void
Rounds::Work(Share& share, const Due& first)
{
    try
    {
        for (Group* const group : share.groups)
        {
            if (group->Next() >= EndOf(*group, first, Agenda::kNoStep))
            {
                continue;
            }
            WorkOfGroup(*group, share, first);
            if (group->isAlone)
            {
                group->hub->ReleaseIdleMemory(); // the next group uses the same memory
                std::for_each(group->leaves.begin(), group->leaves.end(), [](Agenda* leaf) {
                    leaf->ReleaseIdleMemory();
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
Rounds::WorkOfGroup(Group& group, Share& share, const Due& first)
{
    // From here on something may arrive from other groups.
    const int64_t outside = group.isAlone ? Agenda::kNoStep : After(first.sending, group.lookahead);
    while (!(group.isAlone && share.work > m_muchWork))
    {
        const int64_t leaves = After(group.leafNext, group.length);
        const int64_t answers = After(group.hub->Next(), 2 * group.length); // to what it sends now
        const int64_t hubEnd = EndOf(group, first, std::min({outside, leaves, answers}));
        if (group.hub->Next() < hubEnd)
        {
            Visit(*group.hub, share, hubEnd);
            Publish(group);
            continue;
        }
        if (leaves > outside && outside < EndOf(group, first, Agenda::kNoStep))
        {
            return; // the leaves wait until they are needed
        }
        // Before this, nothing from other groups arrives: that is behind the leaves' next frame.
        const int64_t leafEnd = EndOf(group, first, After(group.FirstSending(), group.length));
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
Rounds::Exchange(std::size_t place)
{
    for (const auto& writer : m_shares)
    {
        for (Line* const line : writer->sent[place])
        {
            line->Publish();
        }
        writer->sent[place].clear();
    }
    Share& share = *m_shares[place];
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
        if (group->Next() < EndOfJobs(*group))
        {
            share.due.Add({group->Next(), group->FirstSending()});
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
}

void
Rounds::ActForAll()
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

uint64_t
Rounds::Frames() const
{
    uint64_t frames = 0;
    for (const auto& share : m_shares)
    {
        frames += share->frames;
    }
    return frames;
}

int64_t
Rounds::FindPlan()
{
    const int64_t first = Next();
    if (first != Agenda::kNoStep)
    {
        m_causes.erase(m_causes.begin(), m_causes.lower_bound(first));
    }
    const int64_t cause = m_causes.empty() ? Agenda::kNoStep : *m_causes.begin();
    return After(std::min(After(first, m_endLookahead), cause), m_shortest);
}

void
Rounds::Run(int64_t event)
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
    m_plan = m_isLimited ? Agenda::kNoStep : FindPlan();
    RunPasses(event);
    if (m_isLimited && !IsOver())
    {
        // All groups have reached the ends of their jobs, or are idle: the end of the run is known.
        m_isLimited = false;
        m_endOfRun = m_jobs.LimitOfRun();
        RunPasses(event);
        m_endOfRun = JobEnds::kOpen;
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
Rounds::RunNode(Agenda& node, int64_t step)
{
    Visit(node, *m_shares[0], step + 1);
    RunDeferred();
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
Rounds::RunPasses(int64_t event)
{
    if (HasJobs()) // what groups may do has changed
    {
        FindDueOfAll();
    }
    const int64_t end = std::min({event, m_plan, m_endOfRun});
    for (int64_t next = Next(); next < end; next = Next())
    {
        const uint64_t before = Frames();
        const uint64_t passes = m_shares[0]->passes;
        if (m_team && m_framesOfPass >= m_fewFrames)
        {
            m_event = event;
            m_team->Run();
        }
        else
        {
            m_event = m_team ? std::min(event, next + kStepsAlone) : event;
            Pass(0, m_shares.size());
        }
        m_framesOfPass = (Frames() - before) / (m_shares[0]->passes - passes);
    }
}

void
Rounds::OnSent(Line& line)
{
    const Agenda* const writer = Agenda::Running();
    const Agenda* const reader = line.Reader();
    if (!m_isAtWork || !writer || !reader)
    {
        line.Publish(); // between rounds, or in RunNode(), where no other node is at work
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
    Group* const group = m_isAtWork ? m_groups[node->Group()].get() : nullptr;
    auto& deferred =
        group && group->isAlone ? group->deferred : m_shares[group ? group->thread : 0]->deferred;
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

// How the nodes are divided into groups, and which groups wait for each other.

std::vector<std::vector<uint32_t>>
Rounds::Racks() const
{
    std::vector<uint32_t> degrees(m_nodes.size(), 0);
    for (const Connection& line : m_lines)
    {
        ++degrees[line.from];
    }
    // A node with one line stands beside the node that the line leads to.
    std::vector<uint32_t> beside(m_nodes.size());
    std::iota(beside.begin(), beside.end(), 0);
    for (const Connection& line : m_lines)
    {
        if (degrees[line.from] == 1 && degrees[line.to] > 1)
        {
            beside[line.from] = line.to;
        }
    }
    std::vector<std::vector<uint32_t>> racks(m_nodes.size());
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        auto& rack = racks[beside[node]];
        rack.insert(beside[node] == node ? rack.begin() : rack.end(), node);
    }
    racks.erase(
        std::remove_if(racks.begin(), racks.end(), [](const auto& rack) { return rack.empty(); }),
        racks.end());
    return racks;
}

void
Rounds::Divide()
{
    const auto threads = static_cast<uint32_t>(m_shares.size());
    // The work of a node grows with its lines.
    const auto weightOf = [this](const std::vector<uint32_t>& group) {
        uint64_t weight = 0;
        for (const uint32_t node : group)
        {
            weight += std::max(m_nodes[node]->Lines(), 1U);
        }
        return weight;
    };
    auto groups = Racks();
    uint64_t total = 0;
    uint64_t largest = 0;
    for (const auto& group : groups)
    {
        total += weightOf(group);
        largest = std::max(largest, weightOf(group));
    }
    if (largest * threads > total + largest) // a rack is too much for one thread
    {
        groups.clear();
        for (uint32_t node = 0; node < m_nodes.size(); ++node)
        {
            groups.push_back({node});
        }
    }
    for (const auto& share : m_shares)
    {
        share->groups.clear();
    }
    m_groups.clear();
    uint64_t before = 0;
    for (const auto& places : groups)
    {
        const uint64_t weight = weightOf(places);
        m_groups.push_back(std::make_unique<Group>());
        Group& group = *m_groups.back();
        group.thread = static_cast<uint32_t>((2 * before + weight) * threads / (2 * total));
        before += weight;
        m_shares[group.thread]->groups.push_back(&group);
        for (const uint32_t place : places)
        {
            Agenda& node = *m_nodes[place];
            node.SetGroup(static_cast<uint32_t>(m_groups.size()) - 1);
            if (!group.hub)
            {
                group.hub = &node;
                continue;
            }
            group.leaves.push_back(&node);
            group.leafNext = std::min(group.leafNext, node.Next());
        }
    }
    m_borders.clear();
    for (const Connection& line : m_lines)
    {
        Group& group = *m_groups[m_nodes[line.from]->Group()];
        if (m_nodes[line.to]->Group() == m_nodes[line.from]->Group())
        {
            group.length = std::min(group.length, line.steps);
        }
        else
        {
            m_borders.push_back(line);
        }
    }
    if (threads > 1 && !m_team)
    {
        m_team = std::make_unique<RoundTeam>(threads, [this](uint32_t thread) {
            while (Next() < std::min({m_event, m_plan, m_endOfRun}))
            {
                Pass(thread, thread + 1);
            }
        });
    }
    m_isDivided = true;
    m_hasLookahead = false;
    FindDueOfAll();
}

void
Rounds::FindLookahead()
{
    for (const auto& group : m_groups)
    {
        group->lookahead = kFar;
        group->isAlone = HasJobs();
    }
    for (const Connection& line : m_borders)
    {
        if (line.line->IsOpen())
        {
            Group& group = *m_groups[m_nodes[line.to]->Group()];
            group.lookahead = std::min(group.lookahead, line.steps);
            group.isAlone = false;
            m_groups[m_nodes[line.from]->Group()]->isAlone = false;
        }
    }
    FindLimits();
    m_hasLookahead = true;
}

void
Rounds::FindLimits()
{
    for (std::size_t job = 0; job < m_jobs.Size(); ++job)
    {
        const std::vector<uint32_t>& nodes = m_jobs.NodesOf(job);
        const auto groupOf = [this](uint32_t node) { return m_nodes[node]->Group(); };
        const bool isShared = std::any_of(nodes.begin(), nodes.end(), [&](uint32_t node) {
            return groupOf(node) != groupOf(nodes.front());
        });
        for (const uint32_t node : nodes)
        {
            Group& group = *m_groups[groupOf(node)];
            group.isAlone = group.isAlone && !isShared;
        }
    }
    m_common = JobEnds::Limit{};
    for (const auto& group : m_groups)
    {
        group->own = JobEnds::Limit{};
        group->limit = group->isAlone ? &group->own : &m_common;
    }
    for (std::size_t job = 0; job < m_jobs.Size(); ++job)
    {
        m_jobs.Assign(job, *m_groups[m_nodes[m_jobs.NodesOf(job).front()]->Group()]->limit);
    }
}

} // namespace ns3::esa
