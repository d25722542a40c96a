// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-job.h"

#include "ns3/abort.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-network-runner.h"
#include "ns3/simulator.h"

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
    for (const bool isOfSystem : {true, false})
    {
        Stream stream{group, ranks, {}, !isOfSystem, {}, {}};
        std::vector<std::vector<uint32_t>> nodes(ranks.size());
        for (std::size_t k = 0; k < collectives.size(); ++k)
        {
            const ExecutionNode& first = trace.ranks[ranks.front()].nodes[collectives[k]];
            if (IsOfSystem(first.collective, m_setup.hasSwitches) != isOfSystem)
            {
                continue;
            }
            stream.dnn.partitions.push_back(
                {1, BlockBytes(matches.LargestOf(trace, group, k), ranks.size()), 1});
            const bool isBarrier = first.collective == CollectiveKind::Barrier;
            stream.operations.push_back(
                {isBarrier && isOfSystem ? CollectiveKind::AllReduce : first.collective});
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
    Stream stream{0, {from, begin->first.to}, {}, true, {}, {}};
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

JobSetup
ExecutionJob::StreamSetup(uint32_t stream) const
{
    JobSetup job;
    job.dnn = m_streams[stream].dnn;
    job.operations = m_streams[stream].operations;
    job.usesFlows = m_streams[stream].usesFlows;
    for (const uint32_t rank : m_streams[stream].ranks)
    {
        job.workers.Add(m_setup.ranks.Get(rank));
    }
    const std::vector<Ptr<Node>>& servers = m_setup.parameterServers;
    job.parameterServer = servers[m_streams[stream].group % servers.size()];
    if (!m_setup.extraServers.empty())
    {
        job.extraServers = m_setup.extraServers[m_streams[stream].group];
    }
    job.isColocated = m_setup.isColocated;
    job.iterations = m_setup.iterations;
    job.isSentByCaller = true;
    return job;
}

void
ExecutionJob::Attach(uint32_t stream, const ApplicationContainer& apps)
{
    const std::vector<uint32_t>& ranks = m_streams[stream].ranks;
    for (uint32_t worker = 0; worker < ranks.size(); ++worker)
    {
        const uint32_t rank = ranks[worker];
        const uint32_t index = m_streams[stream].members[worker];
        const Ptr<Application> app = apps.Get(worker);
        m_ranks[rank].members[index].worker = ProcessIn<TrainingProcess>(app);
        app->TraceConnectWithoutContext(
            "Partition",
            Callback<void, uint32_t>(
                [this, rank, index](uint32_t partition) { OnPartition(rank, index, partition); }));
        app->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>(
                [this, rank](const IterationRecord&) { OnWorkerDone(rank); }));
    }
}

void
ExecutionJob::Start(IterationCallback callback)
{
    m_callback = std::move(callback);
    for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
    {
        m_ranks[rank].record.job = m_number;
        m_ranks[rank].record.worker = static_cast<uint16_t>(rank);
    }
    // The workers begin at the same time, by events of their own, and have to be there.
    Simulator::Schedule(m_setup.start, [this] {
        Simulator::ScheduleNow([this] {
            for (uint32_t rank = 0; rank < m_ranks.size(); ++rank)
            {
                Plan(rank, m_clock.Now(), [this, rank] { BeginIteration(rank); });
            }
        });
    });
}

void
ExecutionJob::Tell(ExecutionEvent::Kind kind, uint32_t rank, uint32_t node) const
{
    if (m_onEvent)
    {
        m_onEvent({kind, rank, m_ranks[rank].record.iteration, node});
    }
}

void
ExecutionJob::Plan(uint32_t rank, Picoseconds at, std::function<void()> what) const
{
    NetworkRunner::Get()
        .AgendaOf(m_setup.ranks.Get(rank))
        ->Plan(at, std::move(what), {TimePart::Compute});
}

NodePaths*
ExecutionJob::PathsOf(uint32_t rank) const
{
    return NetworkRunner::Get().AgendaOf(m_setup.ranks.Get(rank))->Paths();
}

void
ExecutionJob::BeginIteration(uint32_t rank)
{
    Rank& own = m_ranks[rank];
    own.state = std::make_unique<ExecutionState>(m_setup.trace->ranks[rank]);
    own.workersLeft = static_cast<uint32_t>(own.members.size());
    own.record.begin = m_clock.Now();
    own.record.lastResult = own.record.begin;
    own.isFinished = false;
    if (NodePaths* const paths = PathsOf(rank))
    {
        paths->OnBegin(CriticalPath::From(own.record.begin,
                                          CriticalPath::kNoJob,
                                          own.record.iteration,
                                          m_setup.headerBytes),
                       0);
    }
    Tell(ExecutionEvent::Kind::IterationBegins, rank);
    for (Member& member : own.members)
    {
        member.isHere.assign(member.nodes.size(), false);
        member.next = 0;
    }
    Advance(rank);
}

void
ExecutionJob::Advance(uint32_t rank)
{
    ExecutionState& state = *m_ranks[rank].state;
    for (uint32_t node = state.TakeNext(); node != ExecutionState::kNone; node = state.TakeNext())
    {
        StartNode(rank, node);
    }
    EndIfFinished(rank);
}

void
ExecutionJob::StartNode(uint32_t rank, uint32_t node)
{
    Rank& own = m_ranks[rank];
    const ExecutionNode& entry = m_setup.trace->ranks[rank].nodes[node];
    if (entry.Computes())
    {
        const double slowdown = m_setup.slowdowns.empty() ? 1 : m_setup.slowdowns[rank];
        const Picoseconds duration = Scaled(m_setup.rates.DurationOf(entry), slowdown);
        if (duration > Picoseconds(0))
        {
            Tell(ExecutionEvent::Kind::NodeBegins, rank, node);
            Plan(rank, m_clock.Now() + duration, [this, rank, node] { OnComputed(rank, node); });
            return;
        }
    }
    const NodePlace& place = own.places[node];
    if (place.member != UINT32_MAX)
    {
        Tell(ExecutionEvent::Kind::NodeBegins, rank, node);
        own.members[place.member].worker->SendPartition(place.partition, m_clock.Now());
        if (entry.kind == ExecutionKind::Send)
        {
            own.state->OnDone(node); // in a timeline it lasts until it is acknowledged
        }
        return;
    }
    own.state->OnDone(node); // it takes no time
}

void
ExecutionJob::OnComputed(uint32_t rank, uint32_t node)
{
    EndNode(rank, node);
    Advance(rank);
}

void
ExecutionJob::EndNode(uint32_t rank, uint32_t node)
{
    Tell(ExecutionEvent::Kind::NodeEnds, rank, node);
    m_ranks[rank].state->OnDone(node);
}

void
ExecutionJob::OnPartition(uint32_t rank, uint32_t member, uint32_t partition)
{
    Rank& own = m_ranks[rank];
    Member& stream = own.members[member];
    stream.isHere[partition] = true;
    const uint32_t node = stream.nodes[partition];
    const bool isAcknowledged = m_setup.trace->ranks[rank].nodes[node].kind == ExecutionKind::Send;
    if (!isAcknowledged)
    {
        own.record.lastResult = m_clock.Now();
    }
    if (isAcknowledged)
    {
        Tell(ExecutionEvent::Kind::NodeEnds, rank, node);
    }
    else if (!stream.endsInOrder)
    {
        EndNode(rank, node);
    }
    for (; stream.endsInOrder && stream.next < stream.nodes.size() && stream.isHere[stream.next];
         ++stream.next)
    {
        EndNode(rank, stream.nodes[stream.next]);
    }
    Advance(rank);
}

void
ExecutionJob::OnWorkerDone(uint32_t rank)
{
    --m_ranks[rank].workersLeft;
    EndIfFinished(rank);
}

void
ExecutionJob::EndIfFinished(uint32_t rank)
{
    Rank& own = m_ranks[rank];
    if (!own.state || !own.state->Finished())
    {
        return;
    }
    if (!own.isFinished)
    {
        // Messages that the rank has handed over may not be acknowledged yet. Their receivers have
        // nodes of their own that wait for them.
        own.isFinished = true;
        own.record.end = m_clock.Now();
        if (const NodePaths* const paths = PathsOf(rank))
        {
            own.record.path = std::make_shared<CriticalPath>(
                paths->PathToEnd(CriticalPath::kNoJob, own.record.iteration));
        }
    }
    if (own.workersLeft > 0)
    {
        return;
    }
    own.state.reset();
    own.record.settled = m_clock.Now();
    Tell(ExecutionEvent::Kind::IterationEnds, rank);
    m_callback(own.record);
    ++own.record.iteration;
    if (own.record.iteration < m_setup.iterations)
    {
        // Its last worker is still about to begin its own.
        Plan(rank, m_clock.Now(), [this, rank] { BeginIteration(rank); });
    }
}

} // namespace ns3::esa
