// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-bounds.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr double kHostLinks = 2; ///< of a path between two hosts

/// The rates of all links, or of those of hosts only.
std::vector<double>
RatesOf(const Scenario& scenario, bool hostsOnly)
{
    const TopologyGraph& graph = scenario.routes->Graph();
    std::vector<double> rates;
    for (const TopologyLink& link : graph.links)
    {
        if (!hostsOnly || graph.nodes[link.a].role != graph.nodes[link.b].role)
        {
            rates.push_back(link.traits.rateGbps.value_or(scenario.link.rateGbps));
        }
    }
    return rates;
}

} // namespace

double
SlowestGbps(const Scenario& scenario)
{
    const std::vector<double> rates = RatesOf(scenario, false);
    return rates.empty() ? 0 : *std::min_element(rates.begin(), rates.end());
}

double
FastestGbps(const Scenario& scenario)
{
    const std::vector<double> rates = RatesOf(scenario, false);
    return rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
}

double
SlowestHostLinkGbps(const Scenario& scenario)
{
    const std::vector<double> rates = RatesOf(scenario, true);
    return rates.empty() ? 0 : *std::min_element(rates.begin(), rates.end());
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
