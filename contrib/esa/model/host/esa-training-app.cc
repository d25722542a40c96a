/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-training-app.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/esa-network-runner.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaTrainingApp);

LogComponent EsaTrainingApp::g_log("EsaTrainingApp", __FILE__);

TypeId
EsaTrainingApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaTrainingApp")
            .SetParent<Application>()
            .SetGroupName("Esa")
            .AddTraceSource("Iteration",
                            "An iteration of this worker has ended.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_iterationTrace),
                            "ns3::esa::EsaTrainingApp::IterationTracedCallback")
            .AddTraceSource("Layer",
                            "A layer of an iteration of this worker has computed.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_layerTrace),
                            "ns3::esa::EsaTrainingApp::LayerTracedCallback")
            .AddTraceSource("Partition",
                            "All results of a partition have arrived at this worker.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_partitionTrace),
                            "ns3::esa::EsaTrainingApp::PartitionTracedCallback")
            .AddTraceSource("Send",
                            "A packet leaves: a gradient, a question about a late result, or an "
                            "answer to the PS.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_sendTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Result",
                            "A result has arrived for the first time.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_resultTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

EsaTrainingApp::EsaTrainingApp() = default;
EsaTrainingApp::~EsaTrainingApp() = default;

void
EsaTrainingApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker)
{
    NS_ABORT_MSG_IF(worker >= job->workers, "EsaTrainingApp: job has no worker " << worker);
    m_job = std::move(job);
    m_worker = worker;
}

Ptr<EsaHostDemux>
EsaTrainingApp::Attach()
{
    NS_ABORT_MSG_IF(!m_job, "EsaTrainingApp: started without a job");
    NS_ABORT_MSG_IF(!m_job->system, "EsaTrainingApp: job " << m_job->job << " has no system");
    const auto host = GetNode()->GetObject<EsaHostDemux>();
    NS_ABORT_MSG_IF(!host, "EsaTrainingApp: node " << GetNode()->GetId() << " has no EsaHostDemux");
    host->AddWorker(m_job->job, m_worker, this);
    host->GetDevice()->SetFrameFormat(m_job->system->onHost.frame);
    m_record.job = m_job->job;
    m_record.worker = m_worker;
    m_state.emplace(m_job->plan);
    m_agenda = host->GetAgenda();
    m_timer.Bind(m_agenda, [this] { OnTimer(); });
    FreezeAttributes();
    return host;
}

void
EsaTrainingApp::BeginTraining()
{
    if (m_job->iterations > 0)
    {
        BeginIteration();
    }
}

void
EsaTrainingApp::BeginIteration()
{
    NS_LOG_INFO("job " << m_job->job << ", worker " << m_worker << ": iteration "
                       << m_record.iteration << " begins");
    NS_ASSERT_MSG(!m_running || m_record.iteration > 0, "iterations follow each other");
    m_running = true;
    m_record.begin = m_clock.Now();
    m_firstPosition = m_record.iteration * m_job->plan.Fragments();
    m_state->Begin();
    if (m_job->isSentWhenTold)
    {
        return;
    }
    const auto ready = ReadyTimes();
    for (uint32_t partition = 0; partition < ready.size(); ++partition)
    {
        m_agenda->Plan(m_record.begin + ready[partition],
                       [this, partition] { OnPartitionReady(partition); });
    }
}

std::vector<Picoseconds>
EsaTrainingApp::ReadyTimes() const
{
    // A worker may be a server of several GPUs. It is ready when the last of them is, and has
    // summed over the link inside the server.
    const ServerLink& link = m_job->server;
    const auto ofGpu = [this](uint32_t gpu) {
        return m_job->jitter.ReadyTimes(m_job->job,
                                        gpu,
                                        m_record.iteration,
                                        m_job->plan.ComputedTimes());
    };
    std::vector<Picoseconds> ready = ofGpu(m_worker * link.gpus);
    for (uint32_t other = 1; other < link.gpus; ++other)
    {
        const auto times = ofGpu(m_worker * link.gpus + other);
        std::transform(times.begin(),
                       times.end(),
                       ready.begin(),
                       ready.begin(),
                       [](Picoseconds a, Picoseconds b) { return std::max(a, b); });
    }
    if (link.IsUsed())
    {
        ServerLinkQueue up; // nothing of the last iteration is left in it
        for (uint32_t partition = 0; partition < ready.size(); ++partition)
        {
            ready[partition] = up.Pass(link, m_job->plan.FragmentsOf(partition), ready[partition]);
        }
    }
    return ready;
}

void
EsaTrainingApp::SendPartition(uint32_t partition)
{
    NS_ABORT_MSG_UNLESS(m_job->isSentWhenTold, "EsaTrainingApp: this job sends by itself");
    NS_ABORT_MSG_UNLESS(m_running, "EsaTrainingApp: a partition outside of an iteration");
    OnPartitionReady(partition);
}

void
EsaTrainingApp::OnPartitionReady(uint32_t partition)
{
    NS_LOG_FUNCTION(this << partition);
    if (Postpone([this, partition] { OnPartitionReady(partition); }) || !m_running)
    {
        return;
    }
    const FragmentPlan& plan = m_job->plan;
    const StreamPosition end = m_firstPosition + plan.EndOf(partition);
    Offer({end - plan.FragmentsOf(partition), end}, m_clock.Now());
}

void
EsaTrainingApp::TraceSend(const InaPacket& packet)
{
    NS_LOG_LOGIC("the " << packet << " leaves");
    m_sendTrace(packet);
}

void
EsaTrainingApp::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    if (m_pausedUntil.count() > 0 && PostponePacket(fragment))
    {
        return;
    }
    OnPacket(fragment, now);
}

void
EsaTrainingApp::CountResult(const InaPacket& result, bool isExact)
{
    NS_LOG_DEBUG("the " << result << " has arrived at worker " << m_worker);
    ++m_results;
    if (!isExact)
    {
        NS_LOG_WARN("the sum of the " << result << " is wrong");
        ++m_wrongResults;
    }
    m_resultTrace(result);
}

bool
EsaTrainingApp::HasExactSum(const InaPacket& result, StreamPosition position) const
{
    const GradientOracle& oracle = m_job->oracle;
    if (m_job->blocks.IsAllReduce())
    {
        return oracle.IsExact(result);
    }
    const CollectiveOperation operation = m_job->blocks.At(position).operation;
    if (operation.kind == CollectiveKind::Broadcast)
    {
        return oracle.IsExactOf(result, operation.root);
    }
    return (result.sum.IsEmpty() && !GetsSum(operation, m_worker)) || oracle.IsExact(result);
}

void
EsaTrainingApp::OnResultsHere(const PositionRange& fragments, Picoseconds now)
{
    for (StreamPosition position = fragments.begin; position < fragments.end; ++position)
    {
        if (m_state->OnResult(position - m_firstPosition))
        {
            OnPartitionComplete(now);
        }
    }
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    ComputeIfReady();
}

void
EsaTrainingApp::OnPartitionComplete(Picoseconds now)
{
    const uint32_t partition = m_state->LastPartition();
    if (!m_job->server.IsUsed())
    {
        OnPartitionHere(partition);
        return;
    }
    const Picoseconds at = m_down.Pass(m_job->server, m_job->plan.FragmentsOf(partition), now);
    m_agenda->Plan(at, [this, partition] { OnPartitionAtGpus(partition); });
}

void
EsaTrainingApp::OnPartitionHere(uint32_t partition)
{
    m_state->OnPartitionHere(partition);
    m_partitionTrace(partition);
}

void
EsaTrainingApp::OnPartitionAtGpus(uint32_t partition)
{
    NS_LOG_FUNCTION(this << partition);
    if (Postpone([this, partition] { OnPartitionAtGpus(partition); }) || !m_running)
    {
        return;
    }
    OnPartitionHere(partition);
    ComputeIfReady();
}

void
EsaTrainingApp::ComputeIfReady()
{
    if (m_state->MayStartLayer())
    {
        m_layer.begin = m_clock.Now();
        const Picoseconds duration = *m_state->StartLayer();
        m_agenda->Plan(m_layer.begin + duration, [this] { OnLayerComputed(); });
    }
}

void
EsaTrainingApp::OnLayerComputed()
{
    if (Postpone([this] { OnLayerComputed(); }) || !m_running)
    {
        return;
    }
    m_state->OnLayerComputed();
    m_layer.iteration = m_record.iteration;
    m_layer.layer = m_state->LayersComputed();
    m_layer.end = m_clock.Now();
    NS_LOG_LOGIC("job " << m_job->job << ", worker " << m_worker << ": layer " << m_layer.layer
                        << " has computed");
    m_layerTrace(m_layer);
    if (m_state->Finished())
    {
        EndIteration();
    }
    else
    {
        ComputeIfReady();
    }
}

void
EsaTrainingApp::EndIteration()
{
    NS_LOG_INFO("job " << m_job->job << ", worker " << m_worker << ": iteration "
                       << m_record.iteration << " ends");
    NS_ASSERT_MSG(m_state->AllResults(), "an iteration ends when all its results are here");
    m_record.end = m_clock.Now();
    m_iterationTrace(m_record);
    ++m_record.iteration;
    if (m_record.iteration < m_job->iterations)
    {
        BeginIteration();
    }
    else
    {
        StopApplication();
    }
}

void
EsaTrainingApp::StopApplication()
{
    m_running = false;
    m_timer.Cancel();
}

void
EsaTrainingApp::DoDispose()
{
    m_timer.Cancel();
    m_postponed.clear();
    Application::DoDispose();
}

// The timer

void
EsaTrainingApp::SetTimer(Picoseconds at, Picoseconds now)
{
    m_wakeAt = at;
    m_timer.Set(std::max(at, now));
}

void
EsaTrainingApp::OnTimer()
{
    if (Postpone([this] { OnTimer(); }) || !m_running)
    {
        return;
    }
    m_wakeAt = kNoDeadline;
    OnWake(m_clock.Now());
}

// Pauses: what would happen during a pause is kept, and is done at the end of it.

void
EsaTrainingApp::Pause(const Time& duration)
{
    NS_LOG_FUNCTION(this << duration);
    const Picoseconds until = m_clock.Now() + m_clock.FromTime(duration);
    m_pausedUntil = std::max(m_pausedUntil, until);
    NetworkRunner::Get().AgendaOf(GetNode())->Plan(until, [this] { Resume(); });
}

bool
EsaTrainingApp::Postpone(std::function<void()> what)
{
    if (m_clock.Now() >= m_pausedUntil)
    {
        return false;
    }
    m_postponed.push_back(std::move(what));
    return true;
}

bool
EsaTrainingApp::PostponePacket(const InaPacket& fragment)
{
    return Postpone([this, copy = fragment]() mutable { ReceiveFragment(copy, m_clock.Now()); });
}

void
EsaTrainingApp::Resume()
{
    if (m_clock.Now() < m_pausedUntil)
    {
        return;
    }
    m_pausedUntil = Picoseconds(0);
    const auto postponed = std::move(m_postponed);
    m_postponed.clear();
    for (const auto& what : postponed)
    {
        what();
    }
}

} // namespace ns3::esa
