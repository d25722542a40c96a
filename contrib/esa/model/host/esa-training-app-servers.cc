/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Servers of several GPUs: sums are made inside a server first, and results are passed on to all
// its GPUs. The rest of the worker does not know of them.

#include "esa-training-app.h"


#include <algorithm>

namespace ns3::esa
{

std::vector<Picoseconds>
EsaTrainingApp::ReadyTimes() const
{
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
EsaTrainingApp::OnPartitionComplete(Picoseconds now)
{
    const uint32_t partition = m_state->LastPartition();
    if (!m_job->server.IsUsed())
    {
        m_state->OnPartitionHere(partition);
        m_partitionTrace(partition);
        return;
    }
    const Picoseconds at = m_down.Pass(m_job->server, m_job->plan.FragmentsOf(partition), now);
    ScheduleAction(m_clock.ToTime(at - now), [this, partition] { OnAtGpus(partition); });
}

void
EsaTrainingApp::OnAtGpus(uint32_t partition)
{
    NS_LOG_FUNCTION(this << partition);
    if (Postpone([this, partition] { OnAtGpus(partition); }) || !m_running)
    {
        return;
    }
    m_state->OnPartitionHere(partition);
    m_partitionTrace(partition);
    ComputeIfReady();
}

} // namespace ns3::esa
