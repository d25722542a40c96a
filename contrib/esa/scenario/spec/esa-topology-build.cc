// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"
#include "esa-scenario-schema.h"

#include "ns3/esa-text.h"
#include "ns3/esa-topology-graph.h"
#include "ns3/esa-topology-shapes.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

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

/// The servers of a scenario. link has what a card can carry.
std::optional<TopologyGraph>
ServersOf(const Scenario& scenario)
{
    const Scenario::Topology& topology = scenario.topology;
    if (topology.servers % topology.racks != 0 || topology.uplinksGbps.size() > 1)
    {
        return std::nullopt;
    }
    ServerShape shape;
    shape.servers = topology.servers;
    shape.accelerators = topology.accelerators;
    shape.cards = topology.cards;
    shape.racks = topology.racks;
    shape.spines = topology.spines;
    shape.isRails = topology.rails;
    shape.inside = {topology.serverGbps, topology.serverDelayUs, {}};
    shape.card = {scenario.link.rateGbps, scenario.link.delayUs, {}};
    const double cardsPerLeaf = static_cast<double>(topology.servers / topology.racks) *
                                topology.cards / shape.LeavesPerRack();
    const double usualGbps =
        scenario.link.rateGbps * cardsPerLeaf / (topology.spines * topology.oversubscription);
    shape.uplink = {topology.uplinksGbps.empty() ? usualGbps : topology.uplinksGbps.front(),
                    topology.uplinkDelayUs,
                    {}};
    return MakeServers(shape);
}

/// The graph that is written; what a link does not name stays open. A link that names an unknown
/// node is an error, and left out.
TopologyGraph
MakeGraph(const GraphSpec& spec, ConfigErrors& errors)
{
    TopologyGraph graph;
    std::map<std::string, std::size_t> indexOf;
    for (const NodeSpec& node : spec.nodes)
    {
        indexOf.emplace(node.name, graph.nodes.size());
        graph.nodes.push_back({node.name, node.role});
    }
    for (std::size_t number = 0; number < spec.links.size(); ++number)
    {
        const LinkSpec& link = spec.links[number];
        std::vector<std::size_t> ends;
        for (std::size_t end = 0; end < 2; ++end)
        {
            const std::string& name = link.between.at(end);
            if (const auto found = indexOf.find(name); found != indexOf.end())
            {
                ends.push_back(found->second);
                continue;
            }
            errors.push_back(
                {"/links/" + std::to_string(number) + "/between/" + std::to_string(end),
                 NotAllowed(name, "the name of a node in /nodes")});
        }
        if (ends.size() < 2)
        {
            continue;
        }
        LinkTraits traits;
        traits.rateGbps = link.rateGbps > 0 ? std::optional(link.rateGbps) : std::nullopt;
        traits.delayUs = link.delayUs >= 0 ? std::optional(link.delayUs) : std::nullopt;
        if (link.queueBytes != LinkSpec::kUsualQueue)
        {
            traits.queueBytes = link.queueBytes;
        }
        graph.links.push_back({ends[0], ends[1], traits});
    }
    return graph;
}

/// The graph of a scenario, in which every link has a rate and a delay, and every host one link;
/// nothing if a link names an
/// unknown node.
std::optional<TopologyGraph>
GraphOf(const Scenario& scenario)
{
    ConfigErrors errors;
    const Scenario::Topology& topology = scenario.topology;
    TopologyGraph graph = MakeGraph(topology.graph, errors);
    if (!errors.empty())
    {
        return std::nullopt;
    }
    graph = WithServers(std::move(graph),
                        {topology.serverGbps, topology.serverDelayUs, {}},
                        {scenario.link.rateGbps, scenario.link.delayUs, {}});
    for (TopologyLink& link : graph.links)
    {
        const bool isOfHost = graph.nodes[link.a].role != graph.nodes[link.b].role;
        const double usualUs = isOfHost ? scenario.link.delayUs : topology.uplinkDelayUs;
        link.traits.rateGbps = link.traits.rateGbps.value_or(scenario.link.rateGbps);
        link.traits.delayUs = link.traits.delayUs.value_or(usualUs);
    }
    return graph;
}

/// Divides the rates of links by their slowdown.
void
SlowLinks(const Scenario& scenario, TopologyGraph& graph)
{
    std::map<std::size_t, double> slowdowns; // later entries replace earlier ones
    for (const SlowSpec& entry : scenario.faults.slow)
    {
        const auto links = entry.between.empty()
                               ? std::vector<std::size_t>{}
                               : LinksBetween(graph, entry.between.front(), entry.between.back());
        for (const std::size_t link : links)
        {
            slowdowns[link] = entry.slowdown;
        }
    }
    for (const auto& [link, slowdown] : slowdowns)
    {
        graph.links[link].traits.rateGbps = *graph.links[link].traits.rateGbps / slowdown;
    }
}

using nlohmann::json;

/// Reads a graph that obeys the schema, as in a scenario.
GraphSpec
ReadGraph(const json& graph)
{
    const json config{{"topology", {{"graph", graph}}}};
    Scenario scenario;
    FieldPlaces places;
    ConfigErrors errors;
    ReadObject(ScenarioRows(), config, "", &scenario, {places, errors});
    return scenario.topology.graph;
}

/// Reads a topology file.
json
ReadTopologyFile(const std::filesystem::path& path)
{
    const json graph = ReadBySchema(path.string(), ScenarioSchema::OfTopologies(), "the topology");
    ThrowErrors(FindGraphErrors(graph), path.string(), "the topology");
    return {{"nodes", graph.at("nodes")}, {"links", graph.at("links")}};
}

} // namespace

NetworkFailure
FailureOf(const FailureSpec& entry, const TopologyGraph& graph)
{
    NetworkFailure failure;
    failure.links = entry.between.empty()
                        ? LinksAt(graph, entry.switchName)
                        : LinksBetween(graph, entry.between.front(), entry.between.back());
    failure.from = FromMicroseconds(entry.atUs);
    if (entry.untilUs)
    {
        failure.until = FromMicroseconds(*entry.untilUs);
    }
    return failure;
}

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
    case TopologyKind::Servers:
        graph = ServersOf(scenario);
        break;
    }
    if (!graph || !FindTopologyFaults(*graph).empty())
    {
        return nullptr;
    }
    SlowLinks(scenario, *graph);
    return std::make_shared<const TopologyRoutes>(std::move(*graph));
}

ConfigErrors
FindGraphErrors(const json& graph)
{
    const GraphSpec spec = ReadGraph(graph);
    ConfigErrors errors;
    const TopologyGraph topology = MakeGraph(spec, errors);
    for (std::size_t node = 0; node < spec.nodes.size(); ++node)
    {
        if (spec.nodes[node].role == NodeRole::Host &&
            spec.nodes[node].memoryBytes != NodeSpec::kUsualMemory)
        {
            errors.push_back({"/nodes/" + std::to_string(node) + "/memory_bytes",
                              NotAllowed(spec.nodes[node].memoryBytes,
                                         "absent, as " + spec.nodes[node].name +
                                             " is a host, and only switches sum")});
        }
    }
    if (!errors.empty())
    {
        return errors;
    }
    for (const TopologyFault& fault : FindTopologyFaults(topology))
    {
        if (fault.place == TopologyFault::Place::Graph)
        {
            errors.push_back({"/nodes", fault.text});
            continue;
        }
        const char* const list = fault.place == TopologyFault::Place::Node ? "nodes" : "links";
        errors.push_back({"/" + std::string(list) + "/" + std::to_string(fault.index),
                          ShortText(graph[list][fault.index]) + " is not allowed: " + fault.text});
    }
    return errors;
}

void
ExpandTopology(json& config, const std::filesystem::path& folder, bool hasHosts)
{
    json& topology = config.at("topology");
    const std::string kind = topology.at("kind").get<std::string>();
    const std::string file = topology.at("file").get<std::string>();
    if (kind == "graph" && !file.empty())
    {
        if (!topology.at("graph").at("nodes").empty() || !topology["graph"].at("links").empty())
        {
            throw ScenarioError({"/topology/graph: must have no nodes and links where "
                                 "/topology/file names a file"});
        }
        topology["graph"] = ReadTopologyFile(folder / file);
        topology["file"] = "";
    }
    if (hasHosts || kind == "leaf_spine")
    {
        return;
    }
    if (kind == "fat_tree")
    {
        topology["hosts"] = FatTreeHosts(topology.at("k").get<uint32_t>());
        return;
    }
    if (kind == "servers")
    {
        topology["hosts"] =
            topology.at("servers").get<uint32_t>() * topology.at("accelerators").get<uint32_t>();
        return;
    }
    std::size_t hosts = 0;
    for (const json& node : topology.at("graph").at("nodes"))
    {
        hosts += node.at("role") == "host" ? 1 : 0;
    }
    topology["hosts"] = hosts;
}

} // namespace ns3::esa
