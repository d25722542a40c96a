// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_RECORDING_H
#define ESA_RUN_RECORDING_H

#include "esa-link-ends.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-exposed-times.h"
#include "ns3/esa-fragment-fates.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-occupancy.h"
#include "ns3/esa-run-report.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-time-parts.h"
#include "ns3/esa-timeline.h"
#include "ns3/esa-track-event-writer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

class ExecutionRun;
struct Network;

/// @ingroup esa
/// @brief What is recorded of a run, and in which files.
struct RecordingFiles
{
    std::string timeline;  ///< events for Perfetto; empty: none
    std::string report;    ///< page of HTML; empty: none
    std::string occupancy; ///< CSV of the aggregators by state; empty: none
    std::string links;     ///< CSV of what each link has carried; empty: none
    std::string switches;  ///< CSV of what each switch has summed; empty: none
    double sampleUs{10};   ///< time between two values of a counter, and rows of the CSV
    bool replace{false};   ///< whether existing files may be replaced

    /// @return whether anything is recorded
    bool IsEmpty() const
    {
        return !IsSampled() && switches.empty();
    }

    /// @return whether anything is recorded at fixed intervals
    bool IsSampled() const
    {
        return !timeline.empty() || !report.empty() || !occupancy.empty() || !links.empty();
    }
};

using RecordingFile = std::string RecordingFiles::*; ///< the path of one of the files

/// An option that names a file of a recording.
struct RecordingOption
{
    const char* option; ///< its name
    RecordingFile path; ///< the path that the user named
};

/// All of them.
constexpr std::array<RecordingOption, 5> kRecordingOptions{
    {{"--timeline", &RecordingFiles::timeline},
     {"--report", &RecordingFiles::report},
     {"--occupancy", &RecordingFiles::occupancy},
     {"--links", &RecordingFiles::links},
     {"--switches", &RecordingFiles::switches}}};

/// @return whether a file has what happens at several nodes, in the order of time
inline bool
NeedsEvents(const RecordingFiles& files)
{
    return !files.timeline.empty() || !files.report.empty();
}

/// @return the files of one run; if there are several runs, system and seed are part of their
/// names: FILE-esa-1.json
RecordingFiles FilesOfRun(const RecordingFiles& files,
                          const ValidScenario& scenario,
                          const std::string& system,
                          uint32_t seed);

/// Checks that the scenario can be recorded so.
/// @throws ScenarioError if it cannot
void CheckRecordingFiles(const RecordingFiles& files, const ValidScenario& scenario);

/// @ingroup esa
/// @brief Records over time how much each end of a link sends, and how the aggregators are used.
///
/// There are 100 to 200 parts of the time, or less if the run is short or the network very large.
class LoadRecording
{
  public:
    /// @param network the network, which outlives this
    /// @param begin when its first job starts
    /// @param period between two samples
    LoadRecording(const ValidScenario& scenario,
                  const Network& network,
                  Picoseconds begin,
                  Picoseconds period);

    /// Takes a sample.
    void Sample(const OccupancySample& sample);

    /// Ends the last part. now: the time
    void Finish(Picoseconds now);

    /// @return the ends of links, hosts first; the upper end follows the lower end
    const std::vector<LinkEnd>& Ends() const
    {
        return m_ends;
    }

    /// @return the device at an end
    const EsaNetDevice& DeviceAt(std::size_t end) const
    {
        return *m_devices[end];
    }

    /// @return the parts of the time
    const TimeParts& Parts() const
    {
        return m_parts;
    }

    /// @return length of a part; the first and the last one may be shorter
    Picoseconds PartLength() const
    {
        return m_period * static_cast<int64_t>(m_parts.SamplesOfPart());
    }

    /// @return multiple of the period at or before the start; parts end a multiple of
    /// PartLength() later
    Picoseconds Origin() const
    {
        return m_origin;
    }

    /// @return load of an end in each part, from 0 to 1
    std::vector<double> LoadsOf(std::size_t end) const;

    /// @return mean number of aggregators that held a partial sum in a part
    double Aggregating(std::size_t part) const
    {
        return MeanOf(part, m_ends.size());
    }

    /// @return mean number of aggregators that held a complete sum in a part
    double Waiting(std::size_t part) const
    {
        return MeanOf(part, m_ends.size() + 1);
    }

  private:
    /// Writes the numbers that grow into a row.
    void Read(std::vector<double>& values) const;

    /// @return growth of a number in a part, per microsecond
    double MeanOf(std::size_t part, std::size_t number) const;

    std::vector<LinkEnd> m_ends;              ///< ends of links
    std::vector<Ptr<EsaNetDevice>> m_devices; ///< at these
    std::vector<double> m_bytesPerUs;         ///< rates of these
    Picoseconds m_period;                     ///< between two samples
    Picoseconds m_origin;                     ///< multiple of it at or before the start
    TimeParts m_parts;                        ///< bytes of each end, then the aggregators
    double m_aggregatingUs{0};                ///< aggregators with a partial sum, times time
    double m_waitingUs{0};                    ///< the same of those with a complete sum
};

/// @ingroup esa
/// @brief Records a run over time into the files that were requested.
class RunRecording
{
  public:
    /// @param files the files of this run; none: only what ExposedShare() needs is recorded
    /// @param network its network; it has not run yet, and must not run after this is destroyed
    /// @param execution its execution traces; null: it has none
    /// @throws std::runtime_error if a file cannot be written, or a trace has changed
    RunRecording(const RecordingFiles& files,
                 const ValidScenario& scenario,
                 const Network& network,
                 ExecutionRun* execution);

    RunRecording(const RunRecording&) = delete;
    RunRecording& operator=(const RunRecording&) = delete;

    /// Write the rest of the files when the run is over, however it ended.
    /// @param isComplete whether all jobs have ended
    /// @param end when the last one has, or when the run was stopped
    /// @param notes what the run has shown
    void End(bool isComplete, Picoseconds end, std::vector<std::string> notes);

    /// No more samples are taken until End(): the last job has ended.
    void StopSampling()
    {
        if (m_sampler)
        {
            m_sampler->Stop();
        }
    }

    /// Give the files their names.
    /// @param isInterrupted whether the files hold a part of the run, which their names show
    /// @throws std::runtime_error if a file could not be written
    void Commit(bool isInterrupted);

    /// @return of the time in which ranks communicate, the share in which they compute nothing;
    /// nothing: no timeline was recorded, or they do not communicate
    std::optional<double> ExposedShare() const;

    /// @return number of simulator events that only the recording needed
    uint64_t GetEvents() const
    {
        return m_sampler ? m_sampler->GetEvents() : 0;
    }

  private:
    /// Begins the timeline, for its file, for the report and for ExposedShare().
    void BeginTimeline(ExecutionRun* execution);

    /// Adds the jobs that train DNNs to the timeline.
    void AddJobs();

    /// @return time since the first job has started
    Time Span() const;

    /// Writes what each end of a link has sent.
    void WriteLinks(std::ostream& out) const;

    /// Writes what each switch has summed.
    void WriteSwitches(std::ostream& out) const;

    /// @return the groups of a job that is summed
    const AggregationPlan& RacksOf(uint16_t job);

    /// @param sample a sample for all files
    void OnSample(const OccupancySample& sample);

    /// The files that were requested, in the order of kRecordingOptions.
    std::array<std::optional<AtomicFile>, kRecordingOptions.size()> m_files;
    const ValidScenario& m_scenario;               ///< the scenario
    const Network& m_network;                      ///< its network
    Time m_begin;                                  ///< when its first job starts
    Picoseconds m_end{0};                          ///< when its last job has ended
    std::optional<TrackEventWriter> m_trackEvents; ///< writes the timeline
    ExposedTimes m_exposed;                        ///< sums the timeline up for the report
    std::optional<Timeline> m_timeline;            ///< follows workers, ranks and switches
    std::list<FragmentFateCounter> m_fates;        ///< for the report, by switch
    std::map<uint16_t, std::shared_ptr<const TrainingJob>> m_jobs; ///< jobs that were summed
    std::optional<LoadRecording> m_loads;                          ///< what links send over time
    std::optional<OccupancySampler> m_sampler;                     ///< the samples
};

/// Put together what the page of a run shows.
/// @param loads what each link has sent over time, with its last part
/// @param workers how workers and ranks used their time
/// @param fates the fragments of each switch, in the order of the network's switches
/// @param isComplete whether all jobs have ended
RunReport MakeRunReport(const ValidScenario& scenario,
                        const Network& network,
                        const LoadRecording& loads,
                        std::vector<ExposedTime> workers,
                        const std::list<FragmentFateCounter>& fates,
                        bool isComplete);

} // namespace ns3::esa

#endif // ESA_RUN_RECORDING_H
