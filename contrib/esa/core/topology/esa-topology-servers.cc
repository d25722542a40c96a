// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-graph.h"

#include <algorithm>

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

} // namespace ns3::esa
