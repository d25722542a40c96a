/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEARNING_H
#define ESA_LEARNING_H

#include "esa-learning-options.h"
#include "esa-learning-run.h"
#include "esa-scenario-run.h"

#include "ns3/esa-data-set.h"
#include "ns3/esa-run-result.h"
#include "ns3/esa-valid-scenario.h"

#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Lets the runs of a scenario learn, and reports what they have learnt.
 */
class Learning
{
  public:
    /**
     * @param scenario the scenario; outlives this
     * @param options the data set and where to report
     * @throws ScenarioError if the data set cannot be used or the scenario cannot learn it
     */
    Learning(const ValidScenario& scenario, const LearningOptions& options);

    /**
     * @brief Begin a run.
     * @param system its system
     * @param seed its seed
     * @param control gets the gradients of the run; not to be used after the next Begin()
     */
    void Begin(const std::string& system, uint32_t seed, RunControl& control);

    /**
     * @brief End the run: take what it has learnt.
     * @param result the run's result
     * @throws std::runtime_error if the workers of a job have not learnt the same
     */
    void End(const RunResult& result);

    /**
     * @brief Write what the runs have learnt so far.
     * @throws std::runtime_error if it cannot be written
     */
    void Write();

    /**
     * @brief Print what was learnt in the end, one line per job.
     * @param out where to print
     */
    void Print(std::ostream& out) const;

  private:
    const ValidScenario& m_scenario;    ///< the scenario
    LearningOptions m_options;          ///< where to report
    SplitDataSet m_data;                ///< the samples
    std::unique_ptr<LearningRun> m_run; ///< the run under way
    std::string m_rows;                 ///< the curves of the runs that have ended, as CSV
    bool m_isWritten{false};            ///< whether the file has been written before
    std::vector<std::string> m_summary; ///< what is to be printed
};

} // namespace ns3::esa

#endif // ESA_LEARNING_H
