// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-queue.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

JobQueue::JobQueue(JobPlacer placer, uint32_t maxJobs)
    : m_placer(std::move(placer)),
      m_isSlotTaken(maxJobs, false)
{
    ESA_ASSERT(maxJobs >= 1, "a job may run");
}

void
JobQueue::Submit(uint32_t job, uint32_t workers)
{
    ESA_ASSERT(workers >= 1 && workers <= m_placer.Hosts(), "an empty cluster has room for a job");
    m_waiting.push_back({job, workers});
}

std::optional<PlacedJob>
JobQueue::PlaceNext()
{
    if (m_waiting.empty() || m_waiting.front().workers > m_placer.FreeHosts() ||
        m_running == m_isSlotTaken.size())
    {
        return std::nullopt;
    }
    PlacedJob placed;
    placed.job = m_waiting.front().job;
    placed.hosts = m_placer.Place(m_waiting.front().workers);
    const auto slot = std::find(m_isSlotTaken.begin(), m_isSlotTaken.end(), false);
    ESA_ASSERT(slot != m_isSlotTaken.end(), "fewer jobs run than there are slots");
    placed.slot = static_cast<uint32_t>(slot - m_isSlotTaken.begin());
    *slot = true;
    ++m_running;
    m_waiting.pop_front();
    return placed;
}

void
JobQueue::Free(const PlacedJob& job)
{
    ESA_ASSERT(m_running > 0 && m_isSlotTaken[job.slot], "a job that is freed runs");
    m_placer.Free(job.hosts);
    m_isSlotTaken[job.slot] = false;
    --m_running;
    ESA_ASSERT(m_running > 0 || m_placer.FreeHosts() == m_placer.Hosts(),
               "without jobs all hosts are free");
}

} // namespace ns3::esa
