/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-training-app.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

LogComponent EsaTrainingApp::g_log("EsaTrainingApp", __FILE__);

EsaTrainingApp::EsaTrainingApp() = default;
EsaTrainingApp::~EsaTrainingApp() = default;

void
EsaTrainingApp::DoDispose()
{
    m_timer.Cancel();
    m_postponed.clear();
    if (m_exchange)
    {
        m_exchange->Dispose();
    }
    Application::DoDispose();
}

void
EsaTrainingApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker)
{
    NS_ABORT_MSG_IF(worker >= job->workers, "EsaTrainingApp: job has no worker " << worker);
    m_job = std::move(job);
    m_worker = worker;
}

uint32_t
EsaTrainingApp::GetMaxOutstanding() const
{
    return m_exchange ? m_exchange->MaxOutstanding() : 0;
}

uint64_t
EsaTrainingApp::GetRepairsSent() const
{
    return m_exchange ? m_exchange->RepairsSent() : 0;
}

void
EsaTrainingApp::StartApplication()
{
    Attach();
    if (m_job->iterations == 0)
    {
        return;
    }
    BeginIteration();
    if (m_exchange->CheckInterval().IsStrictlyPositive())
    {
        m_timer.Set(m_exchange->CheckInterval(), [this] { OnTimer(); });
    }
}

void
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
    m_exchange = MakeExchange({m_job, m_worker, host, *this});
    FreezeAttributes();
}

void
EsaTrainingApp::StopApplication()
{
    m_running = false;
    m_timer.Cancel();
    if (m_exchange)
    {
        m_exchange->Stop();
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
    m_state->Begin();
    m_exchange->OnIteration(FirstPosition());
    if (m_job->isSentWhenTold)
    {
        return;
    }
    const auto ready = ReadyTimes();
    for (uint32_t partition = 0; partition < ready.size(); ++partition)
    {
        ScheduleAction(m_clock.ToTime(ready[partition]),
                       [this, partition] { OnPartitionReady(partition); });
    }
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
    if (Postpone([this, partition] { OnPartitionReady(partition); }))
    {
        return;
    }
    if (m_running)
    {
        const FragmentPlan& plan = m_job->plan;
        const StreamPosition end = FirstPosition() + plan.EndOf(partition);
        m_exchange->OnPartitionReady({end - plan.FragmentsOf(partition), end}, m_clock.Now());
    }
}

void
EsaTrainingApp::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    if (!m_pausedUntil.IsZero() && PostponePacket(fragment))
    {
        return;
    }
    m_exchange->OnPacket(fragment, now);
}

void
EsaTrainingApp::OnTimer()
{
    if (Postpone([this] { OnTimer(); }))
    {
        return;
    }
    m_wakeAt = kNoDeadline;
    if (!m_running)
    {
        return; // it was postponed by a pause, and the worker has stopped meanwhile
    }
    m_exchange->OnTimer(m_clock.Now());
    if (m_exchange->CheckInterval().IsStrictlyPositive())
    {
        m_timer.Set(m_exchange->CheckInterval(), [this] { OnTimer(); });
    }
}

void
EsaTrainingApp::WakeAt(Picoseconds at, Picoseconds now)
{
    // Deadlines mostly move back. A timer that runs out too early costs less than one that is set
    // again for every packet.
    if (at >= m_wakeAt)
    {
        return;
    }
    m_wakeAt = at;
    const Time delay = m_clock.ToTime(std::max(at - now, Picoseconds(0)));
    m_timer.Set(delay, [this] { OnTimer(); });
}

void
EsaTrainingApp::OnSend(const InaPacket& packet)
{
    NS_LOG_LOGIC("the " << packet << " leaves");
    m_sendTrace(packet);
}

void
EsaTrainingApp::OnResult(const InaPacket& result, StreamPosition position, Picoseconds now)
{
    NS_LOG_DEBUG("the " << result << " has arrived at worker " << m_worker);
    ++m_results;
    if (!HasExactSum(result, position))
    {
        NS_LOG_WARN("the sum of the " << result << " is wrong");
        ++m_wrongResults;
    }
    m_resultTrace(result);
    if (m_state->OnResult(position - FirstPosition()))
    {
        OnPartitionComplete(now);
    }
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    ComputeIfReady();
}

void
EsaTrainingApp::ComputeIfReady()
{
    if (m_state->MayStartLayer())
    {
        m_layer.begin = m_clock.Now();
        const Picoseconds duration = *m_state->StartLayer();
        ScheduleAction(m_clock.ToTime(duration), [this] { OnLayerComputed(); });
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

} // namespace ns3::esa
