// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_FAULTS_H
#define ESA_TOPOLOGY_FAULTS_H

#include "esa-topology-graph.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A mistake in a topology.
struct TopologyFault
{
    /// What is wrong.
    enum class Place : uint8_t
    {
        Graph, ///< the topology as a whole
        Node,  ///< a node
        Link,  ///< a link
    };

    Place place{Place::Graph}; ///< what is wrong
    std::size_t index{0};      ///< of the node or link
    std::string text;          ///< why, with the names of nodes
};

/**
 * @ingroup esa
 * @brief Finds the mistakes of a topology: names that are used twice, a host without a link,
 * several links of a host without a mark which one is inside its server, a link of a node to
 * itself, no host, parts that are not connected, racks that are far away or connected only through
 * the switch of another rack, and loops where there must be none.
 * @param graph the topology; its links name existing nodes
 * @return the mistakes; empty: it can be simulated
 */
std::vector<TopologyFault> FindTopologyFaults(const TopologyGraph& graph);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_FAULTS_H
