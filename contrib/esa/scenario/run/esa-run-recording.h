/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RUN_RECORDING_H
#define ESA_RUN_RECORDING_H

#include "esa-execution-run.h"
#include "esa-recording-files.h"
#include "esa-scenario-build.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-occupancy-sampler.h"
#include "ns3/esa-timeline.h"
#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Records a run over time into the files that were asked for.
 */
class RunRecording
{
  public:
    /**
     * @param files the files of this run, at least one
     * @param scenario the scenario
     * @param network its network; it has not run yet, and must not run after this is destroyed
     * @param execution its execution traces; null: it has none
     * @throws std::runtime_error if a file cannot be written, or a trace has changed
     */
    RunRecording(const RecordingFiles& files,
                 const ValidScenario& scenario,
                 const Network& network,
                 ExecutionRun* execution);

    RunRecording(const RunRecording&) = delete;
    RunRecording& operator=(const RunRecording&) = delete;

    /**
     * @brief Write the rest of the files when the run is over, however it ended.
     * @param isComplete whether all jobs have ended
     */
    void End(bool isComplete);

    /**
     * @brief Give the files their names.
     * @throws std::runtime_error if a file could not be written
     */
    void Commit();

    /// @return number of simulator events that only the recording needed
    uint64_t GetEvents() const
    {
        return m_sampler ? m_sampler->GetEvents() : 0;
    }

  private:
    /**
     * @brief Adds the jobs that train DNNs to the timeline.
     */
    void AddJobs(const ValidScenario& scenario, const Network& network);

    /// @param sample a sample for all files
    void OnSample(const OccupancySample& sample);

    std::optional<AtomicFile> m_timelineFile;  ///< file of the timeline
    std::optional<AtomicFile> m_occupancyFile; ///< file of the occupancy
    std::optional<AtomicFile> m_linksFile;     ///< file of what links have carried
    std::optional<AtomicFile> m_switchesFile;  ///< file of what switches have summed
    const ValidScenario& m_scenario;           ///< the scenario
    const Network& m_network;                  ///< its network
    Time m_begin;                              ///< when its first job starts
    std::optional<Timeline> m_timeline;        ///< writes the timeline
    std::optional<OccupancySampler> m_sampler; ///< the samples
};

} // namespace ns3::esa

#endif // ESA_RUN_RECORDING_H
