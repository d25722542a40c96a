/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-topology-build.h"

#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/esa-text.h"
#include "ns3/esa-topology-faults.h"
#include "ns3/esa-topology-shapes.h"

#include <map>
#include <nlohmann/json.hpp>
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

/// Reads the nodes and the links of a graph; links that name unknown nodes are errors.
TopologyGraph
ReadGraph(const json& graph, ConfigErrors& errors)
{
    TopologyGraph topology;
    topology.isTree = graph.value("tree", false);
    std::map<std::string, std::size_t> indexOf;
    for (const json& node : graph.at("nodes"))
    {
        const auto name = node.at("name").get<std::string>();
        indexOf.emplace(name, topology.nodes.size());
        topology.nodes.push_back(
            {name, node.at("role") == "host" ? NodeRole::Host : NodeRole::Switch});
    }
    for (std::size_t link = 0; link < graph.at("links").size(); ++link)
    {
        std::vector<std::size_t> ends;
        for (std::size_t end = 0; end < 2; ++end)
        {
            const json& name = graph["links"][link].at("between").at(end);
            const auto found = indexOf.find(name.get<std::string>());
            if (found == indexOf.end())
            {
                errors.push_back(
                    {"/links/" + std::to_string(link) + "/between/" + std::to_string(end),
                     NotAllowed(name, "the name of a node in /nodes")});
                continue;
            }
            ends.push_back(found->second);
        }
        if (ends.size() == 2)
        {
            topology.links.push_back({ends[0], ends[1], {}});
        }
    }
    return topology;
}

/// Reads a topology file.
json
ReadTopologyFile(const std::filesystem::path& path)
{
    json graph = ParseJsonText(ReadTextFile(path.string()), path.string());
    ConfigErrors errors = FindExplainedErrors(ScenarioSchema::OfTopologies(), graph);
    if (errors.empty())
    {
        Append(errors, FindGraphErrors(graph));
    }
    ThrowErrors(errors, path.string(), "the topology");
    return {{"nodes", graph.at("nodes")},
            {"links", graph.at("links")},
            {"tree", graph.value("tree", false)}};
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
    if (!entry.isForGood)
    {
        failure.until = FromMicroseconds(entry.untilUs);
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
    ConfigErrors errors;
    const TopologyGraph topology = ReadGraph(graph, errors);
    for (std::size_t node = 0; node < topology.nodes.size(); ++node)
    {
        const json& written = graph["nodes"][node];
        if (topology.nodes[node].role == NodeRole::Host && written.contains("memory_bytes"))
        {
            errors.push_back({"/nodes/" + std::to_string(node) + "/memory_bytes",
                              NotAllowed(written["memory_bytes"],
                                         "absent, as " + topology.nodes[node].name +
                                             " is a host, and only switches sum")});
        }
    }
    if (!errors.empty())
    {
        return errors;
    }
    for (const TopologyFault& fault : FindTopologyFaults(topology))
    {
        switch (fault.place)
        {
        case TopologyFault::Place::Graph:
            errors.push_back({"/nodes", fault.text});
            break;
        case TopologyFault::Place::Node:
            errors.push_back(
                {"/nodes/" + std::to_string(fault.index),
                 ShortText(graph["nodes"][fault.index]) + " is not allowed: " + fault.text});
            break;
        case TopologyFault::Place::Link:
            errors.push_back(
                {"/links/" + std::to_string(fault.index),
                 ShortText(graph["links"][fault.index]) + " is not allowed: " + fault.text});
            break;
        }
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
    std::size_t hosts = 0;
    for (const json& node : topology.at("graph").at("nodes"))
    {
        hosts += node.at("role") == "host" ? 1 : 0;
    }
    topology["hosts"] = hosts;
}

} // namespace ns3::esa
