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
    m_divided = 0;
}

void
Rounds::Add(std::shared_ptr<Agenda> agenda)
{
    agenda->SetPlace(static_cast<uint32_t>(m_nodes.size()));
    m_nodes.push_back(std::move(agenda));
}

void
Rounds::AddLine(const Agenda& from, const Agenda& to)
{
    m_lines.emplace_back(from.Place(), to.Place());
}

std::vector<std::vector<uint32_t>>
Rounds::Groups() const
{
    std::vector<uint32_t> degrees(m_nodes.size(), 0);
    for (const auto& [from, to] : m_lines)
    {
        ++degrees[from];
    }
    // A node with one line stands beside the node that the line leads to.
    std::vector<std::vector<uint32_t>> groups(m_nodes.size());
    std::vector<uint32_t> beside(m_nodes.size());
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        beside[node] = node;
    }
    for (const auto& [from, to] : m_lines)
    {
        beside[from] = degrees[from] == 1 && degrees[to] > 1 ? to : from;
    }
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        auto& group = groups[beside[node]];
        group.insert(beside[node] == node ? group.begin() : group.end(), node);
    }
    groups.erase(std::remove_if(groups.begin(),
                                groups.end(),
                                [](const auto& group) { return group.empty(); }),
                 groups.end());
    return groups;
}

void
Rounds::Divide()
{
    const auto threads = static_cast<uint32_t>(m_shares.size());
    for (const auto& share : m_shares)
    {
        share->nodes.clear();
    }
    m_divided = m_nodes.size();
    // The work of a node grows with its lines.
    const auto weightOf = [this](const std::vector<uint32_t>& group) {
        uint64_t weight = 0;
        for (const uint32_t node : group)
        {
            weight += std::max(m_nodes[node]->Lines(), 1U);
        }
        return weight;
    };
    auto groups = Groups();
    uint64_t total = 0;
    uint64_t largest = 0;
    for (const auto& group : groups)
    {
        total += weightOf(group);
        largest = std::max(largest, weightOf(group));
    }
    if (largest * threads > total + largest) // a group is too much for one thread
    {
        std::vector<std::vector<uint32_t>> single;
        for (const auto& group : groups)
        {
            for (const uint32_t node : group)
            {
                single.push_back({node});
            }
        }
        groups = std::move(single);
    }
    uint64_t before = 0;
    for (const auto& group : groups)
    {
        const uint64_t weight = weightOf(group);
        const auto thread = static_cast<uint32_t>((2 * before + weight) * threads / (2 * total));
        before += weight;
        for (const uint32_t node : group)
        {
            m_nodes[node]->SetThread(thread);
            m_shares[thread]->nodes.push_back(m_nodes[node].get());
        }
    }
    if (threads > 1 && !m_team)
    {
        m_team = std::make_unique<RoundTeam>(threads, [this](uint32_t thread) {
            RunNodes(*m_shares[thread], m_end);
            m_team->Meet();
            Collect(thread);
        });
    }
}

void
Rounds::RunNodes(Share& share, int64_t end)
{
    share.frames = 0;
    try
    {
        for (Agenda* const node : share.nodes)
        {
            if (node->Next() < end)
            {
                share.frames += node->Run(end);
                ++share.visits;
            }
        }
    }
    catch (...)
    {
        share.failure = std::current_exception();
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
    share.next = Agenda::kNoStep;
    for (const Agenda* const node : share.nodes)
    {
        share.next = std::min(share.next, node->Next());
    }
}

void
Rounds::Run(int64_t end)
{
    if (m_divided != m_nodes.size())
    {
        Divide();
    }
    m_end = end;
    m_isAtWork = true;
    if (m_team && m_frames >= m_fewFrames)
    {
        m_team->Run();
    }
    else
    {
        for (const auto& share : m_shares)
        {
            RunNodes(*share, end);
        }
        for (uint32_t thread = 0; thread < m_shares.size(); ++thread)
        {
            Collect(thread);
        }
    }
    m_isAtWork = false;
    m_frames = 0;
    m_next = Agenda::kNoStep;
    for (const auto& share : m_shares)
    {
        m_next = std::min(m_next, share->next);
        m_frames += share->frames;
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
    if (!writer)
    {
        line.Publish(); // between rounds
        return;
    }
    const Agenda* const reader = line.Reader();
    m_shares[writer->Thread()]->sent[reader ? reader->Thread() : 0].push_back(&line);
}

void
Rounds::Defer(std::function<void()> what)
{
    const Agenda& node = *Agenda::Running();
    m_shares[node.Thread()]->deferred.push_back({node.Place(), std::move(what)});
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
        return a.node < b.node;
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
