// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_RUN_H
#define ESA_EXECUTION_RUN_H

#include "esa-scenario-build.h"

#include "ns3/esa-execution-job.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-timeline.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Runs the execution traces of a scenario: a job per trace.
 *
 * The streams of all traces get the numbers of jobs one after the other. SwitchML's header has 8
 * bits for them: there the streams that are summed come first, and the streams of flows get numbers
 * that no switch sees. The streams that are summed share static memory. Rank r of a trace stands on
 * the host that worker r of a job would have.
 */
class ExecutionRun
{
  public:
    /// @param scenario a scenario with execution traces
    /// @param network its network, still without applications; outlives this
    ExecutionRun(const ValidScenario& scenario, Network& network);

    ExecutionRun(const ExecutionRun&) = delete;
    ExecutionRun& operator=(const ExecutionRun&) = delete;

    /// Frees what switches keep of a job that has ended.
    void OnJobDone(uint32_t job);

    /// @return when the first of its jobs begins
    Time FirstStart() const;

    /// Adds its jobs to a timeline, which gets what they do from now on.
    /// @param timeline the timeline; outlives the run
    /// @throws ScenarioError if a file of a trace is not the one that was read
    void AddTo(Timeline& timeline, const ValidScenario& scenario);

  private:
    /// @brief Gives the streams of all jobs their numbers.
    void NumberStreams();

    /// Installs the streams of a job.
    /// @param share the next share of static memory; those that the job takes are counted
    void Install(uint32_t job, uint32_t& share);

    Network& m_network;                                ///< where they run
    TrainingOptions m_options;                         ///< what streams have in common
    std::vector<std::unique_ptr<ExecutionJob>> m_jobs; ///< by number
    std::vector<std::vector<uint16_t>> m_numbers;      ///< by job and stream
    uint32_t m_shares{0};                              ///< of static memory, for all jobs
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_RUN_H
