/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_BUILD_H
#define ESA_SCENARIO_BUILD_H

#include "ns3/esa-background-traffic.h"
#include "ns3/esa-gradient-values.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-job-statistics.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-training-app.h"
#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A scenario's network, ready to run.
struct Network
{
    EsaHelper helper;                              ///< with the switch
    NodeContainer hosts;                           ///< servers of workers, then of PSes
    std::vector<Ptr<EsaTrainingApp>> workers;      ///< every worker
    std::vector<Ptr<EsaPsApp>> parameterServers;   ///< every PS
    std::shared_ptr<JobStatistics> statistics;     ///< what the workers report to
    std::unique_ptr<BackgroundTraffic> background; ///< TCP flows; null: none
    Time longestPause;                             ///< in which no result need come
    std::optional<double> closedFormJctMs{};       ///< what a formula gives for its JCT
    uint64_t expectedResults{0};                   ///< results until every job has ended
};

/**
 * @ingroup esa
 * @param scenario the scenario
 * @param seed the seed
 * @return what its jobs have in common
 */
TrainingOptions MakeOptions(const ValidScenario& scenario, uint32_t seed);

/**
 * @ingroup esa
 * @brief Sorts the applications of jobs, and has the workers report to the statistics.
 * @param apps the applications
 * @param network where they go
 */
void Register(const ApplicationContainer& apps, Network& network);

/**
 * @ingroup esa
 * @brief Builds the nodes, links and applications of a scenario.
 * @param scenario a valid scenario
 * @param system one of the registry's
 * @param seed the seed
 * @param gradients what each job sends; empty: synthetic values
 * @return the network
 */
Network BuildNetwork(const ValidScenario& scenario,
                     const std::string& system,
                     uint32_t seed,
                     const JobGradients& gradients = {});

} // namespace ns3::esa

#endif // ESA_SCENARIO_BUILD_H
