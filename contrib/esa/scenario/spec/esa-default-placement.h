// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DEFAULT_PLACEMENT_H
#define ESA_DEFAULT_PLACEMENT_H

#include "esa-scenario.h"

#include "ns3/esa-job-racks.h"

#include <vector>

namespace ns3::esa
{

/// Choose the hosts of jobs by placement.policy, unless the scenario lists them.
/// @param scenario topology and jobs; there is a host for every worker
/// @return one placement per job
std::vector<JobPlacement> PlacesOfJobs(const Scenario& scenario);

/// @return the racks of a job's workers and of its PS, and the groups that they make
JobRacks RacksOfJob(const Scenario& scenario, const JobPlacement& place, uint16_t job);

/// List the hosts that jobs may get. Racks and spines have further servers for PSes. In
/// another topology PSes take hosts of racks as workers do; but with a trace, the host of PS number
/// p is in rack p, or in the next rack with a free host, and never has workers.
/// @param scenario topology and number of jobs
ClusterHosts HostsOfCluster(const Scenario& scenario);

/// @return what chooses the hosts of jobs, with all hosts free: placement.rule for jobs of a trace,
/// placement.policy for others
JobPlacer PlacerOf(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_DEFAULT_PLACEMENT_H
