// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-goal-rank.h"

namespace ns3::esa
{

void
PlaceEdges(const std::vector<GoalEdge>& edges, RankTrace& rank)
{
    for (const GoalEdge& edge : edges)
    {
        ++rank.nodes[edge.node].dependencies;
        rank.nodes[edge.node].startsAwaited += edge.isForStart ? 1 : 0;
    }
    std::vector<uint32_t> filled;
    filled.reserve(rank.nodes.size());
    uint32_t first = 0;
    for (ExecutionNode& node : rank.nodes)
    {
        node.firstDependency = first;
        filled.push_back(first);
        first += node.dependencies;
    }
    rank.dependencies.resize(first);
    for (const bool isForStart : {false, true})
    {
        for (const GoalEdge& edge : edges)
        {
            if (edge.isForStart == isForStart)
            {
                rank.dependencies[filled[edge.node]++] = edge.awaited;
            }
        }
    }
}

} // namespace ns3::esa
