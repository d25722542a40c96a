// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-network-failures.h"

#include <set>

namespace ns3::esa
{
namespace
{

/// @return whether a failure lasts long enough to be noticed
bool
IsNoticed(const NetworkFailure& failure, Picoseconds detection)
{
    return !failure.until || *failure.until - failure.from > detection;
}

/// @return whether the paths avoid a failure at a time
bool
IsAvoided(const NetworkFailure& failure, Picoseconds detection, Picoseconds at)
{
    return IsNoticed(failure, detection) && failure.from + detection <= at &&
           (!failure.until || at < *failure.until + detection);
}

} // namespace

std::vector<std::size_t>
LinksBetween(const TopologyGraph& graph, const std::string& a, const std::string& b)
{
    std::vector<std::size_t> links;
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        const std::string& one = graph.nodes[graph.links[link].a].name;
        const std::string& other = graph.nodes[graph.links[link].b].name;
        if ((one == a && other == b) || (one == b && other == a))
        {
            links.push_back(link);
        }
    }
    return links;
}

std::vector<std::size_t>
LinksAt(const TopologyGraph& graph, const std::string& node)
{
    std::vector<std::size_t> links;
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        if (graph.nodes[graph.links[link].a].name == node ||
            graph.nodes[graph.links[link].b].name == node)
        {
            links.push_back(link);
        }
    }
    return links;
}

std::vector<RouteChange>
RouteChanges(const TopologyGraph& graph,
             const std::vector<NetworkFailure>& failures,
             Picoseconds detection)
{
    std::set<Picoseconds> times;
    for (const NetworkFailure& failure : failures)
    {
        if (IsNoticed(failure, detection))
        {
            times.insert(failure.from + detection);
        }
        if (IsNoticed(failure, detection) && failure.until)
        {
            times.insert(*failure.until + detection);
        }
    }
    const auto isBetweenSwitches = [&graph](std::size_t link) {
        return graph.nodes[graph.links[link].a].role == NodeRole::Switch &&
               graph.nodes[graph.links[link].b].role == NodeRole::Switch;
    };
    std::vector<RouteChange> changes;
    std::set<std::size_t> before;
    for (const Picoseconds at : times)
    {
        std::set<std::size_t> lost;
        for (const NetworkFailure& failure : failures)
        {
            const bool isLost = IsAvoided(failure, detection, at);
            for (const std::size_t link : failure.links)
            {
                if (isLost && isBetweenSwitches(link))
                {
                    lost.insert(link);
                }
            }
        }
        if (lost != before)
        {
            changes.push_back({at, {lost.begin(), lost.end()}});
            before = lost;
        }
    }
    return changes;
}

} // namespace ns3::esa
