// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_BUILD_H
#define ESA_TOPOLOGY_BUILD_H

#include "esa-scenario.h"

#include "ns3/esa-network-failures.h"
#include "ns3/esa-scenario-error.h"

#include <memory>
#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/// Makes the topology that a scenario describes, in which every link has a rate and a delay.
/// @param scenario topology and links; with racks and spines, also jobs and where PSes run
/// @return the paths through it; null if there is something wrong
std::shared_ptr<const TopologyRoutes> RoutesOf(const Scenario& scenario);

/// Finds what an entry of faults.failures concerns.
/// @return its links, and when; none: there is no such link or switch
NetworkFailure FailureOf(const FailureSpec& entry, const TopologyGraph& graph);

/// Finds what is wrong with a graph: links that name unknown nodes, and the faults of topologies.
/// @param graph a graph that obeys the schema of topology files
/// @return the errors; places are those in the graph
ConfigErrors FindGraphErrors(const nlohmann::json& graph);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_BUILD_H
