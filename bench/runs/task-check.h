/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TASK_CHECK_H
#define TASK_CHECK_H

#include "task-recursion.h"

#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace esabench
{

/// The jobs of a scenario, for TaskRecursion.
struct LoneJobs
{
    std::vector<std::shared_ptr<const ns3::esa::TrainingJob>> owned; ///< the jobs
    std::vector<LoneJob> jobs;                                       ///< the same, with links
};

/**
 * @brief Takes the jobs out of a network that was built.
 * @param scenario its scenario, with an unlimited slow start
 * @param network the network
 * @return the jobs
 * @throws std::runtime_error if TaskRecursion does not know such jobs
 */
LoneJobs TakeJobs(const ns3::esa::ValidScenario& scenario, const ns3::esa::Network& network);

/// What a comparison has found.
struct TaskComparison
{
    uint64_t compared{0};        ///< results, each at each worker
    uint64_t different{0};       ///< of these, those with another time or place in the row
    uint64_t iterations{0};      ///< iterations of jobs
    uint64_t otherIterations{0}; ///< of these, those with another time
    LoneJobs jobs;               ///< the jobs
    ns3::esa::RunResult result;  ///< the simulator's result
};

/**
 * @brief Runs a scenario in the simulator, and compares every result's arrival at every worker.
 * @param scenario the scenario
 * @param system the system
 * @param inRuns whether TaskRecursion takes runs in one step
 * @return what was found
 */
TaskComparison CompareTasks(const ns3::esa::ValidScenario& scenario,
                            const std::string& system,
                            bool inRuns);

} // namespace esabench

#endif // TASK_CHECK_H
