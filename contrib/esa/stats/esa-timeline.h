// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TIMELINE_H
#define ESA_TIMELINE_H

#include "esa-execution-timeline.h"
#include "esa-job-timeline.h"
#include "esa-occupancy.h"
#include "esa-timeline-sink.h"

#include "ns3/esa-switch.h"

#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{

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
    /// @param workers its workers, which do not run when this is gone
    /// @param serverPort the switch's port towards its PS
    void AddJob(const std::vector<Ptr<EsaTrainingApp>>& workers, Ptr<EsaNetDevice> serverPort);

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

    TimelineEvents m_events;                   ///< takes what happens
    TimelineTrack m_switch;                    ///< track above the switch's tracks
    TimelineTrack m_aggregating;               ///< of aggregators that hold a partial sum
    TimelineTrack m_waiting;                   ///< of aggregators that hold a complete sum
    TimelineTrack m_preemptions;               ///< of preemptions
    std::list<JobTimeline> m_jobs;             ///< the jobs
    std::vector<JobTimeline*> m_byNumber;      ///< the same
    std::list<ExecutionTimeline> m_executions; ///< by number
};

} // namespace ns3::esa

#endif // ESA_TIMELINE_H
