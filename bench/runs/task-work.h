/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TASK_WORK_H
#define TASK_WORK_H

#include "task-recursion.h"

#include "ns3/esa-training-job.h"

#include <cstdint>
#include <vector>

namespace esabench
{

/**
 * @brief What has to be done for each task, however its packets are moved: its aggregator is found
 * by a hash and looked up, and its sum is made and checked.
 */
class TaskWork
{
  public:
    /// @param job the job; outlives this
    explicit TaskWork(const ns3::esa::TrainingJob& job)
        : m_job(job)
    {
    }

    /**
     * @brief Makes the sums of tasks of all workers' digests, as the switch does, and checks them,
     * as workers do.
     * @param run the tasks
     */
    void CheckSums(const ResultRun& run);

    /**
     * @brief Looks up the aggregators of tasks: each must be free at the task's first arrival.
     * @param run the tasks
     * @param aggregatorBusyUntil a time for each aggregator, which is moved on
     */
    void LookUp(const ResultRun& run, std::vector<int64_t>& aggregatorBusyUntil);

    /// @return sums that were wrong
    uint64_t Wrong() const
    {
        return m_wrong;
    }

    /// @return tasks whose aggregator was busy
    uint64_t Busy() const
    {
        return m_busy;
    }

  private:
    const ns3::esa::TrainingJob& m_job; ///< the job
    uint64_t m_wrong{0};                ///< sums that were wrong
    uint64_t m_busy{0};                 ///< tasks whose aggregator was busy
};

} // namespace esabench

#endif // TASK_WORK_H
