/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DEFAULT_PLACEMENT_H
#define ESA_DEFAULT_PLACEMENT_H

#include "esa-scenario.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Choose the hosts of jobs if the scenario does not: every worker gets a host of its own, by
 * placement.policy.
 *
 * With by_rack, the workers of a job are split evenly over placement.racks_per_job racks, beginning
 * with the PS's rack. If a rack is full, the next rack with a free host takes them. The jobs take
 * the PS hosts in turn. With one rack, workers take the hosts in order. In a fat tree or graph the
 * PS of job j takes a host of rack j first, or of the next with a free one.
 *
 * With the other policies the PS gets its host after the workers, by the same policy; where there
 * are servers for PSes only, it gets one with the fewest PSes, in the rack of most workers if it
 * can.
 *
 * If PSes run beside workers, workers get hosts as if there were no PSes, by_rack from rack j on.
 * The PS of a job then runs on the host of its first worker in the rack with most of its workers:
 * sums of that rack take no link between switches, and PSes of different jobs share no host.
 * @param scenario topology and jobs; there is a host for every worker
 * @return one placement per job
 */
std::vector<JobPlacement> DefaultPlacement(const Scenario& scenario);

/// Where jobs find hosts that come and go.
struct ClusterHosts
{
    ClusterRacks cluster;          ///< hosts for workers and PSes
    std::vector<uint32_t> psHosts; ///< numbers of the hosts for PSes
};

/**
 * @param scenario topology and largest number of jobs; workers and PSes find room
 * @return the hosts for a trace of jobs. In a fat tree or graph the host of PS number p is in rack
 * p, or in the next with a free host, and has no workers.
 */
ClusterHosts HostsOfCluster(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_DEFAULT_PLACEMENT_H
