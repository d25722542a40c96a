// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How the nodes are divided into groups, and which groups wait for each other.

#include "esa-line.h"
#include "esa-round-team.h"
#include "esa-rounds.h"

#include <algorithm>
#include <numeric>

namespace ns3::esa
{

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
