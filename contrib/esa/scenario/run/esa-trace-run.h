// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRACE_RUN_H
#define ESA_TRACE_RUN_H

#include "esa-scenario-build.h"

#include "ns3/esa-job-placer.h"
#include "ns3/esa-job-times.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Runs the jobs of a trace: they are submitted, wait for hosts, run and leave.
 *
 * A cluster may have fewer hosts than all jobs of a trace together need. So a job waits, first come
 * first served, until there are enough free hosts. Then its applications are installed. When its
 * workers have ended, they are removed and the next jobs start.
 */
class TraceRun
{
  public:
    /// @param scenario a scenario with a trace; outlives this
    /// @param network its network, still without applications; outlives this
    TraceRun(const ValidScenario& scenario, Network& network);

    TraceRun(const TraceRun&) = delete;
    TraceRun& operator=(const TraceRun&) = delete;

    /// Lets a job leave, since its workers have ended, and starts waiting ones.
    void OnJobDone(uint32_t number);

    /// @param number of a job that runs @return delays of the longest path between its workers
    Picoseconds DelayOf(uint32_t number) const;

    /// @return whether no job runs
    bool IsIdle() const
    {
        return m_queue.Running() == 0;
    }

    /// @return results that have reached the workers of all jobs
    uint64_t Results() const;

    /// @return when the last result has reached a worker or, if it was later, a job has started
    Picoseconds LastProgress() const;

    /// @return when the next job is submitted; nothing if all have come
    std::optional<Time> NextSubmission() const;

    /// @return when the jobs were submitted, started and ended, by number
    const std::vector<JobTimes>& Times() const
    {
        return m_times;
    }

  private:
    /// A job that runs.
    struct RunningJob
    {
        PlacedJob placed;                        ///< the hosts that it got
        JobSetup setup;                          ///< where it runs
        ApplicationContainer apps;               ///< its applications
        std::vector<TrainingProcess*> workers{}; ///< its workers
    };

    /// Schedules the submission of the next job, if there is one.
    void ScheduleNext();

    /// The next job is submitted.
    void OnSubmit();

    /// Starts waiting jobs as long as the first of them fits.
    void StartWaiting();

    /// Starts a job.
    void Start(const PlacedJob& placed);

    const ValidScenario& m_scenario;          ///< the scenario
    Network& m_network;                       ///< where the jobs run
    JobQueue m_queue;                         ///< jobs that wait, and hosts that are free
    std::map<uint32_t, RunningJob> m_running; ///< by job number
    std::vector<JobTimes> m_times;            ///< of jobs that have come, by number
    uint64_t m_resultsOfEnded{0};             ///< results of jobs that have left
    Picoseconds m_lastProgress{0};            ///< see LastProgress(), of jobs that have left
    SimClock m_clock;                         ///< converts times
};

} // namespace ns3::esa

#endif // ESA_TRACE_RUN_H
