/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FAULT_BUILD_H
#define ESA_FAULT_BUILD_H

#include "ns3/esa-helper.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-training-app.h"
#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Install the faults of links that the scenario names.
 * @param scenario the scenario
 * @param fabric the network
 * @param hosts the scenario's servers
 * @param stream first random stream to use
 */
void InstallLinkFaults(const ValidScenario& scenario,
                       const EsaFabric& fabric,
                       const NodeContainer& hosts,
                       int64_t stream);

/**
 * @ingroup esa
 * @brief Schedules the scenario's pauses of workers and restarts of PSes.
 * @param scenario the scenario
 * @param workers the workers, job by job
 * @param parameterServers the PSes, one per job
 */
void ScheduleServerFaults(const ValidScenario& scenario,
                          const std::vector<Ptr<EsaTrainingApp>>& workers,
                          const std::vector<Ptr<EsaPsApp>>& parameterServers);

} // namespace ns3::esa

#endif // ESA_FAULT_BUILD_H
