/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_GRAPH_H
#define ESA_TEST_GRAPH_H

#include "ns3/esa-topology-graph.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/**
 * @brief Makes a graph without levels: four racks, each at a switch of a ring, and a cable between
 * two racks.
 * @param hosts number of hosts; host h is in rack h % 4
 * @return the topology
 */
inline TopologyGraph
MakeRing(uint32_t hosts)
{
    TopologyGraph graph;
    for (std::size_t rack = 0; rack < 4; ++rack)
    {
        graph.nodes.push_back({"rack" + std::to_string(rack), NodeRole::Switch});
        graph.nodes.push_back({"ring" + std::to_string(rack), NodeRole::Switch});
        graph.links.push_back({2 * rack, 2 * rack + 1, {}});
        graph.links.push_back({2 * rack + 1, (2 * rack + 3) % 8, {}});
    }
    graph.links.push_back({0, 4, {}}); // from rack 0 to rack 2, on the other side
    for (uint32_t host = 0; host < hosts; ++host)
    {
        graph.links.push_back({graph.nodes.size(), host % 4 * 2, {}});
        graph.nodes.push_back({"host" + std::to_string(host), NodeRole::Host});
    }
    return graph;
}

} // namespace ns3::esa

#endif // ESA_TEST_GRAPH_H
