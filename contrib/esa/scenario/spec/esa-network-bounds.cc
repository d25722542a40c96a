// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-network.h"

#include <algorithm>
#include <numeric>
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

/// @return the hosts between which packets go: the hosts of each job or, where jobs come and go,
/// one of each rack
std::vector<std::vector<uint32_t>>
HostsOfJobs(const Scenario& scenario)
{
    std::vector<std::vector<uint32_t>> groups;
    if (!scenario.trace.jobs.empty())
    {
        groups.emplace_back();
        for (uint32_t host = 0; host < scenario.Hosts(); ++host)
        {
            groups.back().push_back(host);
        }
        return groups;
    }
    for (const JobPlacement& job : PlacesOfJobs(scenario))
    {
        groups.push_back(job.workerHosts);
        groups.back().push_back(job.psHost);
    }
    return groups;
}

RoundTripTimes
TimesOf(const Scenario& scenario)
{
    RoundTripTimes times;
    times.rateGbps = scenario.link.rateGbps;
    times.hostDelayUs = scenario.link.delayUs;
    times.switchDelayUs = scenario.topology.uplinkDelayUs;
    times.switchUs = scenario.switchNode.processingNs / 1000;
    times.hostsUs = (scenario.host.processingNs +
                     std::max(scenario.host.processingNs, scenario.host.psProcessingNs)) /
                    1000;
    times.extraHostUs = scenario.faults.everyLink.extraDelayUs;
    return times;
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

RoundTrips
RoundTripsOf(const Scenario& scenario)
{
    return {*scenario.routes, TimesOf(scenario), HostsOfJobs(scenario)};
}

RoundTrips
RoundTripsOfAllHosts(const Scenario& scenario)
{
    std::vector<uint32_t> hosts(scenario.topology.hosts);
    std::iota(hosts.begin(), hosts.end(), 0);
    return {*scenario.routes, TimesOf(scenario), {hosts}};
}

std::map<double, double>
PauseHeadrooms(const RoundTrips& trips, const Scenario& scenario)
{
    std::map<double, double> headrooms;
    for (const auto& [gbps, bytes] : trips.LinkBytes())
    {
        headrooms[gbps] = bytes + 2 * scenario.WireBytes(scenario.LongestFrameBytes());
    }
    return headrooms;
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
    const double frame =
        scenario.WireBytes(std::max<double>(scenario.LongestFrameBytes(), scenario.reminder.bytes));
    const double frameUs = frame * 8 / (SlowestGbps(scenario) * 1e3);
    return trips.Longest(frame).us + 2 * kHostLinks * (extraUs + depth * frameUs);
}

} // namespace ns3::esa
