// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-trace.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Appends a node to a list. @return its number there
uint32_t
AppendTo(std::vector<uint32_t>& nodes, uint32_t node)
{
    nodes.push_back(node);
    return static_cast<uint32_t>(nodes.size() - 1);
}

} // namespace

ExecutionMatches::ExecutionMatches(const ExecutionTrace& trace)
    : m_collectives(trace.groups.size())
{
    for (std::size_t group = 0; group < trace.groups.size(); ++group)
    {
        for (const uint32_t rank : trace.groups[group].ranks)
        {
            m_collectives[group][rank]; // also where it has none
        }
    }
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        const std::vector<ExecutionNode>& nodes = trace.ranks[rank].nodes;
        std::vector<uint32_t>& numbers = m_numbers.emplace_back(nodes.size(), 0);
        for (uint32_t node = 0; node < nodes.size(); ++node)
        {
            const ExecutionNode& entry = nodes[node];
            if (entry.kind == ExecutionKind::Collective)
            {
                numbers[node] = AppendTo(m_collectives[entry.group][rank], node);
            }
            else if (entry.kind == ExecutionKind::Send)
            {
                auto& ends = m_messages[{rank, entry.peer, entry.tag}];
                numbers[node] = AppendTo(ends.sends, node);
            }
            else if (entry.kind == ExecutionKind::Receive)
            {
                auto& ends = m_messages[{entry.peer, rank, entry.tag}];
                numbers[node] = AppendTo(ends.receives, node);
            }
        }
    }
}

const ExecutionNode&
ExecutionMatches::LargestOf(const ExecutionTrace& trace, uint32_t group, std::size_t number) const
{
    const ExecutionNode* largest = nullptr;
    for (const auto& [rank, nodes] : m_collectives[group])
    {
        if (number < nodes.size())
        {
            const ExecutionNode& node = trace.ranks[rank].nodes[nodes[number]];
            largest = largest && largest->bytes >= node.bytes ? largest : &node;
        }
    }
    ESA_ASSERT(largest, "a rank has this collective");
    return *largest;
}

uint64_t
CountUnevenCollectives(const ExecutionTrace& trace)
{
    // by group and number: the bytes of the first rank, and whether another one has others
    std::map<std::pair<uint32_t, uint32_t>, std::pair<uint64_t, bool>> seen;
    for (const RankTrace& rank : trace.ranks)
    {
        std::map<uint32_t, uint32_t> numbers; // by group
        for (const ExecutionNode& node : rank.nodes)
        {
            if (node.kind == ExecutionKind::Collective)
            {
                auto& [bytes, isUneven] =
                    seen.try_emplace({node.group, numbers[node.group]++}, node.bytes, false)
                        .first->second;
                isUneven = isUneven || bytes != node.bytes;
            }
        }
    }
    return static_cast<uint64_t>(std::count_if(seen.begin(), seen.end(), [](const auto& each) {
        return each.second.second;
    }));
}

uint64_t
CountUnorderedCollectives(const ExecutionTrace& trace)
{
    uint64_t unordered = 0;
    for (const RankTrace& rank : trace.ranks)
    {
        bool isFirst = true; // that does something: definitions of groups are nodes, too
        for (const ExecutionNode& node : rank.nodes)
        {
            unordered += !isFirst && node.kind == ExecutionKind::Collective &&
                                 node.dependencies == 0 && trace.groups[node.group].ranks.size() > 1
                             ? 1
                             : 0;
            isFirst = isFirst && node.kind == ExecutionKind::Nothing;
        }
    }
    return unordered;
}

} // namespace ns3::esa
