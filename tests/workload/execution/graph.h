// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WORKLOAD_EXECUTION_GRAPH_H
#define ESA_TEST_WORKLOAD_EXECUTION_GRAPH_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <numeric>
#include <vector>

namespace ns3::esa::test
{

/// Appends a node that waits for others; its id is 100 more than its index. @return its index
inline uint32_t
AddNode(RankTrace& rank, ExecutionNode node, const std::vector<uint32_t>& awaited = {})
{
    node.id = 100 + rank.nodes.size();
    node.firstDependency = static_cast<uint32_t>(rank.dependencies.size());
    node.dependencies = static_cast<uint32_t>(awaited.size());
    rank.dependencies.insert(rank.dependencies.end(), awaited.begin(), awaited.end());
    rank.nodes.push_back(node);
    return static_cast<uint32_t>(rank.nodes.size() - 1);
}

/// A computation.
inline ExecutionNode
Computation()
{
    ExecutionNode node;
    node.kind = ExecutionKind::Compute;
    return node;
}

/// A collective.
inline ExecutionNode
CollectiveOf(uint32_t group, uint64_t bytes = 8)
{
    ExecutionNode node;
    node.kind = ExecutionKind::Collective;
    node.group = group;
    node.bytes = bytes;
    return node;
}

/// A message to or from a rank.
inline ExecutionNode
MessageOf(ExecutionKind kind, uint32_t peer, uint32_t tag = 0)
{
    ExecutionNode node;
    node.kind = kind;
    node.peer = peer;
    node.tag = tag;
    node.bytes = 8;
    return node;
}

/// A trace of some ranks, with groups that all of them are in.
inline ExecutionTrace
TraceOf(uint32_t ranks, uint32_t groups = 1)
{
    ExecutionTrace trace;
    trace.ranks.resize(ranks);
    for (uint32_t group = 0; group < groups; ++group)
    {
        ProcessGroup members{std::string(1, static_cast<char>('a' + group)),
                             std::vector<uint32_t>(ranks)};
        std::iota(members.ranks.begin(), members.ranks.end(), 0);
        trace.groups.push_back(members);
    }
    return trace;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_WORKLOAD_EXECUTION_GRAPH_H
