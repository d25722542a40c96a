// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-job.h"

#include "ns3/esa-network-runner.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
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
    job.parameterServer = m_setup.parameterServers[stream % m_setup.parameterServers.size()];
    job.iterations = m_setup.iterations;
    job.isSentWhenTold = true;
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
        auto app = DynamicCast<EsaTrainingApp>(apps.Get(worker));
        m_ranks[rank].members[index].worker = app;
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
    NetworkRunner::Get().AgendaOf(m_setup.ranks.Get(rank))->Plan(at, std::move(what));
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
    if (entry.kind == ExecutionKind::Compute || entry.kind == ExecutionKind::CpuWork)
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
        own.members[place.member].worker->SendPartition(place.partition);
        if (EndsAtOnce(entry))
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
    const bool isAcknowledged = EndsAtOnce(m_setup.trace->ranks[rank].nodes[node]);
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

bool
ExecutionJob::EndsAtOnce(const ExecutionNode& node) const
{
    return m_setup.sendsEndAtOnce && node.kind == ExecutionKind::Send;
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
