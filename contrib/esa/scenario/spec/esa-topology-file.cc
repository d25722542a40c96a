/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-topology-file.h"

#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/esa-text.h"
#include "ns3/esa-topology-faults.h"
#include "ns3/esa-topology-shapes.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

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
