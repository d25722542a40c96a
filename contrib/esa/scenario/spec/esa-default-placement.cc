/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-default-placement.h"

#include "esa-free-hosts.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ns3::esa
{
namespace
{

/// The hosts of each rack, without those that only PSes have.
std::vector<std::vector<uint32_t>>
HostsByRack(const Scenario& scenario)
{
    std::vector<std::vector<uint32_t>> racks(scenario.Racks());
    for (uint32_t host = 0; host < scenario.topology.hosts; ++host)
    {
        racks[scenario.RackOf(host)].push_back(host);
    }
    return racks;
}

/// Chooses the hosts of one job after the other.
class Placer
{
  public:
    explicit Placer(const Scenario& scenario)
        : m_scenario(scenario),
          m_free(HostsByRack(scenario), scenario.placement),
          m_psesOf(scenario.PsHosts(), 0)
    {
    }

    JobPlacement Place(uint32_t job)
    {
        JobPlacement place;
        if (m_scenario.ArePsesBesideWorkers())
        {
            TakeWorkers(job % m_scenario.Racks(), place);
            place.psHost = HostInMainRack(place);
            return place;
        }
        // The policy ByRack begins in the PS's rack; the others put the PS beside its workers.
        const bool isPsFirst = m_scenario.placement.policy == PlacementPolicy::ByRack;
        if (isPsFirst)
        {
            place.psHost = m_scenario.routes ? OwnPs(job) : PsHost(job % m_scenario.PsHosts());
        }
        TakeWorkers(isPsFirst ? m_scenario.RackOf(place.psHost) : 0, place);
        if (!isPsFirst)
        {
            place.psHost = m_scenario.routes ? OwnPs(job) : BestPs(place);
        }
        return place;
    }

  private:
    void TakeWorkers(uint32_t firstRack, JobPlacement& place)
    {
        const uint32_t workers = m_scenario.jobs.workers;
        for (uint32_t worker = 0; worker < workers; ++worker)
        {
            const uint32_t part = worker * m_scenario.placement.racksPerJob / workers;
            place.workerHosts.push_back(m_free.Take(firstRack + part));
        }
    }

    /// In a fat tree or graph, PSes have hosts of the same kind as workers.
    uint32_t OwnPs(uint32_t job)
    {
        if (m_psHosts.size() < m_scenario.PsHosts())
        {
            m_psHosts.push_back(m_free.Take(job));
            return m_psHosts.back();
        }
        return m_psHosts[job % m_psHosts.size()];
    }

    /// The host of a PS that has racks and spines.
    uint32_t PsHost(std::size_t number) const
    {
        return m_scenario.topology.hosts + static_cast<uint32_t>(number);
    }

    /// Workers of a job by rack.
    std::vector<uint32_t> WorkersIn(const JobPlacement& place) const
    {
        std::vector<uint32_t> workersIn(m_scenario.Racks(), 0);
        for (const uint32_t host : place.workerHosts)
        {
            ++workersIn[m_scenario.RackOf(host)];
        }
        return workersIn;
    }

    /// The first worker's host in the rack with most of the job's workers.
    uint32_t HostInMainRack(const JobPlacement& place) const
    {
        const std::vector<uint32_t> workersIn = WorkersIn(place);
        return *std::max_element(place.workerHosts.begin(),
                                 place.workerHosts.end(),
                                 [&](uint32_t a, uint32_t b) {
                                     return workersIn[m_scenario.RackOf(a)] <
                                            workersIn[m_scenario.RackOf(b)];
                                 });
    }

    /// Of the PS hosts with the fewest PSes, the one in the rack with most of the job's workers.
    uint32_t BestPs(const JobPlacement& place)
    {
        const std::vector<uint32_t> workersIn = WorkersIn(place);
        const auto workersBeside = [&](std::size_t ps) {
            return workersIn[m_scenario.RackOf(PsHost(ps))];
        };
        std::size_t best = 0;
        for (std::size_t ps = 1; ps < m_psesOf.size(); ++ps)
        {
            const bool isFreer = m_psesOf[ps] < m_psesOf[best];
            const bool isAsFree = m_psesOf[ps] == m_psesOf[best];
            best = isFreer || (isAsFree && workersBeside(ps) > workersBeside(best)) ? ps : best;
        }
        ++m_psesOf[best];
        return PsHost(best);
    }

    const Scenario& m_scenario;      ///< the scenario
    FreeHosts m_free;                ///< hosts that nobody has taken
    std::vector<uint32_t> m_psHosts; ///< in a fat tree or graph: hosts of PSes
    std::vector<uint32_t> m_psesOf;  ///< with racks and spines: PSes of each host for them
};

} // namespace

std::vector<JobPlacement>
DefaultPlacement(const Scenario& scenario)
{
    Placer placer(scenario);
    std::vector<JobPlacement> placement;
    for (uint32_t job = 0; job < scenario.jobs.count; ++job)
    {
        placement.push_back(placer.Place(job));
    }
    return placement;
}

ClusterHosts
HostsOfCluster(const Scenario& scenario)
{
    ClusterHosts hosts;
    const uint32_t psHosts = scenario.PsHosts();
    if (!scenario.routes)
    {
        const Scenario::Topology& topology = scenario.topology;
        hosts.cluster = EvenCluster(topology.hosts, topology.racks, psHosts, scenario.jobs.count);
        hosts.psHosts.resize(psHosts);
        std::iota(hosts.psHosts.begin(), hosts.psHosts.end(), topology.hosts);
        return hosts;
    }
    hosts.cluster.racks = HostsByRack(scenario);
    hosts.cluster.maxJobs = scenario.jobs.count;
    hosts.cluster.psRacks.clear();
    FreeHosts free(hosts.cluster.racks, {}); // by rack
    for (uint32_t ps = 0; ps < psHosts; ++ps)
    {
        const uint32_t host = free.Take(ps);
        const uint32_t rack = scenario.RackOf(host);
        hosts.psHosts.push_back(host);
        hosts.cluster.psRacks.push_back(rack);
        std::vector<uint32_t>& beside = hosts.cluster.racks[rack];
        beside.erase(std::find(beside.begin(), beside.end(), host));
    }
    return hosts;
}

} // namespace ns3::esa
