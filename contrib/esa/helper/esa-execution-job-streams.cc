// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The part of ExecutionJob that makes streams of what a trace communicates.

#include "esa-execution-job.h"

#include "ns3/abort.h"
#include "ns3/esa-execution-matches.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::esa
{
ExecutionJob::ExecutionJob(uint16_t number, ExecutionSetup setup)
    : m_number(number),
      m_setup(std::move(setup)),
      m_ranks(m_setup.trace->ranks.size())
{
    const ExecutionTrace& trace = *m_setup.trace;
    NS_ABORT_MSG_IF(m_setup.ranks.GetN() != trace.ranks.size(),
                    "ExecutionJob: " << trace.ranks.size() << " ranks, but " << m_setup.ranks.GetN()
                                     << " nodes");
    NS_ABORT_MSG_IF(m_setup.parameterServers.empty(), "ExecutionJob: no node for a PS");
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        m_ranks[rank].places.resize(trace.ranks[rank].nodes.size());
    }
    const ExecutionMatches matches(trace);
    for (uint32_t group = 0; group < trace.groups.size(); ++group)
    {
        if (trace.groups[group].ranks.size() > 1)
        {
            AddGroup(matches, group);
        }
    }
    // messages are in the order of sender and receiver: each pair is a run
    const auto& messages = matches.Messages();
    for (auto begin = messages.begin(); begin != messages.end();)
    {
        const auto end = std::find_if(begin, messages.end(), [&begin](const auto& other) {
            return other.first.from != begin->first.from || other.first.to != begin->first.to;
        });
        AddMessages(begin, end);
        begin = end;
    }
}

void
ExecutionJob::AddGroup(const ExecutionMatches& matches, uint32_t group)
{
    const ExecutionTrace& trace = *m_setup.trace;
    const std::vector<uint32_t>& ranks = trace.groups[group].ranks;
    const std::vector<uint32_t>& collectives = matches.CollectivesOf(group, ranks.front());
    for (const CollectiveWay way :
         {CollectiveWay::System, CollectiveWay::SystemToRoot, CollectiveWay::Flows})
    {
        Stream stream{ranks, {}, way == CollectiveWay::Flows, {}, {}};
        std::vector<std::vector<uint32_t>> nodes(ranks.size());
        for (std::size_t k = 0; k < collectives.size(); ++k)
        {
            const ExecutionNode& first = trace.ranks[ranks.front()].nodes[collectives[k]];
            if (WayOf(first.collective, m_setup.hasSwitches) != way)
            {
                continue;
            }
            stream.dnn.partitions.push_back({1, BlockBytes(first, ranks.size()), 1});
            const bool isBarrier = first.collective == CollectiveKind::Barrier;
            stream.operations.push_back({isBarrier && way == CollectiveWay::System
                                             ? CollectiveKind::AllReduce
                                             : first.collective});
            for (std::size_t member = 0; member < ranks.size(); ++member)
            {
                nodes[member].push_back(matches.CollectivesOf(group, ranks[member])[k]);
            }
        }
        AddStream(std::move(stream), nodes);
    }
}

void
ExecutionJob::AddMessages(MessageIterator begin, MessageIterator end)
{
    const uint32_t from = begin->first.from;
    std::map<uint32_t, uint32_t> receiveOf; // by node that sends, in the order of the trace
    for (auto tag = begin; tag != end; ++tag)
    {
        const MessageEnds& ends = tag->second;
        for (std::size_t k = 0; k < ends.sends.size(); ++k)
        {
            receiveOf.emplace(ends.sends[k], ends.receives[k]);
        }
    }
    Stream stream{{from, begin->first.to}, {}, true, {}, {}};
    std::vector<uint32_t> sends;
    std::vector<uint32_t> receives;
    for (const auto& [send, receive] : receiveOf)
    {
        sends.push_back(send);
        receives.push_back(receive);
        const ExecutionNode& node = m_setup.trace->ranks[from].nodes[send];
        stream.dnn.partitions.push_back({1, BlockBytes(node, 2), 1});
        stream.operations.push_back({CollectiveKind::SendReceive, 0, 1});
    }
    AddStream(std::move(stream), {sends, receives});
}

void
ExecutionJob::AddStream(Stream stream, const std::vector<std::vector<uint32_t>>& nodes)
{
    if (stream.operations.empty())
    {
        return;
    }
    stream.dnn.layerCompute.emplace_back(0); // the graph computes
    const bool endsInOrder = stream.operations.front().kind != CollectiveKind::SendReceive;
    for (std::size_t worker = 0; worker < stream.ranks.size(); ++worker)
    {
        Rank& rank = m_ranks[stream.ranks[worker]];
        const auto member = static_cast<uint32_t>(rank.members.size());
        stream.members.push_back(member);
        for (uint32_t partition = 0; partition < nodes[worker].size(); ++partition)
        {
            rank.places[nodes[worker][partition]] = {member, partition};
        }
        rank.members.push_back({nullptr, nodes[worker], endsInOrder});
    }
    m_streams.push_back(std::move(stream));
}

} // namespace ns3::esa
