// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-graph.h"

#include "esa-topology-search.h"

#include <algorithm>
#include <string>
#include <unordered_set>

namespace ns3::esa
{
namespace
{

/// Fills in what a link leaves open.
void
Complete(LinkTraits& traits, const LinkTraits& usual)
{
    traits.rateGbps = traits.rateGbps ? traits.rateGbps : usual.rateGbps;
    traits.delayUs = traits.delayUs ? traits.delayUs : usual.delayUs;
}

} // namespace

std::vector<std::vector<std::size_t>>
LinksOfHosts(const TopologyGraph& graph)
{
    std::vector<std::vector<std::size_t>> links(graph.nodes.size());
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        for (const std::size_t end : {graph.links[link].a, graph.links[link].b})
        {
            if (graph.nodes[end].role == NodeRole::Host)
            {
                links[end].push_back(link);
            }
        }
    }
    return links;
}

std::optional<std::size_t>
LinkInside(const TopologyGraph& graph, const std::vector<std::size_t>& links)
{
    std::optional<std::size_t> fastest;
    double most = 0;
    for (const std::size_t link : links)
    {
        const double gbps = graph.links[link].traits.rateGbps.value_or(0);
        fastest = gbps > most ? std::optional(link) : gbps == most ? std::nullopt : fastest;
        most = std::max(most, gbps);
    }
    return links.size() > 1 ? fastest : std::nullopt;
}

TopologyGraph
WithServers(TopologyGraph graph, const LinkTraits& inside, const LinkTraits& card)
{
    const auto linksOf = LinksOfHosts(graph);
    std::vector<bool> isServer(graph.nodes.size(), false);
    for (std::size_t host = 0; host < linksOf.size(); ++host)
    {
        if (linksOf[host].size() < 2)
        {
            continue;
        }
        graph.hasServers = true;
        const auto fastest = LinkInside(graph, linksOf[host]);
        std::size_t server = graph.nodes.size();
        if (fastest)
        {
            const TopologyLink& link = graph.links[*fastest];
            server = link.a == host ? link.b : link.a;
            isServer[server] = true;
        }
        else
        {
            graph.nodes.push_back({graph.nodes[host].name + "-server", NodeRole::Switch});
            graph.links.push_back({host, server, inside});
        }
        for (const std::size_t number : linksOf[host])
        {
            TopologyLink& link = graph.links[number];
            if (fastest != number)
            {
                (link.a == host ? link.a : link.b) = server;
                Complete(link.traits, card);
            }
        }
    }
    for (TopologyLink& link : graph.links)
    {
        const std::size_t end = graph.nodes[link.a].role == NodeRole::Host ? link.b : link.a;
        const bool isOfHost = graph.nodes[link.a].role != graph.nodes[link.b].role;
        if (isOfHost && end < isServer.size() && isServer[end])
        {
            Complete(link.traits, inside);
        }
    }
    return graph;
}

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

/// Checks the ends of links.
void
CheckLinks(const TopologyGraph& graph, Faults& faults)
{
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
        }
        else if (isHost(a) && isHost(b))
        {
            faults.push_back({Place::Link,
                              link,
                              "the hosts " + nameOfA + " and " + graph.nodes[b].name +
                                  " are linked; a host is linked to a switch"});
        }
    }
}

/// Checks that each host has a link, and that it follows from several which one is inside its
/// server.
void
CheckHosts(const TopologyGraph& graph, Faults& faults)
{
    const auto linksOf = LinksOfHosts(graph);
    std::vector<std::size_t> betweenSwitches(graph.nodes.size(), 0); // links
    for (const TopologyLink& link : graph.links)
    {
        if (graph.nodes[link.a].role == graph.nodes[link.b].role)
        {
            ++betweenSwitches[link.a];
            ++betweenSwitches[link.b];
        }
    }
    for (std::size_t host = 0; host < graph.nodes.size(); ++host)
    {
        const std::vector<std::size_t>& links = linksOf[host];
        const std::string& name = graph.nodes[host].name;
        if (graph.nodes[host].role == NodeRole::Host && links.empty())
        {
            faults.push_back({Place::Node,
                              host,
                              "the host " + name + " has no link; a host has one, to a switch"});
        }
        const auto switchAt = [&](std::size_t link) {
            return graph.links[link].a == host ? graph.links[link].b : graph.links[link].a;
        };
        std::unordered_set<std::size_t> seen;
        for (const std::size_t link : links)
        {
            if (!seen.insert(switchAt(link)).second)
            {
                faults.push_back({Place::Link,
                                  link,
                                  "a second link of the host " + name + " to " +
                                      graph.nodes[switchAt(link)].name +
                                      "; the cards of a host lead to different switches"});
            }
            if (graph.links[link].traits.rateGbps.has_value() !=
                graph.links[links.front()].traits.rateGbps.has_value())
            {
                faults.push_back({Place::Link,
                                  link,
                                  "some links of the host " + name +
                                      " have rate_gbps; all or none of several have it, as the "
                                      "fastest one is inside a server"});
            }
        }
        const auto inside = LinkInside(graph, links);
        if (inside && betweenSwitches[switchAt(*inside)] > 0)
        {
            faults.push_back({Place::Link,
                              *inside,
                              "the fastest link of the host " + name + " leads to " +
                                  graph.nodes[switchAt(*inside)].name +
                                  ", which has links to switches; the fastest of several links "
                                  "leads to the switch inside a server, which has hosts only"});
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

} // namespace

std::vector<TopologyFault>
FindTopologyFaults(const TopologyGraph& graph)
{
    Faults faults;
    CheckNames(graph, faults);
    CheckLinks(graph, faults);
    const auto isHost = [](const TopologyNode& node) { return node.role == NodeRole::Host; };
    if (std::none_of(graph.nodes.begin(), graph.nodes.end(), isHost))
    {
        faults.push_back({Place::Graph, 0, "there is no host; there is at least one"});
    }
    if (faults.empty())
    {
        CheckHosts(graph, faults);
    }
    if (!faults.empty())
    {
        return faults; // the others would follow from these
    }
    const TopologyGraph servers = WithServers(graph);
    const TopologyNeighbours neighbours(servers);
    CheckConnected(servers, neighbours, faults);
    if (faults.empty())
    {
        CheckTransit(servers, neighbours, faults);
    }
    for (TopologyFault& fault : faults)
    {
        const bool isNew = fault.place == Place::Node && fault.index >= graph.nodes.size();
        fault = isNew ? TopologyFault{Place::Graph, 0, fault.text} : fault;
    }
    return faults;
}

} // namespace ns3::esa
