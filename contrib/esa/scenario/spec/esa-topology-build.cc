/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-topology-build.h"

#include "ns3/esa-topology-faults.h"
#include "ns3/esa-topology-shapes.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kFatTreeLevels = 2; ///< of links between switches

/// The racks and spines of a scenario: the servers of workers fill the racks in order, those of
/// PSes stand in rack 0, 1, ... in turn.
std::optional<TopologyGraph>
LeafSpineOf(const Scenario& scenario)
{
    const Scenario::Topology& topology = scenario.topology;
    if (topology.hosts % topology.racks != 0 || topology.uplinksGbps.size() > 1)
    {
        return std::nullopt;
    }
    const uint32_t hostsPerRack = topology.hosts / topology.racks;
    std::vector<uint32_t> rackOf;
    for (uint32_t host = 0; host < topology.hosts; ++host)
    {
        rackOf.push_back(host / hostsPerRack);
    }
    for (uint32_t ps = 0; ps < scenario.PsHosts(); ++ps)
    {
        rackOf.push_back(ps % topology.racks);
    }
    const double rackGbps = scenario.link.rateGbps * topology.hosts / topology.racks;
    const double usualGbps = rackGbps / (topology.spines * topology.oversubscription);
    const double uplinkGbps =
        topology.uplinksGbps.empty() ? usualGbps : topology.uplinksGbps.front();
    return MakeLeafSpine(rackOf,
                         topology.spines,
                         {scenario.link.rateGbps, scenario.link.delayUs, {}},
                         {uplinkGbps, topology.uplinkDelayUs, {}});
}

/// The fat tree of a scenario.
std::optional<TopologyGraph>
FatTreeOf(const Scenario& scenario)
{
    const Scenario::Topology& topology = scenario.topology;
    const bool isEven = topology.k % 2 == 0;
    const std::size_t levels = topology.uplinksGbps.size();
    if (!isEven || (levels != 0 && levels != kFatTreeLevels))
    {
        return std::nullopt;
    }
    const double usualGbps = scenario.link.rateGbps / topology.oversubscription;
    const auto uplink = [&](std::size_t level) {
        return LinkTraits{levels > 0 ? topology.uplinksGbps[level] : usualGbps,
                          topology.uplinkDelayUs,
                          {}};
    };
    return MakeFatTree(topology.k,
                       {{scenario.link.rateGbps, scenario.link.delayUs, {}}, uplink(0), uplink(1)});
}

/// The graph of a scenario; nothing if a link names an unknown node.
std::optional<TopologyGraph>
GraphOf(const Scenario& scenario)
{
    const GraphSpec& spec = scenario.topology.graph;
    TopologyGraph graph;
    graph.isTree = spec.isTree;
    std::map<std::string, std::size_t> indexOf;
    for (const NodeSpec& node : spec.nodes)
    {
        indexOf.emplace(node.name, graph.nodes.size());
        graph.nodes.push_back({node.name, node.role});
    }
    for (const LinkSpec& link : spec.links)
    {
        const auto a = indexOf.find(link.between.at(0));
        const auto b = indexOf.find(link.between.at(1));
        if (a == indexOf.end() || b == indexOf.end())
        {
            return std::nullopt;
        }
        const bool isOfHost = spec.nodes[a->second].role != spec.nodes[b->second].role;
        LinkTraits traits;
        traits.rateGbps = link.rateGbps > 0 ? link.rateGbps : scenario.link.rateGbps;
        const double usualUs = isOfHost ? scenario.link.delayUs : scenario.topology.uplinkDelayUs;
        traits.delayUs = link.delayUs >= 0 ? link.delayUs : usualUs;
        if (link.queueBytes != LinkSpec::kUsualQueue)
        {
            traits.queueBytes = link.queueBytes;
        }
        graph.links.push_back({a->second, b->second, traits});
    }
    return graph;
}

} // namespace

std::shared_ptr<const TopologyRoutes>
RoutesOf(const Scenario& scenario)
{
    std::optional<TopologyGraph> graph;
    switch (scenario.topology.kind)
    {
    case TopologyKind::LeafSpine:
        graph = LeafSpineOf(scenario);
        break;
    case TopologyKind::FatTree:
        graph = FatTreeOf(scenario);
        break;
    case TopologyKind::Graph:
        graph = GraphOf(scenario);
        break;
    }
    if (!graph || !FindTopologyFaults(*graph).empty())
    {
        return nullptr;
    }
    return std::make_shared<const TopologyRoutes>(std::move(*graph));
}

} // namespace ns3::esa
