/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TASK_RECURSION_H
#define TASK_RECURSION_H

#include "ns3/esa-training-job.h"

#include <cstdint>
#include <vector>

namespace esabench
{

/// A job alone on its links, all of which are alike, with a switch that always has an aggregator.
struct LoneJob
{
    const ns3::esa::TrainingJob* job{nullptr}; ///< the job
    int64_t framePs{0};                        ///< time to send a frame
    int64_t delayPs{0};                        ///< delay of a link
    int64_t stepPs{1000};                      ///< ns-3's time step
    uint32_t windowInitial{1};                 ///< window at first; each result adds a packet
    uint32_t windowMost{1};                    ///< cap of the window
    bool isByServer{false};                    ///< whether sums go to the PS and back (ATP)
};

/// Results in a row that arrive at the full rate of the link: result first + i at
/// ceil(linePs + i framePs), rounded to time steps.
struct ResultRun
{
    uint64_t first{0}; ///< number of the first task
    uint64_t count{0}; ///< tasks
    int64_t linePs{0}; ///< when the first one's last bit arrives, before rounding
};

/**
 * @brief When every result of a job arrives, computed without events.
 *
 * A FIFO link is a maximum and a sum: departure k = max(arrival k, departure k - 1) + frame time. A
 * sum completes at the last of its arrivals. A window says which result lets a fragment go. So the
 * times of task k follow from those before it, in a few operations per worker. Where all links are
 * busy, a whole run of tasks follows in one step: every time grows by the frame time per task, and
 * a maximum over rounded times stays what it is once it has met all remainders.
 *
 * It is exact where each link carries one job's packets in their order, and nothing is held up at
 * the switch: SwitchML always, ESA and ATP without collisions.
 */
class TaskRecursion
{
  public:
    /// @param lone the job; outlives this
    explicit TaskRecursion(const LoneJob& lone);

    /**
     * @brief Computes all iterations.
     * @param inRuns whether runs of tasks are computed in one step where that is possible
     */
    void Run(bool inRuns);

    /// @return the results, in order
    const std::vector<ResultRun>& Results() const
    {
        return m_results;
    }

    /// @return time of every iteration, in ms
    const std::vector<double>& IterationMs() const
    {
        return m_iterationMs;
    }

    /// @return steps of one task, and of several, that were taken
    uint64_t Steps() const
    {
        return m_steps;
    }

    /**
     * @param run a run of results
     * @param i place of a result in it
     * @return when it arrives, in time steps
     */
    int64_t ArrivalStep(const ResultRun& run, uint64_t i) const
    {
        return CeilStep(run.linePs + static_cast<int64_t>(i) * m_lone.framePs);
    }

  private:
    /// @return a time in time steps, rounded up
    int64_t CeilStep(int64_t ps) const
    {
        return (ps + m_lone.stepPs - 1) / m_lone.stepPs;
    }

    /// @brief Runs an iteration. @param begin its first step @return its last one
    int64_t RunIteration(uint32_t iteration, int64_t begin, bool inRuns);

    /// @brief Runs the tasks of a partition. @param ready step at which each worker has it
    void RunPartition(uint64_t first, uint64_t end, const std::vector<int64_t>& ready, bool inRuns);

    /// @return how many results have to be there before a fragment leaves
    uint64_t ResultsBefore(uint64_t task) const;

    /// @brief The time of the last result that a task waits for, in ps, before rounding.
    /// @param results how many it waits for @param left how many further ones follow at full rate
    int64_t LineOfResult(uint64_t results, uint64_t& left);

    /// @brief Computes one task.
    void Step(uint64_t task, const std::vector<int64_t>& ready);

    /// @brief Computes as many tasks as possible at once. @return how many; 0: it is not possible
    uint64_t Advance(uint64_t task, uint64_t end, const std::vector<int64_t>& ready);

    /// @return the latest of all times at a link's rate that are not later than a line, once they
    /// were rounded up to time steps
    int64_t Bound(int64_t linePs) const;

    /// @brief Adds results at the end.
    void AddResults(uint64_t first, uint64_t count, int64_t linePs);

    const LoneJob& m_lone;             ///< the job
    int64_t m_grainPs;                 ///< greatest common divisor of frame time and time step
    std::vector<int64_t> m_up;         ///< when each worker's link becomes idle
    std::vector<int64_t> m_down;       ///< the same of the links from the switch to the workers
    std::vector<ResultRun> m_results;  ///< the results
    std::size_t m_waitedFor{0};        ///< run of the result that a task waits for
    std::vector<double> m_iterationMs; ///< time of every iteration
    uint64_t m_steps{0};               ///< steps taken
};

} // namespace esabench

#endif // TASK_RECURSION_H
