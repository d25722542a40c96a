/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-training-app.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaTrainingApp);

EsaTrainingApp::EsaTrainingApp() = default;
EsaTrainingApp::~EsaTrainingApp() = default;

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
            .AddTraceSource("Send",
                            "A packet leaves: a gradient, a reminder or a resend.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_sendTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Result",
                            "A result has arrived for the first time.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_resultTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

void
EsaTrainingApp::DoDispose()
{
    m_postponed.clear();
    m_device = nullptr;
    Application::DoDispose();
}

void
EsaTrainingApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker)
{
    NS_ABORT_MSG_IF(worker >= job->workers, "EsaTrainingApp: job has no worker " << worker);
    m_job = std::move(job);
    m_worker = worker;
}

void
EsaTrainingApp::Attach(FrameFormat format)
{
    NS_ABORT_MSG_IF(!m_job, "EsaTrainingApp: started without a job");
    const auto host = GetNode()->GetObject<EsaHost>();
    NS_ABORT_MSG_IF(!host, "EsaTrainingApp: node " << GetNode()->GetId() << " has no EsaHost");
    host->AddWorker(m_job->job, m_worker, this);
    m_device = host->GetDevice();
    m_device->SetFrameFormat(format);
    m_record.job = m_job->job;
    m_record.worker = m_worker;
    m_state.emplace(m_job->plan);
    FreezeAttributes();
}

bool
EsaTrainingApp::BeginTraining()
{
    if (m_job->iterations == 0)
    {
        return false;
    }
    BeginIteration();
    return true;
}

void
EsaTrainingApp::StopApplication()
{
    m_running = false;
}

void
EsaTrainingApp::BeginIteration()
{
    m_running = true;
    m_record.begin = m_clock.Now();
    m_state->Begin();
    const auto ready = m_job->jitter.ReadyTimes(m_job->job,
                                                m_worker,
                                                m_record.iteration,
                                                m_job->plan.ComputedTimes());
    for (uint32_t partition = 0; partition < ready.size(); ++partition)
    {
        Simulator::Schedule(m_clock.ToTime(ready[partition]),
                            &EsaTrainingApp::OnPartitionReady,
                            this,
                            partition);
    }
}

void
EsaTrainingApp::OnPartitionReady(uint32_t partition)
{
    if (Postpone([this, partition] { OnPartitionReady(partition); }))
    {
        return;
    }
    if (m_running)
    {
        SendPartition(partition);
    }
}

void
EsaTrainingApp::ReceiveFragment(Fragment& fragment, Picoseconds now)
{
    if (!m_pausedUntil.IsZero() &&
        Postpone([this, copy = fragment]() mutable { ReceiveFragment(copy, m_clock.Now()); }))
    {
        return;
    }
    OnPacket(fragment, now);
}

void
EsaTrainingApp::AcceptResult(const Fragment& result, uint64_t fragment, Picoseconds now)
{
    ++m_results;
    if (!m_job->oracle.IsExact(result))
    {
        ++m_wrongResults;
    }
    m_resultTrace(result);
    m_state->OnResult(fragment);
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    ComputeIfReady();
}

void
EsaTrainingApp::Pause(const Time& duration)
{
    m_pausedUntil = Max(m_pausedUntil, Simulator::Now() + duration);
    Simulator::Schedule(duration, &EsaTrainingApp::Resume, this);
}

bool
EsaTrainingApp::Postpone(std::function<void()> what)
{
    if (Simulator::Now() >= m_pausedUntil)
    {
        return false;
    }
    m_postponed.push_back(std::move(what));
    return true;
}

void
EsaTrainingApp::Resume()
{
    if (Simulator::Now() < m_pausedUntil)
    {
        return;
    }
    m_pausedUntil = Time(0);
    const auto postponed = std::move(m_postponed);
    m_postponed.clear();
    for (const auto& what : postponed)
    {
        what();
    }
}

void
EsaTrainingApp::ComputeIfReady()
{
    if (const auto duration = m_state->StartLayer())
    {
        m_layer.begin = m_clock.Now();
        Simulator::Schedule(m_clock.ToTime(*duration), &EsaTrainingApp::OnLayerComputed, this);
    }
}

void
EsaTrainingApp::OnLayerComputed()
{
    if (Postpone([this] { OnLayerComputed(); }))
    {
        return;
    }
    if (!m_running)
    {
        return;
    }
    m_state->OnLayerComputed();
    m_layer.iteration = m_record.iteration;
    m_layer.layer = m_state->LayersComputed();
    m_layer.end = m_clock.Now();
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

} // namespace ns3::esa
