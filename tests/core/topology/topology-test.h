// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef TOPOLOGY_TEST_H
#define TOPOLOGY_TEST_H

#include "ns3/esa-topology-graph.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// @param hosts names of hosts
/// @param switches names of switches
/// @param links names of the two ends of each link
/// @return a topology of them
inline TopologyGraph
GraphOf(const std::vector<std::string>& hosts,
        const std::vector<std::string>& switches,
        const std::vector<std::pair<std::string, std::string>>& links)
{
    TopologyGraph graph;
    for (const std::string& name : hosts)
    {
        graph.nodes.push_back({name, NodeRole::Host});
    }
    for (const std::string& name : switches)
    {
        graph.nodes.push_back({name, NodeRole::Switch});
    }
    const auto indexOf = [&graph](const std::string& name) {
        const auto found = std::find_if(graph.nodes.begin(),
                                        graph.nodes.end(),
                                        [&name](const auto& node) { return node.name == name; });
        return static_cast<std::size_t>(found - graph.nodes.begin());
    };
    for (const auto& [a, b] : links)
    {
        graph.links.push_back({indexOf(a), indexOf(b), {}});
    }
    return graph;
}

} // namespace ns3::esa

#endif // TOPOLOGY_TEST_H
