/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_BUILD_H
#define ESA_JOB_BUILD_H

#include "ns3/esa-gradient-values.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-valid-scenario.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param scenario a valid scenario
 * @param workers workers of a job
 * @return what the job does with its gradients; send_receive goes to the worker after the root
 */
CollectiveOperation OperationOf(const ValidScenario& scenario, uint32_t workers);

/**
 * @ingroup esa
 * @return name of the DNN that the job trains
 */
std::string DnnNameOfJob(const ValidScenario& scenario, std::size_t job);

/**
 * @ingroup esa
 * @return the DNN that the job trains
 */
Dnn DnnOfJob(const ValidScenario& scenario, std::size_t job);

/**
 * @ingroup esa
 * @param spec a DNN of the scenario
 * @return the DNN as the workload models it
 */
Dnn MakeDnn(const DnnSpec& spec);

/**
 * @ingroup esa
 * @brief Translates a job for the helper.
 * @param dnn the DNN that it trains
 * @param place where it runs
 * @param iterations its iterations
 * @param hosts the servers
 * @return the job as the helper takes it
 */
JobSetup MakeJob(const DnnSpec& dnn,
                 const JobPlacement& place,
                 uint32_t iterations,
                 const NodeContainer& hosts);

/**
 * @ingroup esa
 * @param scenario a valid scenario
 * @param hosts its servers
 * @param gradients what each job sends; empty: synthetic values
 * @return its jobs
 */
std::vector<JobSetup> MakeJobs(const ValidScenario& scenario,
                               const NodeContainer& hosts,
                               const JobGradients& gradients);

} // namespace ns3::esa

#endif // ESA_JOB_BUILD_H
