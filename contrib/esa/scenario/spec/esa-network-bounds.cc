/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-network-bounds.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr double kHostLinks = 2; ///< of a way between two hosts

/// Calls a function for each link of a graph: what it can carry, and whether it is that of a host.
template <typename F>
void
ForEachLink(const TopologyRoutes& routes, F visit)
{
    for (const TopologyLink& link : routes.Graph().links)
    {
        const auto role = [&routes](std::size_t node) { return routes.Graph().nodes[node].role; };
        visit(link.traits, role(link.a) != role(link.b));
    }
}

/// The rate of the slowest link, of hosts only or of all.
double
SlowestOf(const Scenario& scenario, bool hostsOnly)
{
    double slowest = 0;
    ForEachLink(*scenario.routes, [&](const LinkTraits& traits, bool isOfHost) {
        if (isOfHost || !hostsOnly)
        {
            const double gbps = traits.rateGbps.value_or(scenario.link.rateGbps);
            slowest = slowest > 0 ? std::min(slowest, gbps) : gbps;
        }
    });
    return slowest;
}

} // namespace

double
RackUplinkGbps(const Scenario& scenario)
{
    const Scenario::Topology& topology = scenario.topology;
    if (!topology.uplinksGbps.empty())
    {
        return topology.uplinksGbps.front();
    }
    const double rackGbps = scenario.link.rateGbps * topology.hosts / topology.racks;
    return rackGbps / (topology.spines * topology.oversubscription);
}

double
SlowestGbps(const Scenario& scenario)
{
    if (scenario.routes)
    {
        return SlowestOf(scenario, false);
    }
    return scenario.topology.racks > 1 ? std::min(scenario.link.rateGbps, RackUplinkGbps(scenario))
                                       : scenario.link.rateGbps;
}

double
SlowestHostLinkGbps(const Scenario& scenario)
{
    return scenario.routes ? SlowestOf(scenario, true) : scenario.link.rateGbps;
}

double
LinksBetweenHosts(const Scenario& scenario)
{
    if (scenario.routes)
    {
        return kHostLinks + scenario.routes->LongestWay();
    }
    return scenario.topology.racks > 1 ? 4 : kHostLinks;
}

double
LongestPropagationUs(const Scenario& scenario)
{
    if (!scenario.routes)
    {
        return kHostLinks * scenario.link.delayUs +
               (scenario.topology.racks > 1 ? 2 * scenario.topology.uplinkDelayUs : 0);
    }
    double hostUs = 0;
    double uplinkUs = 0;
    ForEachLink(*scenario.routes, [&](const LinkTraits& traits, bool isOfHost) {
        double& longest = isOfHost ? hostUs : uplinkUs;
        longest = std::max(longest, traits.delayUs.value_or(0));
    });
    return kHostLinks * hostUs + scenario.routes->LongestWay() * uplinkUs;
}

} // namespace ns3::esa
