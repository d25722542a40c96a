// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_GRAPH_H
#define ESA_TOPOLOGY_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Networks have many shapes, and a class for each of them would repeat how paths are found and how
 * mistakes are reported. So a topology is data: hosts and switches, and the links between them. A
 * file or a generator makes it, FindTopologyFaults() checks it, and TopologyRoutes finds the paths.
 */

namespace ns3::esa
{

/// What a node of a topology is.
enum class NodeRole : uint8_t
{
    Host,   ///< a server, or an accelerator: what is linked to switches
    Switch, ///< with hosts, the switch of a rack, which aggregates; else one between racks
};

/// A host or a switch.
struct TopologyNode
{
    std::string name;              ///< no other node has it
    NodeRole role{NodeRole::Host}; ///< what it is
};

/// What a link can carry; the network's usual value stands for what is absent.
struct LinkTraits
{
    std::optional<double> rateGbps;     ///< rate in each direction, in 1e9 bit/s
    std::optional<double> delayUs;      ///< propagation delay, one way
    std::optional<uint64_t> queueBytes; ///< queue at each switch's end; 0: unlimited
};

/// A link, full duplex.
struct TopologyLink
{
    std::size_t a{0};  ///< index of a node
    std::size_t b{0};  ///< index of another one
    LinkTraits traits; ///< what it can carry
};

/// @ingroup esa
/// @brief A topology: hosts, switches and links.
///
/// Host h is the h-th node that is a host, rack r the r-th switch that has hosts.
struct TopologyGraph
{
    std::vector<TopologyNode> nodes; ///< hosts and switches, in any order
    std::vector<TopologyLink> links; ///< between them
    bool hasServers{false}; ///< whether racks are servers, whose links to other switches are cards
};

/// Limit of switches that have hosts.
constexpr std::size_t kMaxRacks = 4096;

/// Limit of links of a shortest path between two racks.
constexpr uint16_t kMaxHops = 64;

/// @return by node: the links of a host
std::vector<std::vector<std::size_t>> LinksOfHosts(const TopologyGraph& graph);

/// @param links the links of a host
/// @return the one inside its server: the fastest of several; none if no link is faster than all
/// others
std::optional<std::size_t> LinkInside(const TopologyGraph& graph,
                                      const std::vector<std::size_t>& links);

/**
 * @ingroup esa
 * @brief Makes servers of hosts with several links.
 *
 * An accelerator has a fast link to the switch inside its server, and often a network card. So
 * hosts of a graph may have several links, and paths could begin at any of several switches. But
 * the other accelerators of the server use the card, too, through the switch inside. So the card
 * becomes a link of this switch, and each host has one link again.
 *
 * The switch at the link inside becomes the end of the host's other links, its cards. A host
 * without a link inside gets a switch of its own, called as the host with "-server" behind it
 * (names in files have no hyphens).
 * @param graph a topology
 * @param inside what links inside servers can carry, where they leave it open
 * @param card the same of cards
 * @return the topology, with one link for each host. Nodes and links keep their indices; new ones
 * come behind them.
 */
TopologyGraph WithServers(TopologyGraph graph,
                          const LinkTraits& inside = {},
                          const LinkTraits& card = {});

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

#endif // ESA_TOPOLOGY_GRAPH_H
