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

ClusterRacks
EvenCluster(uint32_t hosts, uint32_t racks, uint32_t psHosts, uint32_t maxJobs)
{
    ESA_ASSERT(racks >= 1 && hosts % racks == 0, "hosts fill the racks evenly");
    ClusterRacks cluster;
    cluster.racks.assign(racks, {});
    for (uint32_t host = 0; host < hosts; ++host)
    {
        cluster.racks[host / (hosts / racks)].push_back(host);
    }
    cluster.psRacks.clear();
    for (uint32_t ps = 0; ps < psHosts; ++ps)
    {
        cluster.psRacks.push_back(ps % racks);
    }
    cluster.maxJobs = maxJobs;
    return cluster;
}

JobQueue::JobQueue(const ClusterRacks& cluster, PlacementRule rule)
    : m_rule(rule),
      m_psRacks(cluster.psRacks),
      m_isSlotTaken(cluster.maxJobs, false),
      m_pses(cluster.psRacks.size(), 0)
{
    for (uint32_t rack = 0; rack < cluster.racks.size(); ++rack)
    {
        const std::vector<uint32_t>& hosts = cluster.racks[rack];
        m_freeIn.emplace_back(hosts.begin(), hosts.end());
        for (const uint32_t host : hosts)
        {
            m_rackOf[host] = rack;
        }
    }
    m_free = m_rackOf.size();
    ESA_ASSERT(m_free >= 1 && !m_pses.empty() && cluster.maxJobs >= 1,
               "a job finds its place in an empty cluster");
}

void
JobQueue::Submit(uint32_t job, uint32_t workers)
{
    ESA_ASSERT(workers >= 1 && workers <= m_rackOf.size(), "an empty cluster has room for a job");
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
        [[maybe_unused]] const bool wasTaken = m_freeIn[m_rackOf.at(host)].insert(host).second;
        ESA_ASSERT(wasTaken, "a host that is freed was taken");
        ++m_free;
    }
    --m_pses[job.psHost];
    m_isSlotTaken[job.slot] = false;
    --m_running;
    ESA_ASSERT(m_running > 0 || m_free == m_rackOf.size(), "without jobs all hosts are free");
}

uint32_t
JobQueue::ChoosePsHost(const std::vector<uint32_t>& hosts) const
{
    std::vector<uint32_t> workersIn(m_freeIn.size(), 0);
    for (const uint32_t host : hosts)
    {
        ++workersIn[m_rackOf.at(host)];
    }
    const auto workersBeside = [&](uint32_t psHost) { return workersIn[m_psRacks[psHost]]; };
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
    const auto hasFewer = [](const auto& one, const auto& other) {
        return one.size() < other.size();
    };
    const auto next = m_rule == PlacementRule::Spread
                          ? std::max_element(m_freeIn.begin(), m_freeIn.end(), hasFewer)
                          : std::find_if(m_freeIn.begin(), m_freeIn.end(), [](const auto& free) {
                                return !free.empty();
                            });
    ESA_ASSERT(next != m_freeIn.end() && !next->empty(), "a job that fits finds a free host");
    return static_cast<uint32_t>(next - m_freeIn.begin());
}

uint32_t
JobQueue::TakeHost(uint32_t rack)
{
    std::set<uint32_t>& free = m_freeIn[rack];
    ESA_ASSERT(!free.empty(), "a host is taken of a rack that has a free one");
    const uint32_t host = *free.begin();
    free.erase(free.begin());
    --m_free;
    return host;
}

} // namespace ns3::esa
