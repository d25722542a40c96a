/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-queue.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{

JobQueue::JobQueue(const Cluster& cluster, PlacementRule rule)
    : m_hostsPerRack(cluster.hosts / cluster.racks),
      m_rule(rule),
      m_isTaken(cluster.hosts, false),
      m_isSlotTaken(cluster.maxJobs, false),
      m_freeIn(cluster.racks, m_hostsPerRack),
      m_free(cluster.hosts),
      m_pses(cluster.psHosts, 0)
{
    ESA_ASSERT(cluster.hosts % cluster.racks == 0, "hosts fill the racks evenly");
    ESA_ASSERT(cluster.hosts >= 1 && cluster.psHosts >= 1 && cluster.maxJobs >= 1,
               "a job finds its place in an empty cluster");
}

void
JobQueue::Submit(uint32_t job, uint32_t workers)
{
    ESA_ASSERT(workers >= 1 && workers <= m_isTaken.size(), "an empty cluster has room for a job");
    m_waiting.push_back({job, workers});
}

std::optional<PlacedJob>
JobQueue::PlaceNext()
{
    if (m_waiting.empty() || m_waiting.front().workers > m_free ||
        m_running == m_isSlotTaken.size())
    {
        return std::nullopt;
    }
    PlacedJob placed;
    placed.job = m_waiting.front().job;
    for (uint32_t worker = 0; worker < m_waiting.front().workers; ++worker)
    {
        placed.hosts.push_back(TakeHost(NextRack()));
    }
    placed.psHost = ChoosePsHost(placed.hosts);
    ++m_pses[placed.psHost];
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
    ESA_ASSERT(m_running > 0 && m_isSlotTaken[job.slot] && m_pses[job.psHost] > 0,
               "a job that is freed runs");
    for (const uint32_t host : job.hosts)
    {
        ESA_ASSERT(m_isTaken[host], "a host that is freed was taken");
        m_isTaken[host] = false;
        ++m_freeIn[host / m_hostsPerRack];
        ++m_free;
    }
    --m_pses[job.psHost];
    m_isSlotTaken[job.slot] = false;
    --m_running;
    ESA_ASSERT(m_running > 0 || m_free == m_isTaken.size(), "without jobs all hosts are free");
}

uint32_t
JobQueue::ChoosePsHost(const std::vector<uint32_t>& hosts) const
{
    const auto racks = static_cast<uint32_t>(m_freeIn.size());
    std::vector<uint32_t> workersIn(racks, 0);
    for (const uint32_t host : hosts)
    {
        ++workersIn[host / m_hostsPerRack];
    }
    const auto workersBeside = [&](uint32_t psHost) { return workersIn[psHost % racks]; };
    uint32_t best = 0;
    for (uint32_t psHost = 1; psHost < m_pses.size(); ++psHost)
    {
        if (workersBeside(psHost) > workersBeside(best) ||
            (workersBeside(psHost) == workersBeside(best) && m_pses[psHost] < m_pses[best]))
        {
            best = psHost;
        }
    }
    return best;
}

uint32_t
JobQueue::NextRack() const
{
    const auto next = m_rule == PlacementRule::Spread
                          ? std::max_element(m_freeIn.begin(), m_freeIn.end())
                          : std::find_if(m_freeIn.begin(), m_freeIn.end(), [](uint32_t free) {
                                return free > 0;
                            });
    ESA_ASSERT(next != m_freeIn.end() && *next > 0, "a job that fits finds a free host");
    return static_cast<uint32_t>(next - m_freeIn.begin());
}

uint32_t
JobQueue::TakeHost(uint32_t rack)
{
    ESA_ASSERT(m_freeIn[rack] > 0, "a host is taken of a rack that has a free one");
    const auto begin = m_isTaken.begin() + rack * m_hostsPerRack;
    const auto host = std::find(begin, begin + m_hostsPerRack, false);
    *host = true;
    --m_freeIn[rack];
    --m_free;
    return static_cast<uint32_t>(host - m_isTaken.begin());
}

} // namespace ns3::esa
