// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-placer.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>

namespace ns3::esa
{

JobPlacer::JobPlacer(const ClusterHosts& hosts, const PlacementOrder& order)
    : m_order(order),
      m_furtherServers(hosts.furtherServers)
{
    for (uint32_t rack = 0; rack < hosts.racks.size(); ++rack)
    {
        m_freeIn.emplace_back(hosts.racks[rack].begin(), hosts.racks[rack].end());
        for (const uint32_t host : hosts.racks[rack])
        {
            m_rackOf[host] = rack;
            m_free.insert(KeyOf(host));
        }
    }
    for (const ClusterHosts::Server& server : hosts.servers)
    {
        m_servers.push_back({server.host, server.rack, 0});
    }
    ESA_ASSERT(!m_free.empty(), "a job finds its place in an empty cluster");
}

JobPlacement
JobPlacer::Place(uint32_t workers, uint32_t servers)
{
    ESA_ASSERT(workers >= 1 && workers <= m_free.size(), "a job that is placed finds free hosts");
    JobPlacement job;
    const bool hasServer = !m_servers.empty() || m_furtherServers > 0;
    const bool isPsFirst = m_order.policy == PlacementPolicy::ByRack;
    uint32_t firstRack = m_jobs;
    if (hasServer && isPsFirst)
    {
        const Server& server = ChooseServer({});
        job.psHost = server.host;
        firstRack = server.rack;
    }
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        job.workerHosts.push_back(Take(firstRack + worker * m_order.racksPerJob / workers));
    }
    if (!hasServer || !isPsFirst)
    {
        job.psHost = PlaceServer(job.workerHosts);
    }
    for (uint32_t server = 0; server < servers; ++server)
    {
        job.serverHosts.push_back(server == 0 ? job.psHost : PlaceServer(job.workerHosts));
    }
    ++m_jobs;
    return job;
}

uint32_t
JobPlacer::PlaceServer(const std::vector<uint32_t>& workers)
{
    if (!m_servers.empty() || m_furtherServers > 0)
    {
        return ChooseServer(workers).host;
    }
    const std::vector<uint32_t> workersIn = WorkersIn(workers);
    return *std::max_element(workers.begin(), workers.end(), [&](uint32_t a, uint32_t b) {
        return workersIn[m_rackOf.at(a)] < workersIn[m_rackOf.at(b)];
    });
}

void
JobPlacer::Free(const JobPlacement& job)
{
    for (const uint32_t host : job.workerHosts)
    {
        [[maybe_unused]] const bool wasTaken = m_freeIn[m_rackOf.at(host)].insert(host).second;
        ESA_ASSERT(wasTaken, "a host that is freed was taken");
        m_free.insert(KeyOf(host));
    }
    for (Server& server : m_servers)
    {
        auto pses = static_cast<uint32_t>(server.host == job.psHost);
        if (!job.serverHosts.empty()) // the first one is the PS
        {
            pses += static_cast<uint32_t>(
                std::count(job.serverHosts.begin() + 1, job.serverHosts.end(), server.host));
        }
        ESA_ASSERT(server.pses >= pses, "a PS that ends was there");
        server.pses -= pses;
    }
}

uint32_t
JobPlacer::Take(uint32_t rack)
{
    const uint32_t host = m_order.policy == PlacementPolicy::Random
                              ? m_free.begin()->second
                              : *m_freeIn[NextRack(rack)].begin();
    m_freeIn[m_rackOf.at(host)].erase(host);
    m_free.erase(KeyOf(host));
    return host;
}

std::size_t
JobPlacer::NextRack(uint32_t first) const
{
    if (m_order.policy == PlacementPolicy::Spread)
    {
        const auto hasFewer = [](const auto& one, const auto& other) {
            return one.size() < other.size();
        };
        const auto most = std::max_element(m_freeIn.begin(), m_freeIn.end(), hasFewer);
        return static_cast<std::size_t>(most - m_freeIn.begin());
    }
    std::size_t rack = m_order.policy == PlacementPolicy::ByRack ? first % m_freeIn.size() : 0;
    while (m_freeIn[rack].empty())
    {
        rack = (rack + 1) % m_freeIn.size();
    }
    return rack;
}

JobPlacer::Server&
JobPlacer::ChooseServer(const std::vector<uint32_t>& workers)
{
    if (m_furtherServers > 0)
    {
        --m_furtherServers;
        const uint32_t host = Take(m_jobs);
        m_servers.push_back({host, m_rackOf.at(host), 0});
        ++m_servers.back().pses;
        return m_servers.back();
    }
    const std::vector<uint32_t> workersIn = WorkersIn(workers);
    Server& best = *std::min_element(m_servers.begin(),
                                     m_servers.end(),
                                     [&](const Server& a, const Server& b) {
                                         return a.pses != b.pses
                                                    ? a.pses < b.pses
                                                    : workersIn[a.rack] > workersIn[b.rack];
                                     });
    ++best.pses;
    return best;
}

std::pair<uint64_t, uint32_t>
JobPlacer::KeyOf(uint32_t host) const
{
    // By a hash, so that the order is the same with every library.
    return {Hash64(Hash64(m_order.seed) ^ host), host};
}

std::vector<uint32_t>
JobPlacer::WorkersIn(const std::vector<uint32_t>& workers) const
{
    std::vector<uint32_t> workersIn(m_freeIn.size(), 0);
    for (const uint32_t host : workers)
    {
        ++workersIn[m_rackOf.at(host)];
    }
    return workersIn;
}

JobQueue::JobQueue(JobPlacer placer, uint32_t maxJobs)
    : m_placer(std::move(placer)),
      m_isSlotTaken(maxJobs, false)
{
    ESA_ASSERT(maxJobs >= 1, "a job may run");
}

void
JobQueue::Submit(uint32_t job, uint32_t workers, uint32_t servers)
{
    ESA_ASSERT(workers >= 1 && workers <= m_placer.Hosts(), "an empty cluster has room for a job");
    m_waiting.push_back({job, workers, servers});
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
    placed.hosts = m_placer.Place(m_waiting.front().workers, m_waiting.front().servers);
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
