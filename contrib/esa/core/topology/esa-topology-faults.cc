// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-faults.h"

#include "esa-topology-search.h"

#include <numeric>
#include <string>
#include <unordered_set>

namespace ns3::esa
{
namespace
{

using Place = TopologyFault::Place;
using Faults = std::vector<TopologyFault>;

/// Finds names that are used twice.
void
CheckNames(const TopologyGraph& graph, Faults& faults)
{
    std::unordered_set<std::string> seen; // names may be many
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
    {
        if (!seen.insert(graph.nodes[node].name).second)
        {
            faults.push_back({Place::Node,
                              node,
                              "the name " + graph.nodes[node].name +
                                  " is that of an earlier node, too; each node has its own"});
        }
    }
}

/// Checks the ends of links, and that each host has one link.
void
CheckLinks(const TopologyGraph& graph, Faults& faults)
{
    std::vector<std::size_t> linksOf(graph.nodes.size(), 0);
    const auto isHost = [&graph](std::size_t node) {
        return graph.nodes[node].role == NodeRole::Host;
    };
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        const auto [a, b] = std::pair(graph.links[link].a, graph.links[link].b);
        const std::string& nameOfA = graph.nodes[a].name;
        if (a == b)
        {
            faults.push_back(
                {Place::Link, link, nameOfA + " is linked to itself; a link has two nodes"});
            continue;
        }
        if (isHost(a) && isHost(b))
        {
            faults.push_back({Place::Link,
                              link,
                              "the hosts " + nameOfA + " and " + graph.nodes[b].name +
                                  " are linked; a host is linked to a switch"});
        }
        for (const std::size_t node : {a, b})
        {
            if (++linksOf[node] == 2 && isHost(node))
            {
                faults.push_back(
                    {Place::Link,
                     link,
                     "a second link of the host " + graph.nodes[node].name +
                         "; a host has one (topology.kind = servers has several cards for each "
                         "server)"});
                return;
            }
        }
    }
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
    {
        if (isHost(node) && linksOf[node] == 0)
        {
            faults.push_back({Place::Node,
                              node,
                              "the host " + graph.nodes[node].name +
                                  " has no link; a host has one, to a switch"});
        }
    }
}

/// Finds a switch that cannot be reached from the first one.
void
CheckConnected(const TopologyGraph& graph, const TopologyNeighbours& neighbours, Faults& faults)
{
    std::size_t first = 0;
    while (graph.nodes[first].role == NodeRole::Host)
    {
        ++first; // hosts have links to switches, so there is one
    }
    const auto distances = neighbours.Distances({first}, true);
    for (std::size_t node = first; node < graph.nodes.size(); ++node)
    {
        if (graph.nodes[node].role == NodeRole::Switch && distances[node] == kNotReached)
        {
            faults.push_back({Place::Node,
                              node,
                              "the switch " + graph.nodes[node].name + " is not connected with " +
                                  graph.nodes[first].name + "; all switches are connected"});
            return; // one of a part that is cut off
        }
    }
}

/// Counts the racks, and finds those that are far away or connected through the switches of other
/// racks only.
void
CheckTransit(const TopologyGraph& graph, const TopologyNeighbours& neighbours, Faults& faults)
{
    std::vector<std::size_t> racks;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
    {
        if (neighbours.IsRack(node))
        {
            racks.push_back(node);
        }
    }
    if (racks.size() > kMaxRacks)
    {
        faults.push_back({Place::Graph,
                          0,
                          std::to_string(racks.size()) +
                              " switches have hosts; there are at most " +
                              std::to_string(kMaxRacks)});
        return;
    }
    for (const std::size_t from : racks)
    {
        const auto distances = neighbours.Distances({from}, false);
        for (const std::size_t to : racks)
        {
            if (distances[to] == kNotReached)
            {
                faults.push_back({Place::Node,
                                  to,
                                  graph.nodes[to].name + " and " + graph.nodes[from].name +
                                      " are connected only through other switches that have "
                                      "hosts; these aggregate, so ways between racks lead over "
                                      "switches without hosts"});
                return;
            }
            if (distances[to] > kMaxHops)
            {
                faults.push_back({Place::Node,
                                  to,
                                  graph.nodes[to].name + " is " + std::to_string(distances[to]) +
                                      " links away from " + graph.nodes[from].name +
                                      "; there are at most " + std::to_string(kMaxHops)});
                return;
            }
        }
    }
}

/// Finds the links that close a loop.
void
CheckTree(const TopologyGraph& graph, Faults& faults)
{
    std::vector<std::size_t> parents(graph.nodes.size()); // of sets of connected nodes
    std::iota(parents.begin(), parents.end(), std::size_t{0});
    const auto rootOf = [&parents](std::size_t node) {
        while (parents[node] != node)
        {
            parents[node] = parents[parents[node]];
            node = parents[node];
        }
        return node;
    };
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        const auto [a, b] = std::pair(graph.links[link].a, graph.links[link].b);
        if (rootOf(a) == rootOf(b))
        {
            faults.push_back({Place::Link,
                              link,
                              "the link between " + graph.nodes[a].name + " and " +
                                  graph.nodes[b].name + " closes a loop; a tree has none"});
            continue;
        }
        parents[rootOf(a)] = rootOf(b);
    }
}

} // namespace

std::vector<TopologyFault>
FindTopologyFaults(const TopologyGraph& graph)
{
    Faults faults;
    CheckNames(graph, faults);
    CheckLinks(graph, faults);
    bool hasHost = false;
    for (const TopologyNode& node : graph.nodes)
    {
        hasHost = hasHost || node.role == NodeRole::Host;
    }
    if (!hasHost)
    {
        faults.push_back({Place::Graph, 0, "there is no host; there is at least one"});
    }
    if (!faults.empty())
    {
        return faults; // the others would follow from these
    }
    const TopologyNeighbours neighbours(graph);
    CheckConnected(graph, neighbours, faults);
    if (faults.empty())
    {
        CheckTransit(graph, neighbours, faults);
    }
    if (graph.isTree)
    {
        CheckTree(graph, faults);
    }
    return faults;
}

} // namespace ns3::esa
