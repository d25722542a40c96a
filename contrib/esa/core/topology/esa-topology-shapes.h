// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_SHAPES_H
#define ESA_TOPOLOGY_SHAPES_H

#include "esa-topology-graph.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Topologies of usual shapes, by their parameters. Hosts are called host0, host1 and so on,
 * and stand rack by rack.
 */

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A star: all hosts at one switch, rack0.
 * @param hosts number of hosts, at least 1
 * @param host links of hosts
 * @return the topology
 */
TopologyGraph MakeStar(uint32_t hosts, const LinkTraits& host);

/**
 * @ingroup esa
 * @brief Racks (rack0, rack1, ...), and spines (spine0, ...) with a link to each rack's switch.
 * @param rackOf rack of each host; no rack is without hosts
 * @param spines number of spines, at least 1 if there are several racks
 * @param host links of hosts
 * @param uplink links between racks and spines
 * @return the topology; with one rack, it is a star
 */
TopologyGraph MakeLeafSpine(const std::vector<uint32_t>& rackOf,
                            uint32_t spines,
                            const LinkTraits& host,
                            const LinkTraits& uplink);

/**
 * @ingroup esa
 * @brief The same with racks of equal size, which hosts fill in order.
 * @param racks number of racks, at least 1
 * @param hostsPerRack hosts of each, at least 1
 * @param spines number of spines, at least 1 if there are several racks
 * @param host links of hosts
 * @param uplink links between racks and spines
 * @return the topology
 */
TopologyGraph MakeLeafSpine(uint32_t racks,
                            uint32_t hostsPerRack,
                            uint32_t spines,
                            const LinkTraits& host,
                            const LinkTraits& uplink);

/// Links of a fat tree, by level.
struct FatTreeLinks
{
    LinkTraits host;        ///< between a host and its edge switch
    LinkTraits edge;        ///< between an edge switch and an aggregation switch
    LinkTraits aggregation; ///< between an aggregation switch and a core switch
};

/**
 * @ingroup esa
 * @brief A k-ary fat tree (Al-Fares et al., "A Scalable, Commodity Data Center Network
 * Architecture", SIGCOMM 2008, section 2.2) of switches with k ports.
 *
 * There are k pods of k/2 edge switches (edge3_0: the first of pod 3), each with k/2 hosts, and k/2
 * aggregation switches (aggregation3_0). The i-th aggregation switch of each pod has links to the
 * i-th group of k/2 core switches (core0, ...).
 * @param k ports of a switch; even, at least 2
 * @param links what the links can carry
 * @return the topology, of k^3/4 hosts
 */
TopologyGraph MakeFatTree(uint32_t k, const FatTreeLinks& links);

/// Servers of several accelerators, and the network between them.
struct ServerShape
{
    uint32_t servers{2};      ///< how many; a multiple of racks
    uint32_t accelerators{8}; ///< hosts of each, at the switch inside it
    uint32_t cards{8};        ///< links of each to the network
    uint32_t racks{1};        ///< which servers fill in order
    uint32_t spines{1};       ///< that connect all leaves, if there are several racks
    bool isRails{true};       ///< whether each card of a rack's servers has a leaf of its own
    LinkTraits inside;        ///< between an accelerator and the switch inside its server
    LinkTraits card;          ///< between that switch and a leaf
    LinkTraits uplink;        ///< between a leaf and a spine

    /// @return leaves of a rack
    uint32_t LeavesPerRack() const
    {
        return isRails ? cards : 1;
    }
};

/**
 * @ingroup esa
 * @brief Servers of several accelerators and cards.
 *
 * A host is an accelerator. It has a link to the switch inside its server (server0, ...), and the
 * cards are the links of that switch to the leaves of its rack (leaf0_0: the first of rack 0). With
 * rails, card c of each server is linked to leaf c of the rack; otherwise all cards are linked to
 * one leaf. Each spine (spine0, ...) has a link to each leaf.
 * @param shape the numbers, and what links can carry
 * @return the topology; one server has no cards
 */
TopologyGraph MakeServers(const ServerShape& shape);

/// @ingroup esa
/// @param k ports of a switch
/// @return hosts of a fat tree
constexpr uint32_t
FatTreeHosts(uint32_t k)
{
    return k * k * k / 4;
}

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_SHAPES_H
