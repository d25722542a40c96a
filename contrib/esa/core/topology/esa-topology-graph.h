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
    bool isTree{false};              ///< whether there must be no loops
    bool hasServers{false}; ///< whether racks are servers, whose links to other switches are cards
};

/// Limit of switches that have hosts.
constexpr std::size_t kMaxRacks = 4096;

/// Limit of links of a shortest path between two racks.
constexpr uint16_t kMaxHops = 64;

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_GRAPH_H
