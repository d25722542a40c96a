/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-bottleneck.h"

#include "esa-link-ends.h"
#include "esa-run-counters.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr double kBusy = 0.7; ///< utilisation of a link that sets the time of a run

/// Switches of racks that have a PS, by number.
std::set<uint32_t>
SwitchesOfPses(const ValidScenario& scenario, const Network& network)
{
    std::set<uint32_t> switches;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        const Ptr<Node> host = network.hosts.Get(job.psHost);
        switches.insert(network.helper.GetFabric().LinkOf(host).UpperNode()->GetId());
    }
    return switches;
}

/// The name of the upper end of a link between switches.
std::string
NameOf(const ValidScenario& scenario, std::size_t uplink)
{
    for (const LinkEnd& end : LinkEnds(scenario))
    {
        if (!end.isHostLink && end.isUpper && end.link == uplink)
        {
            return end.name;
        }
    }
    return "";
}

} // namespace

std::optional<Bottleneck>
FindBottleneck(const ValidScenario& scenario, const Network& network)
{
    const JobStatistics& jobs = *network.statistics;
    const double seconds = ToSeconds(jobs.LastEnd() - jobs.FirstBegin());
    Bottleneck busiest;
    std::size_t uplinks = 0;
    std::size_t at = 0;        // number of the busiest link
    Ptr<Node> below = nullptr; // where it leads; null: up
    for (const EsaLink& link : network.helper.GetFabric().Links())
    {
        if (link.GetKind() != EsaLink::Kind::Uplink)
        {
            continue;
        }
        for (const bool isDown : {false, true})
        {
            const double share = UtilizationOf(isDown ? *link.Upper() : *link.Lower(), seconds);
            busiest.mean += share;
            if (share > busiest.utilization)
            {
                busiest.utilization = share;
                at = uplinks;
                below = isDown ? link.LowerNode() : nullptr;
            }
        }
        ++uplinks;
    }
    busiest.mean /= 2 * static_cast<double>(uplinks);
    if (!below || busiest.utilization < kBusy || busiest.mean > busiest.utilization / 2 ||
        SwitchesOfPses(scenario, network).count(below->GetId()) == 0)
    {
        return std::nullopt;
    }
    busiest.sender = NameOf(scenario, at);
    return busiest;
}

} // namespace ns3::esa
