/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-default-placement.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3::esa
{

std::vector<JobPlacement>
DefaultPlacement(const Scenario& scenario)
{
    JobPlacer placer = PlacerOf(scenario);
    std::vector<JobPlacement> placement;
    for (uint32_t job = 0; job < scenario.jobs.count; ++job)
    {
        PlacedHosts placed = placer.Place(scenario.jobs.workers);
        placement.push_back({std::move(placed.workers), placed.parameterServer});
    }
    return placement;
}

ClusterHosts
HostsOfCluster(const Scenario& scenario)
{
    ClusterHosts hosts;
    hosts.racks.assign(scenario.Racks(), {});
    for (uint32_t host = 0; host < scenario.topology.hosts; ++host)
    {
        hosts.racks[scenario.RackOf(host)].push_back(host);
    }
    for (uint32_t host = scenario.topology.hosts; host < scenario.Hosts(); ++host)
    {
        hosts.servers.push_back({host, scenario.RackOf(host)});
    }
    if (scenario.HasServersForPses())
    {
        return hosts;
    }
    if (scenario.trace.jobs.empty())
    {
        hosts.furtherServers = scenario.PsHosts();
        return hosts;
    }
    // Jobs come and go, and no worker gets the host of a PS meanwhile.
    std::vector<std::size_t> taken(hosts.racks.size(), 0);
    std::size_t rack = 0;
    for (uint32_t ps = 0; ps < scenario.PsHosts(); ++ps)
    {
        rack = ps % hosts.racks.size();
        while (taken[rack] == hosts.racks[rack].size())
        {
            rack = (rack + 1) % hosts.racks.size();
        }
        hosts.servers.push_back({hosts.racks[rack][taken[rack]++], static_cast<uint32_t>(rack)});
    }
    for (rack = 0; rack < hosts.racks.size(); ++rack)
    {
        const auto begin = hosts.racks[rack].begin();
        hosts.racks[rack].erase(begin, begin + static_cast<std::ptrdiff_t>(taken[rack]));
    }
    return hosts;
}

JobPlacer
PlacerOf(const Scenario& scenario)
{
    const Scenario::Placement& placement = scenario.placement;
    PlacementOrder order{placement.policy, placement.racksPerJob, placement.seed};
    if (!scenario.trace.jobs.empty())
    {
        order.policy = placement.rule == PlacementRule::Spread ? PlacementPolicy::Spread
                                                               : PlacementPolicy::Packed;
    }
    return {HostsOfCluster(scenario), order};
}

} // namespace ns3::esa
