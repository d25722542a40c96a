/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DEFAULT_PLACEMENT_H
#define ESA_DEFAULT_PLACEMENT_H

#include "esa-scenario.h"

#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Choose the hosts of jobs if the scenario does not, by placement.policy.
 * @param scenario topology and jobs; there is a host for every worker
 * @return one placement per job
 */
std::vector<JobPlacement> DefaultPlacement(const Scenario& scenario);

/**
 * @ingroup esa
 * @brief List the hosts that jobs may get. Racks and spines have further servers for PSes. In
 * another topology PSes take hosts of racks as workers do; but with a trace, the host of PS number
 * p is in rack p, or in the next rack with a free host, and never has workers.
 * @param scenario topology and number of jobs
 * @return the hosts
 */
ClusterHosts HostsOfCluster(const Scenario& scenario);

/**
 * @ingroup esa
 * @brief Make what chooses the hosts of jobs: those of a trace by placement.rule, others by
 * placement.policy.
 * @param scenario topology and jobs
 * @return it, with all hosts free
 */
JobPlacer PlacerOf(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_DEFAULT_PLACEMENT_H
