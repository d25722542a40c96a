// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-bounds.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr double kHostLinks = 2; ///< of a path between two hosts

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
SlowestGbps(const Scenario& scenario)
{
    return SlowestOf(scenario, false);
}

double
FastestGbps(const Scenario& scenario)
{
    double fastest = 0;
    ForEachLink(*scenario.routes, [&](const LinkTraits& traits, bool /* isOfHost */) {
        fastest = std::max(fastest, traits.rateGbps.value_or(scenario.link.rateGbps));
    });
    return fastest;
}

double
SlowestHostLinkGbps(const Scenario& scenario)
{
    return SlowestOf(scenario, true);
}

double
RoundTripUs(const Scenario& scenario, const RoundTrips& trips)
{
    double extraUs = 0; // beyond what every link has
    double depth = 0;
    for (const DirectionFaults& direction : scenario.faults.links)
    {
        extraUs =
            std::max(extraUs, direction.spec.extraDelayUs - scenario.faults.everyLink.extraDelayUs);
        depth = std::max<double>(depth, direction.spec.reorderDepth);
    }
    const double frame = std::max<double>(scenario.LongestFrameBytes(), scenario.reminder.bytes);
    const double frameUs = frame * 8 / (SlowestGbps(scenario) * 1e3);
    return trips.Longest(frame).us + 2 * kHostLinks * (extraUs + depth * frameUs);
}

} // namespace ns3::esa
