// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_STATISTICS_H
#define ESA_JOB_STATISTICS_H

#include "ns3/esa-critical-path.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Makes the iterations of jobs from the iterations of their workers.
 *
 * Workers end an iteration at different times. The paper's figures are of jobs: from the
 * start of the first worker to the end of the last one.
 */
class JobStatistics
{
  public:
    /// One iteration of a job.
    struct Iteration
    {
        Picoseconds firstBegin{Picoseconds::max()}; ///< start of its first worker
        Picoseconds lastResult{kNever};             ///< last result of its last worker
        Picoseconds lastEnd{kNever};                ///< end of its last worker
        double leastBusyS{0};                       ///< see SetLeastBusySeconds()
        uint16_t lastWorker{0};                     ///< its last worker, of several the first one
        std::shared_ptr<const CriticalPath> path{}; ///< to its end; null: paths are not followed
    };

    /// @brief One more job, in the order of job numbers.
    void AddJob(uint32_t workers, uint32_t iterations);

    /// @brief Sets how long the link of a worker is busy at least in an iteration of a job, for
    /// Utilization(). Default: 0.
    /// @param first it holds from this iteration on
    void SetLeastBusySeconds(uint32_t job, double seconds, uint32_t first = 0);

    /// @brief Sets what is called when every worker has run its last iteration.
    /// @param callback called then
    void SetDoneCallback(std::function<void()> callback)
    {
        m_done = std::move(callback);
    }

    /// @brief Sets what is called when the workers of a job have run their last iteration.
    /// @param callback called with the job's number
    void SetJobDoneCallback(std::function<void(uint32_t job)> callback)
    {
        m_jobDone = std::move(callback);
    }

    /// @brief Sets what is called when the end of a job's workers is computed. Jobs must
    /// not Shrink() then.
    /// @param callback called with the job's number and the time at which the last one will end
    void SetJobEndingCallback(std::function<void(uint32_t job, Picoseconds end)> callback)
    {
        m_jobEnding = std::move(callback);
    }

    /// @brief A worker will end its last iteration.
    /// @param end when
    void OnEnding(uint32_t job, Picoseconds end);

    /// @brief A worker has ended an iteration.
    /// @param record what happened when
    void OnIteration(const IterationRecord& record);

    /**
     * @brief A job goes on with fewer workers, which run an iteration and all after it from their
     * beginning. If there is none, the job has ended. Its time counts from the first beginning.
     * @param workers number of workers that are left
     * @param iteration the first iteration that they run; one beyond the last: none
     * @param underWay iterations that workers have begun and not ended, also by lost workers
     */
    void Shrink(uint32_t job,
                uint32_t workers,
                uint32_t iteration,
                const std::vector<IterationRecord>& underWay);

    /// @return whether the workers of a job have run their last iteration
    bool HasEnded(uint32_t job) const
    {
        return m_jobs.at(job).outstanding == 0;
    }

    /// @brief JCT of a job: for an iteration, the end of its last worker minus the start of its
    /// first.
    /// @return the mean over its iterations, in milliseconds
    double JctMs(uint32_t job) const;

    /// @return the times of its iterations in milliseconds, in turn; JctMs() is their mean
    std::vector<double> IterationMs(uint32_t job) const;

    /// @return by TimePart: the parts of JctMs(), which add up to it, mean over jobs; empty: paths
    ///         are not followed
    std::vector<double> JctPartsMs() const;

    /// @return from the start of its first worker to the end of its last one, in milliseconds
    double JobMs(uint32_t job) const;

    /// @brief The paper's utilisation of a job: the gradient bits that a worker receives, divided
    /// by the link's rate and by the time from the first start to the last result of an iteration.
    /// @return the mean over its iterations
    double Utilization(uint32_t job) const;

    /// @param job job number @return end of its last worker, so far
    Picoseconds JobEnd(uint32_t job) const
    {
        return m_jobs.at(job).iterations.back().lastEnd;
    }

    /// @param job job number @return when its workers have ended, and all that they sent is
    /// acknowledged, so far
    Picoseconds JobSettled(uint32_t job) const
    {
        return m_jobs.at(job).settled;
    }

    /// @return number of jobs
    uint32_t Jobs() const
    {
        return static_cast<uint32_t>(m_jobs.size());
    }

    /// @return start of the first iteration of all
    Picoseconds FirstBegin() const
    {
        return m_firstBegin;
    }

    /// @return end of the last iteration of all
    Picoseconds LastEnd() const
    {
        return m_lastEnd;
    }

  private:
    /// @brief Sets how many iterations the workers of a job have not ended, and reports the end.
    void SetOutstanding(uint32_t job, uint64_t outstanding);

    /// What is kept of a job.
    struct Job
    {
        uint64_t outstanding{0};           ///< workers' iterations not ended yet
        uint32_t notEnding{0};             ///< workers whose end is not known yet
        Picoseconds end{0};                ///< latest of the known ends
        std::vector<Iteration> iterations; ///< its iterations
        Picoseconds settled{0};            ///< see JobSettled()
    };

    std::vector<Job> m_jobs;                      ///< by job number
    uint64_t m_outstanding{0};                    ///< workers' iterations not ended yet
    Picoseconds m_firstBegin{Picoseconds::max()}; ///< start of the first iteration of all
    Picoseconds m_lastEnd{0};                     ///< end of the last iteration of all
    std::function<void()> m_done;                 ///< called when none is outstanding
    std::function<void(uint32_t, Picoseconds)>
        m_jobEnding;                         ///< called when the end of a job is computed
    std::function<void(uint32_t)> m_jobDone; ///< called when none of a job is
};

} // namespace ns3::esa

#endif // ESA_JOB_STATISTICS_H
