/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEARNING_RUN_H
#define ESA_LEARNING_RUN_H

#include "esa-learning-options.h"
#include "esa-scenario-build.h"

#include "ns3/esa-data-set.h"
#include "ns3/esa-learning-workers.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What a job has learnt after some iterations.
struct LearningPoint
{
    uint32_t job{0};             ///< job number
    uint32_t iteration{0};       ///< iterations that have ended
    Perceptron::Score learnt;    ///< with the sums of the network, on the test samples
    Perceptron::Score exact;     ///< the same with exact sums
    double largestDifference{0}; ///< of a parameter from the exact one, so far
};

/**
 * @ingroup esa
 * @brief Perceptrons that the jobs of a run train, one per job, beside the same training with exact
 * sums.
 *
 * Does training still work with the sums that come through the network? The jobs send the gradients
 * of real perceptrons (Gradients()), and their workers learn from the results that they receive
 * (Watch()). For comparison, each job is trained once more with exact sums.
 */
class LearningRun
{
  public:
    /**
     * @param scenario the scenario; its DNNs fit perceptrons (see CheckLearning())
     * @param data the samples; outlive this
     * @param options batch and rate
     * @param system the system
     * @param seed the seed
     */
    LearningRun(const ValidScenario& scenario,
                const SplitDataSet& data,
                const LearningOptions& options,
                const std::string& system,
                uint32_t seed);

    /// @return what each job sends
    JobGradients Gradients() const;

    /**
     * @brief Let the workers of a network learn from the results that they receive.
     * @param network the network, in which Gradients() are sent
     */
    void Watch(const Network& network);

    /// @return what the jobs have learnt, in the order of time
    const std::vector<LearningPoint>& Points() const
    {
        return m_points;
    }

    /**
     * @param job job number
     * @return true if all workers of the job have learnt the same, bit by bit
     */
    bool WorkersAgree(uint32_t job) const;

    /**
     * @param job job number
     * @return what its workers have in common
     */
    const SharedLearning& LearningOf(uint32_t job) const
    {
        return m_jobs[job]->learning;
    }

    /**
     * @param job job number
     * @param worker number of a worker in it
     * @return what the worker has learnt
     */
    const Perceptron& ModelOf(uint32_t job, uint32_t worker) const
    {
        return m_jobs[job]->workers->ModelOf(worker);
    }

  private:
    /// A job.
    struct Job
    {
        SharedLearning learning;                  ///< what its workers have in common
        std::shared_ptr<LearningWorkers> workers; ///< its workers
        std::unique_ptr<LocalLearning> exact;     ///< the same with exact sums
        double largestDifference{0};              ///< of a parameter, so far
    };

    /**
     * @brief Handle the end of an iteration of a worker.
     * @param record the iteration
     * @param last number of the job's last iteration
     */
    void OnIteration(const IterationRecord& record, uint32_t last);

    /**
     * @brief Append a point to the curve of a job.
     * @param number the job
     * @param iteration iterations that have ended
     */
    void AddPoint(uint32_t number, uint32_t iteration);

    const SplitDataSet& m_data;               ///< the samples
    std::vector<std::unique_ptr<Job>> m_jobs; ///< the jobs; their places do not change
    std::vector<LearningPoint> m_points;      ///< what they had learnt
};

} // namespace ns3::esa

#endif // ESA_LEARNING_RUN_H
