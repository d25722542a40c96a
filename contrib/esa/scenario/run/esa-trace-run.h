/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_RUN_H
#define ESA_TRACE_RUN_H

#include "esa-scenario-build.h"

#include "ns3/esa-job-queue.h"
#include "ns3/esa-job-times.h"
#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The jobs of a trace in a simulation: they come, wait, run and leave.
 */
class TraceRun
{
  public:
    /**
     * @param scenario a scenario with a trace; outlives this
     * @param seed the seed
     * @param network its network, which knows of the jobs but has none of them; outlives this
     */
    TraceRun(const ValidScenario& scenario, uint32_t seed, Network& network);

    TraceRun(const TraceRun&) = delete;
    TraceRun& operator=(const TraceRun&) = delete;

    /**
     * @brief The workers of a job have ended; it leaves.
     * @param number job number
     */
    void OnJobDone(uint32_t number);

    /// @return whether no job runs, as none has come
    bool IsIdle() const
    {
        return m_queue.Running() == 0;
    }

    /// @return what happened to the jobs when, by number
    const std::vector<JobTimes>& Times() const
    {
        return m_times;
    }

  private:
    /// What there is of a job that runs.
    struct RunningJob
    {
        PlacedJob placed;          ///< what it got
        JobSetup setup;            ///< where it runs
        ApplicationContainer apps; ///< its applications
    };

    /// @brief Schedules the coming of the next job, if there is one.
    void ScheduleNext();

    /// @brief The next job comes.
    void OnSubmit();

    /// @brief Starts the jobs that wait, as long as the first of them fits.
    void StartWaiting();

    /**
     * @brief Starts a job.
     * @param placed what it got
     */
    void Start(const PlacedJob& placed);

    /**
     * @brief A job leaves, and others take its place.
     * @param number job number
     */
    void Leave(uint32_t number);

    const ValidScenario& m_scenario;          ///< the scenario
    Network& m_network;                       ///< where the jobs run
    TrainingOptions m_options;                ///< what they have in common
    JobQueue m_queue;                         ///< who waits, and which hosts are free
    std::map<uint32_t, RunningJob> m_running; ///< by job number
    std::vector<JobTimes> m_times;            ///< of jobs that have come, by number
    SimClock m_clock;                         ///< converts times
};

} // namespace ns3::esa

#endif // ESA_TRACE_RUN_H
