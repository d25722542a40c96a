/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-table.h"

#include "ns3/esa-result-columns.h"
#include "ns3/esa-sim-clock.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// A switch, and its level: 1 with hosts, else one more than the lowest switch below it.
struct SwitchName
{
    std::string name;  ///< as in the topology
    uint32_t level{1}; ///< from the racks up
};

/// The switches in the order of EsaFabric::Switches(): those of racks, then the others.
std::vector<SwitchName>
NamesOf(const ValidScenario& scenario)
{
    std::vector<SwitchName> names;
    if (!scenario->routes)
    {
        for (uint32_t rack = 0; rack < scenario->topology.racks; ++rack)
        {
            names.push_back({"rack" + std::to_string(rack), 1});
        }
        for (uint32_t spine = 0; spine < scenario->topology.spines; ++spine)
        {
            names.push_back({"spine" + std::to_string(spine), 2});
        }
        return names;
    }
    const TopologyRoutes& routes = *scenario->routes;
    std::vector<SwitchName> others;
    for (std::size_t node = 0; node < routes.Graph().nodes.size(); ++node)
    {
        if (routes.Graph().nodes[node].role == NodeRole::Switch)
        {
            const uint32_t level = routes.LevelOf(node) + 1U;
            (level == 1 ? names : others).push_back({routes.Graph().nodes[node].name, level});
        }
    }
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

} // namespace

void
WriteSwitchTable(std::ostream& out,
                 const ValidScenario& scenario,
                 const Network& network,
                 const Time& span)
{
    out << "switch,level,aggregators,mean_occupied,added,completed,preempted,passed_through,"
           "fetched,passed_by\n";
    const std::vector<SwitchName> names = NamesOf(scenario);
    const auto& switches = network.helper.GetSwitches();
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        const SwitchPipeline& pipeline = switches[i]->GetPipeline();
        const double occupiedS = pipeline.Table().OccupiedSeconds(SimClock().Now());
        const uint64_t added = pipeline.Count(Outcome::Allocated) +
                               pipeline.Count(Outcome::Aggregated) +
                               pipeline.Count(Outcome::Completed);
        out << names[i].name << ',' << names[i].level << ',' << switches[i]->GetAggregators() << ','
            << FormatNumber(span > Time(0) ? occupiedS / span.GetSeconds() : 0) << ',' << added;
        for (const Outcome outcome : {Outcome::Completed,
                                      Outcome::Preempted,
                                      Outcome::PassedThrough,
                                      Outcome::Fetched,
                                      Outcome::PassedBy})
        {
            out << ',' << pipeline.Count(outcome);
        }
        out << '\n';
    }
}

} // namespace ns3::esa
