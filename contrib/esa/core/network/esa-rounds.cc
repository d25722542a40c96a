/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
Rounds::SetThreads(uint32_t threads, uint64_t fewFrames)
{
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
    m_isDivided = false;
}

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
            group.nodes.push_back(&node);
            group.next = std::min(group.next, node.Next());
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
        m_team = std::make_unique<RoundTeam>(threads, [this](uint32_t thread) { Work(thread); });
    }
    m_isDivided = true;
    m_knowsReach = false;
}

void
Rounds::FindReach()
{
    for (const auto& group : m_groups)
    {
        group->reach = kFar;
    }
    for (const Connection& line : m_borders)
    {
        if (line.line->IsOpen())
        {
            Group& group = *m_groups[m_nodes[line.to]->Group()];
            group.reach = std::min(group.reach, line.steps);
        }
    }
    m_knowsReach = true;
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

int64_t
Rounds::NextOfShares() const
{
    int64_t next = Agenda::kNoStep;
    for (const auto& share : m_shares)
    {
        if (share->hasFailed)
        {
            return Agenda::kNoStep;
        }
        next = std::min(next, share->next);
    }
    return next;
}

void
Rounds::RunGroups(Share& share, int64_t first, int64_t end)
{
    try
    {
        for (Group* const group : share.groups)
        {
            RunGroup(*group, share, std::min(end, first + group->reach));
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
    while (group.next < end)
    {
        const int64_t endOfRound = std::min(end, group.next + group.length);
        group.next = Agenda::kNoStep;
        for (Agenda* const node : group.nodes)
        {
            if (node->Next() < endOfRound)
            {
                share.frames += node->Run(endOfRound);
                ++share.visits;
            }
            group.next = std::min(group.next, node->Next());
        }
        for (Line* const line : group.sent)
        {
            line->Publish(); // the reader's agenda calls OnWake()
        }
        group.sent.clear();
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
    share.hasFailed = share.failure != nullptr;
    share.next = Agenda::kNoStep;
    for (const Group* const group : share.groups)
    {
        share.next = std::min(share.next, group->next);
    }
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
    m_end = end;
    m_isAtWork = true;
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
    m_isAtWork = false;
    for (const auto& share : m_shares)
    {
        share->hasFailed = false;
        if (share->failure)
        {
            std::rethrow_exception(std::exchange(share->failure, nullptr));
        }
    }
    RunDeferred();
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
    m_shares[m_groups[node.Group()]->thread]->deferred.push_back(
        {node.Now(), node.Place(), std::move(what)});
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
    std::stable_sort(all.begin(), all.end(), [](const Deferred& a, const Deferred& b) {
        return a.at != b.at ? a.at < b.at : a.node < b.node;
    });
    for (const Deferred& deferred : all)
    {
        deferred.what();
    }
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
