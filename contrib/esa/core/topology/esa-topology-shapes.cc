// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-shapes.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <string>

namespace ns3::esa
{
namespace
{

/// Adds a switch. @return its index
std::size_t
AddSwitch(TopologyGraph& graph, const std::string& name)
{
    graph.nodes.push_back({name, NodeRole::Switch});
    return graph.nodes.size() - 1;
}

/// Adds hosts, the first of which is host0. They come first, so that host h is node h.
void
AddHosts(TopologyGraph& graph, uint32_t hosts)
{
    for (uint32_t host = 0; host < hosts; ++host)
    {
        graph.nodes.push_back({"host" + std::to_string(host), NodeRole::Host});
    }
}

} // namespace

TopologyGraph
MakeStar(uint32_t hosts, const LinkTraits& host)
{
    return MakeLeafSpine(1, hosts, 0, host, {});
}

TopologyGraph
MakeLeafSpine(const std::vector<uint32_t>& rackOf,
              uint32_t spines,
              const LinkTraits& host,
              const LinkTraits& uplink)
{
    ESA_ASSERT(!rackOf.empty(), "a network has hosts");
    const uint32_t racks = *std::max_element(rackOf.begin(), rackOf.end()) + 1;
    ESA_ASSERT(racks == 1 || spines > 0, "spines connect several racks");
    TopologyGraph graph;
    AddHosts(graph, static_cast<uint32_t>(rackOf.size()));
    const std::size_t firstRack = graph.nodes.size();
    for (uint32_t rack = 0; rack < racks; ++rack)
    {
        AddSwitch(graph, "rack" + std::to_string(rack));
    }
    for (std::size_t i = 0; i < rackOf.size(); ++i)
    {
        graph.links.push_back({i, firstRack + rackOf[i], host});
    }
    const std::size_t firstSpine = graph.nodes.size();
    for (uint32_t spine = 0; racks > 1 && spine < spines; ++spine)
    {
        AddSwitch(graph, "spine" + std::to_string(spine));
    }
    for (std::size_t rack = firstRack; rack < firstSpine; ++rack)
    {
        for (std::size_t spine = firstSpine; spine < graph.nodes.size(); ++spine)
        {
            graph.links.push_back({rack, spine, uplink});
        }
    }
    return graph;
}

TopologyGraph
MakeLeafSpine(uint32_t racks,
              uint32_t hostsPerRack,
              uint32_t spines,
              const LinkTraits& host,
              const LinkTraits& uplink)
{
    std::vector<uint32_t> rackOf;
    for (uint32_t i = 0; i < racks * hostsPerRack; ++i)
    {
        rackOf.push_back(i / hostsPerRack);
    }
    return MakeLeafSpine(rackOf, spines, host, uplink);
}

TopologyGraph
MakeFatTree(uint32_t k, const FatTreeLinks& links)
{
    ESA_ASSERT(k >= 2 && k % 2 == 0, "half of a switch's ports lead up");
    const uint32_t half = k / 2;
    TopologyGraph graph;
    AddHosts(graph, FatTreeHosts(k));
    std::vector<std::size_t> cores;
    for (uint32_t core = 0; core < half * half; ++core)
    {
        cores.push_back(AddSwitch(graph, "core" + std::to_string(core)));
    }
    std::size_t host = 0;
    for (uint32_t pod = 0; pod < k; ++pod)
    {
        const std::string number = std::to_string(pod) + "_";
        std::vector<std::size_t> above;
        for (uint32_t i = 0; i < half; ++i)
        {
            above.push_back(AddSwitch(graph, "aggregation" + number + std::to_string(i)));
            for (uint32_t core = 0; core < half; ++core)
            {
                graph.links.push_back({above.back(), cores[i * half + core], links.aggregation});
            }
        }
        for (uint32_t i = 0; i < half; ++i)
        {
            const std::size_t edge = AddSwitch(graph, "edge" + number + std::to_string(i));
            for (uint32_t h = 0; h < half; ++h)
            {
                graph.links.push_back({host++, edge, links.host});
            }
            for (const std::size_t aggregation : above)
            {
                graph.links.push_back({edge, aggregation, links.edge});
            }
        }
    }
    return graph;
}

TopologyGraph
MakeServers(const ServerShape& shape)
{
    ESA_ASSERT(shape.servers % shape.racks == 0, "racks have equally many servers");
    TopologyGraph graph;
    graph.hasServers = true;
    AddHosts(graph, shape.servers * shape.accelerators);
    const std::size_t firstServer = graph.nodes.size();
    for (uint32_t server = 0; server < shape.servers; ++server)
    {
        AddSwitch(graph, "server" + std::to_string(server));
    }
    for (std::size_t host = 0; host < firstServer; ++host)
    {
        graph.links.push_back({host, firstServer + host / shape.accelerators, shape.inside});
    }
    if (shape.servers == 1)
    {
        return graph;
    }
    const std::size_t firstLeaf = graph.nodes.size();
    for (uint32_t leaf = 0; leaf < shape.racks * shape.LeavesPerRack(); ++leaf)
    {
        AddSwitch(graph,
                  "leaf" + std::to_string(leaf / shape.LeavesPerRack()) + "_" +
                      std::to_string(leaf % shape.LeavesPerRack()));
    }
    const uint32_t perRack = shape.servers / shape.racks;
    for (uint32_t card = 0; card < shape.servers * shape.cards; ++card)
    {
        const uint32_t server = card / shape.cards;
        const std::size_t leaves = firstLeaf + server / perRack * shape.LeavesPerRack();
        graph.links.push_back(
            {firstServer + server, leaves + card % shape.LeavesPerRack(), shape.card});
    }
    const std::size_t firstSpine = graph.nodes.size();
    for (uint32_t spine = 0; shape.racks > 1 && spine < shape.spines; ++spine)
    {
        const std::size_t above = AddSwitch(graph, "spine" + std::to_string(spine));
        for (std::size_t leaf = firstLeaf; leaf < firstSpine; ++leaf)
        {
            graph.links.push_back({leaf, above, shape.uplink});
        }
    }
    return graph;
}

} // namespace ns3::esa
