// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TIMELINE_H
#define ESA_TIMELINE_H

#include "esa-occupancy.h"
#include "esa-rank-timeline.h"
#include "esa-timeline-sink.h"
#include "esa-worker-timeline.h"

#include "ns3/application-container.h"
#include "ns3/esa-execution-trace.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The part of a timeline that belongs to one execution trace: its iterations, and what each
 * rank does.
 *
 * An iteration lasts from the start of the first rank to the end of the last one. Ranks that do not
 * communicate may be several iterations apart. Then iterations overlap, and stand on more tracks.
 */
class ExecutionTimeline
{
  public:
    /// Gives the name of a node of a rank, in printable ASCII; empty: it has none.
    using NameOfNode = std::function<std::string(uint32_t rank, uint32_t node)>;

    /// @param events takes what happens; outlives this
    ExecutionTimeline(TimelineEvents& events,
                      uint32_t job,
                      std::shared_ptr<const ExecutionTrace> trace,
                      const NameOfNode& nameOfNode);

    ExecutionTimeline(const ExecutionTimeline&) = delete;
    ExecutionTimeline& operator=(const ExecutionTimeline&) = delete;

    /// @brief Takes what happens at a rank.
    /// @param event what
    /// @param now the time, which never goes back
    void OnEvent(const ExecutionEvent& event, Picoseconds now);

    /// @brief Writes what has not ended; nothing more will come.
    void Close(Picoseconds now);

  private:
    /// An iteration that a rank has begun, and not all have ended.
    struct Iteration
    {
        Picoseconds begin;   ///< start of the first rank
        std::size_t lane;    ///< which track
        std::size_t left{0}; ///< ranks that have not ended it
    };

    /// @brief A rank begins an iteration. @param iteration its number @param now the time
    void Begin(uint32_t iteration, Picoseconds now);

    /// @brief A rank has ended an iteration. @param iteration its number @param now the time
    void End(uint32_t iteration, Picoseconds now);

    TimelineEvents& m_events;                      ///< takes what happens
    std::shared_ptr<const ExecutionTrace> m_trace; ///< the trace
    TimelineTrack m_track;                         ///< the job's track
    std::vector<TimelineTrack> m_tracks;           ///< tracks of iterations
    std::vector<bool> m_isTaken;                   ///< whether an iteration under way stands there
    std::map<uint32_t, Iteration> m_iterations;    ///< under way, by number
    std::deque<RankTimeline> m_ranks;              ///< by number
};

/**
 * @ingroup esa
 * @brief The part of a timeline that belongs to one job: its iterations as spans, what its workers
 * do, the results of tasks that were preempted, and the queue at its PS.
 *
 * Iterations stand on two tracks in turn: a worker may begin one before another has ended the last.
 */
class JobTimeline
{
  public:
    /// @param events takes what happens; outlives this
    /// @param apps its applications, whose workers do not run when this is gone
    /// @param serverPort the switch's port towards its PS
    JobTimeline(TimelineEvents& events,
                uint32_t job,
                const ApplicationContainer& apps,
                Ptr<EsaNetDevice> serverPort);

    JobTimeline(const JobTimeline&) = delete;
    JobTimeline& operator=(const JobTimeline&) = delete;

    /// @brief A switch has preempted a partial sum. An arrow leads from there to the result.
    /// @param partial the sum, on its way to the PS
    /// @param track where preemptions stand
    /// @param place the switch
    void OnPreempted(const InaPacket& partial, TimelineTrack track, const std::string& place);

    /// @brief Writes windows and queue where they have changed.
    void Sample(Picoseconds now);

    /// @brief Writes the communication that has not ended; nothing more will come.
    void Close(Picoseconds now);

  private:
    /// An iteration that some workers have ended.
    struct Iteration
    {
        uint32_t workers{0};                   ///< how many
        Picoseconds begin{Picoseconds::max()}; ///< start of the first of them
        Picoseconds end{0};                    ///< end of the last of them
    };

    /// @param record an iteration that a worker has ended
    void OnIteration(const IterationRecord& record);

    /// @param result a new result of a worker
    void OnResult(const InaPacket& result);

    /// @param packet a packet of the job @return the arrow from its preemptions to its result
    static uint64_t FlowOf(const InaPacket& packet);

    TimelineEvents& m_events;              ///< takes what happens
    TimelineTrack m_track;                 ///< of the job
    std::array<TimelineTrack, 2> m_tracks; ///< of even and odd iterations
    TimelineTrack m_results;               ///< of results of tasks that were preempted
    TimelineTrack m_queue;                 ///< of the queue at the PS
    std::vector<Iteration> m_iterations;   ///< by number
    std::deque<WorkerTimeline> m_workers;  ///< the workers
    std::set<uint32_t> m_preempted;        ///< sequence numbers of tasks whose results lack
    SimClock m_clock;                      ///< the time
    Ptr<EsaNetDevice> m_serverPort;        ///< the switch's port towards the PS
    uint64_t m_queuedBytes{0};             ///< its queue when it was written last
};

/**
 * @ingroup esa
 * @brief What happens when in a run, as events for one or more sinks.
 *
 * It has the iterations of jobs and what their workers do, or the ranks of execution traces. From
 * time to time it has the windows, the queue at each PS and the switch's aggregators.
 */
class Timeline
{
  public:
    /// @param sinks what takes the events; outlive this
    explicit Timeline(std::vector<TimelineSink*> sinks);

    Timeline(const Timeline&) = delete;
    Timeline& operator=(const Timeline&) = delete;

    /// @brief Adds a switch, whose preemptions are shown.
    /// @param node the switch
    void AddSwitch(Ptr<EsaSwitch> node, const std::string& name);

    /// @brief Adds a job; jobs are added in the order of their numbers.
    /// @param apps its applications, whose workers do not run when this is gone
    /// @param serverPort the switch's port towards its PS
    void AddJob(const ApplicationContainer& apps, Ptr<EsaNetDevice> serverPort);

    /// @brief Adds an execution trace; they are added in the order of their numbers.
    /// @return what takes its events; as long-lived as this
    ExecutionTimeline& AddExecution(std::shared_ptr<const ExecutionTrace> trace,
                                    const ExecutionTimeline::NameOfNode& nameOfNode);

    /// @brief Writes the counters.
    /// @param sample the aggregators in the period that ends now
    void Sample(const OccupancySample& sample);

    /// @brief Writes what has not ended; nothing more will come. @param now the time
    void Close(Picoseconds now);

  private:
    /// @brief A switch has preempted a partial sum. @param place the switch @param partial the sum
    void OnPreempted(std::string place, const InaPacket& partial);

    TimelineEvents m_events;                    ///< takes what happens
    TimelineTrack m_switch;                     ///< track above the switch's tracks
    TimelineTrack m_aggregating;                ///< of aggregators that hold a partial sum
    TimelineTrack m_waiting;                    ///< of aggregators that hold a complete sum
    TimelineTrack m_preemptions;                ///< of preemptions
    std::deque<JobTimeline> m_jobs;             ///< by number
    std::deque<ExecutionTimeline> m_executions; ///< by number
};

} // namespace ns3::esa

#endif // ESA_TIMELINE_H
