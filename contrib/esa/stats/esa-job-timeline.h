// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_TIMELINE_H
#define ESA_JOB_TIMELINE_H

#include "esa-timeline-sink.h"
#include "esa-worker-timeline.h"

#include "ns3/esa-net-device.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-app.h"

#include <array>
#include <cstdint>
#include <list>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

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
    /// @param workers its workers, which do not run when this is gone
    /// @param serverPort the switch's port towards its PS
    JobTimeline(TimelineEvents& events,
                uint32_t job,
                const std::vector<Ptr<EsaTrainingApp>>& workers,
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
    std::list<WorkerTimeline> m_workers;   ///< the workers
    std::set<uint32_t> m_preempted;        ///< sequence numbers of tasks whose results lack
    SimClock m_clock;                      ///< the time
    Ptr<EsaNetDevice> m_serverPort;        ///< the switch's port towards the PS
    uint64_t m_queuedBytes{0};             ///< its queue when it was written last
};

} // namespace ns3::esa

#endif // ESA_JOB_TIMELINE_H
