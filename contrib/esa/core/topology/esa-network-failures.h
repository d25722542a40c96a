// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_FAILURES_H
#define ESA_NETWORK_FAILURES_H

#include "esa-topology-graph.h"

#include "ns3/esa-units.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A link or a switch fails at a time, and may come back. Packets are lost from that moment on, but
 * the network needs some time to notice: until then they take the old paths. So a failure is two
 * things: links that carry nothing for a time, and a later change of the paths.
 */

namespace ns3::esa
{

/// Links that carry nothing for a time.
struct NetworkFailure
{
    std::vector<std::size_t> links;   ///< of the topology; of a switch, all its links
    Picoseconds from{0};              ///< when they fail
    std::optional<Picoseconds> until; ///< when they are back; nothing: they are not
};

/// A time at which the paths are computed anew.
struct RouteChange
{
    Picoseconds at{0};             ///< when
    std::vector<std::size_t> lost; ///< links between switches that are lost then, ascending
};

/// @param graph a topology
/// @param a name of a node
/// @param b name of another one
/// @return the links between them
std::vector<std::size_t> LinksBetween(const TopologyGraph& graph,
                                      const std::string& a,
                                      const std::string& b);

/// @param graph a topology
/// @param node name of a node
/// @return its links; none: there is no such node
std::vector<std::size_t> LinksAt(const TopologyGraph& graph, const std::string& node);

/// @brief When the paths change: each time that a failure, or its end, has lasted for the detection
/// delay. A failure that is shorter is not noticed. The links of hosts have no other path.
/// @param detection from a failure, or its end, to the change
/// @return the changes, in order; each differs from the one before it
std::vector<RouteChange> RouteChanges(const TopologyGraph& graph,
                                      const std::vector<NetworkFailure>& failures,
                                      Picoseconds detection);

} // namespace ns3::esa

#endif // ESA_NETWORK_FAILURES_H
