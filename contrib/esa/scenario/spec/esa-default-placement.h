/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DEFAULT_PLACEMENT_H
#define ESA_DEFAULT_PLACEMENT_H

#include "esa-scenario.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace ns3::esa
{

/// Choose the hosts of jobs if the scenario does not, by placement.policy.
/// @param scenario topology and jobs; there is a host for every worker
/// @return one placement per job
std::vector<JobPlacement> DefaultPlacement(const Scenario& scenario);

/**
 * @brief List the hosts that jobs may get. Racks and spines have further servers for PSes. In
 * another topology PSes take hosts of racks as workers do; but with a trace, the host of PS number
 * p is in rack p, or in the next rack with a free host, and never has workers.
 * @param scenario topology and number of jobs
 * @return the hosts
 */
ClusterHosts HostsOfCluster(const Scenario& scenario);

/// Make what chooses the hosts of jobs: placement.rule for jobs of a trace, placement.policy for
/// others.
/// @param scenario topology and jobs
/// @return what chooses the hosts, with all hosts free
JobPlacer PlacerOf(const Scenario& scenario);

/**
 * @brief Replaces the name of a placement file by the host numbers of its jobs. A configuration
 * without one stays as it is.
 * @param config a configuration that obeys the schema, and whose topology is complete
 * @param folder folder to which the file's path is relative
 * @throws ScenarioError if the file cannot be read, or with all of its errors
 */
void ExpandPlacement(nlohmann::json& config, const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_DEFAULT_PLACEMENT_H
