// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_SERVERS_H
#define ESA_TOPOLOGY_SERVERS_H

#include "esa-topology-graph.h"

#include <cstddef>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup esa
 * An accelerator has a fast link to the switch inside its server, and often a network card. So
 * hosts of a graph may have several links, and paths could begin at any of several switches. But
 * the other accelerators of the server use the card, too, through the switch inside. So the card
 * becomes a link of this switch, and each host has one link again.
 */

namespace ns3::esa
{

/// @return by node: the links of a host
std::vector<std::vector<std::size_t>> LinksOfHosts(const TopologyGraph& graph);

/// @param links those of a host
/// @return the one inside its server: the fastest of several; none if no link is faster than all
/// others
std::optional<std::size_t> LinkInside(const TopologyGraph& graph,
                                      const std::vector<std::size_t>& links);

/**
 * @ingroup esa
 * @brief Makes servers of hosts with several links.
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

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_SERVERS_H
