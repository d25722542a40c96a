/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "ns3/abort.h"
#include "ns3/esa-policy-registry.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// Results kept where no cap of the window says how many, as many as fit a TaskDictionary well.
constexpr uint32_t kCacheWithoutCap = 65536;

} // namespace

EsaWorkerApp::EsaWorkerApp() = default;
EsaWorkerApp::~EsaWorkerApp() = default;

void
EsaWorkerApp::DoDispose()
{
    m_timer.Cancel();
    m_postponed.clear();
    m_device = nullptr;
    m_channel = nullptr;
    Application::DoDispose();
}

void
EsaWorkerApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker)
{
    NS_ABORT_MSG_IF(worker >= job->workers, "EsaWorkerApp: job has no worker " << worker);
    m_job = std::move(job);
    m_worker = worker;
}

void
EsaWorkerApp::Prepare()
{
    NS_ABORT_MSG_IF(!m_job, "EsaWorkerApp: started without a job");
    const PolicyEntry* entry = FindPolicy(m_system);
    NS_ABORT_MSG_IF(!entry, "EsaWorkerApp: no system \"" << m_system << "\" in the registry");
    const PolicyTraits traits = entry->make(PolicyParameters{})->Traits();

    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");

    WorkerTransportParameters parameters;
    parameters.job = m_job->job;
    parameters.worker = m_worker;
    parameters.fanIn = m_job->workers;
    parameters.window = m_window;
    parameters.pool = m_job->pool;
    parameters.slots = m_job->slots;
    parameters.rtoMin = m_clock.FromTime(m_rtoMin);
    parameters.overtakes = m_overtakes;
    parameters.recovery = m_recovery;
    if (m_recovery && traits.NeedsReliableChannel())
    {
        parameters.cachedResults = m_cachedResults > 0       ? m_cachedResults
                                   : m_window.maxPackets > 0 ? m_window.maxPackets
                                                             : kCacheWithoutCap;
        m_channel = GetNode()->GetObject<EsaReliableChannel>();
        NS_ABORT_MSG_IF(!m_channel || !m_parameterServer.IsInitialized(),
                        "EsaWorkerApp: recovery needs a reliable channel to the PS");
    }
    m_transport.emplace(traits, parameters);
    m_state.emplace(m_job->plan);
    m_frameSizes = FrameSizes(traits.frame, m_reminderBytes);
    m_record.job = m_job->job;
    m_record.worker = m_worker;

    const auto host = GetNode()->GetObject<EsaHost>();
    NS_ABORT_MSG_IF(!host, "EsaWorkerApp: node " << GetNode()->GetId() << " has no EsaHost");
    host->AddWorker(m_job->job, m_worker, this);
    m_device = host->GetDevice();
    m_device->SetFrameFormat(traits.frame);
}

void
EsaWorkerApp::StartApplication()
{
    Prepare();
    if (m_job->iterations > 0)
    {
        BeginIteration();
        m_timer = Simulator::Schedule(m_checkInterval, &EsaWorkerApp::OnTimer, this);
    }
}

void
EsaWorkerApp::StopApplication()
{
    m_timer.Cancel();
    m_running = false;
}

void
EsaWorkerApp::BeginIteration()
{
    m_running = true;
    m_record.begin = m_clock.Now();
    m_firstPosition = m_transport->NextPosition();
    m_state->Begin();
    const auto partitions = static_cast<uint32_t>(m_job->plan.GetDnn().partitions.size());
    const auto ready =
        m_job->jitter.ReadyTimes(m_job->job, m_worker, m_record.iteration, partitions);
    for (uint32_t partition = 0; partition < partitions; ++partition)
    {
        Simulator::Schedule(m_clock.ToTime(ready[partition]),
                            &EsaWorkerApp::OnPartitionReady,
                            this,
                            partition);
    }
}

void
EsaWorkerApp::OnPartitionReady(uint32_t partition)
{
    if (Postpone([this, partition] { OnPartitionReady(partition); }))
    {
        return;
    }
    if (m_running)
    {
        m_transport->Offer(m_job->plan.FragmentsOf(partition));
        Pump(m_clock.Now());
    }
}

void
EsaWorkerApp::Pump(Picoseconds now)
{
    WorkerTransport::Departure departure;
    while (m_transport->Poll(now, departure))
    {
        Fragment& packet = departure.packet;
        if (packet.kind == PacketKind::Gradient)
        {
            packet.priority = m_job->plan.PriorityOf(departure.position - m_firstPosition);
        }
        if (packet.bitmap0 != 0)
        {
            m_job->oracle.Fill(packet, m_worker);
        }
        packet.frameBytes = m_frameSizes.Bytes(packet.kind);
        m_sendTrace(packet);
        m_device->SendFragment(packet, now);
    }
}

void
EsaWorkerApp::ReceiveFragment(Fragment& fragment, Picoseconds now)
{
    if (!m_pausedUntil.IsZero() &&
        Postpone([this, copy = fragment]() mutable { ReceiveFragment(copy, m_clock.Now()); }))
    {
        return;
    }
    if (fragment.kind == PacketKind::Query)
    {
        Answer(fragment);
        return;
    }
    if (!m_running)
    {
        return;
    }
    const auto receipt = m_transport->OnResult(fragment, now);
    if (!receipt.isNew)
    {
        return;
    }
    ++m_results;
    if (!m_job->oracle.IsExact(fragment))
    {
        ++m_wrongResults;
    }
    m_resultTrace(fragment);
    m_state->OnResult(receipt.position - m_firstPosition);
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    ComputeIfReady();
    Pump(now);
}

void
EsaWorkerApp::Answer(const Fragment& query)
{
    Fragment answer = m_transport->OnQuery(query).packet;
    if (answer.kind == PacketKind::Retransmission)
    {
        m_job->oracle.Fill(answer, m_worker);
    }
    m_sendTrace(answer);
    m_channel->Send(m_parameterServer, answer);
}

void
EsaWorkerApp::Pause(const Time& duration)
{
    m_pausedUntil = Max(m_pausedUntil, Simulator::Now() + duration);
    Simulator::Schedule(duration, &EsaWorkerApp::Resume, this);
}

bool
EsaWorkerApp::Postpone(std::function<void()> what)
{
    if (Simulator::Now() >= m_pausedUntil)
    {
        return false;
    }
    m_postponed.push_back(std::move(what));
    return true;
}

void
EsaWorkerApp::Resume()
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
EsaWorkerApp::ComputeIfReady()
{
    if (const auto duration = m_state->StartLayer())
    {
        Simulator::Schedule(m_clock.ToTime(*duration), &EsaWorkerApp::OnLayerComputed, this);
    }
}

void
EsaWorkerApp::OnLayerComputed()
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
EsaWorkerApp::EndIteration()
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

void
EsaWorkerApp::OnTimer()
{
    if (Postpone([this] { OnTimer(); }))
    {
        return;
    }
    const Picoseconds now = m_clock.Now();
    m_transport->OnTimer(now);
    Pump(now);
    m_timer = Simulator::Schedule(m_checkInterval, &EsaWorkerApp::OnTimer, this);
}

} // namespace ns3::esa
