// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_TIMELINE_H
#define ESA_WORKER_TIMELINE_H

#include "esa-timeline-sink.h"

#include "ns3/esa-host-app.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-process.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The part of a timeline that belongs to one worker, as spans.
 *
 * One track has its iterations, another one the computation of their layers. Each partition has a
 * track of its own with its communication, from the first fragment sent to the last result. They
 * need tracks of their own, since windows reach over the ends of partitions.
 */
class WorkerTimeline
{
  public:
    /// @param events takes what happens; outlives this
    /// @param job track of its job
    /// @param app runs the worker, but not any more when this is gone
    WorkerTimeline(TimelineEvents& events, TimelineTrack job, const Ptr<Application>& app);

    WorkerTimeline(const WorkerTimeline&) = delete;
    WorkerTimeline& operator=(const WorkerTimeline&) = delete;

    /// @brief Writes the worker's window if it has changed.
    void Sample(Picoseconds now);

    /// @brief Writes the communication that has not ended; nothing more will come.
    void Close(Picoseconds now);

  private:
    /// The communication of a partition.
    struct Partition
    {
        TimelineTrack track; ///< where it is shown
        std::string name;    ///< its name
        uint64_t missing{0}; ///< results that have not arrived
        std::optional<Picoseconds>
            begin; ///< when its first fragment left, until all results have arrived
    };

    /// @param record an iteration that has ended
    void OnIteration(const IterationRecord& record);

    /// @brief Writes the backward parts, which wait for nothing and begin with the iteration.
    /// @param record an iteration that has ended
    void WriteBackwardParts(const IterationRecord& record);

    /// @param record a layer that has computed
    void OnLayer(const LayerRecord& record);

    /// @param packet a packet that the worker sends
    void OnSend(const InaPacket& packet);

    /// @param result a new result
    void OnResult(const InaPacket& result);

    /// @return its fragment's place in the iteration under way; of another iteration's, no place
    uint32_t PlaceOf(const InaPacket& packet) const;

    /// @param packet a packet of the iteration under way
    /// @return its partition
    Partition& PartitionOf(const InaPacket& packet);

    /// The communication of a partition is under way.
    void Begin(Partition& partition);

    /// @brief Writes the communication of a partition.
    void WriteCommunication(Partition& partition, Picoseconds now);

    TimelineEvents& m_events;            ///< takes what happens
    const TrainingProcess& m_worker;     ///< the worker
    TimelineTrack m_track;               ///< the track of the worker
    const FragmentPlan& m_plan;          ///< its job's fragments
    SimClock m_clock;                    ///< the time
    TimelineTrack m_iterations;          ///< track of iterations
    TimelineTrack m_computation;         ///< track of layers
    std::vector<Partition> m_partitions; ///< by number
    uint32_t m_iteration{0};             ///< the iteration under way
    TimelineTrack m_windows;             ///< of the window
    uint32_t m_window{0};                ///< the window when it was written last
};

} // namespace ns3::esa

#endif // ESA_WORKER_TIMELINE_H
