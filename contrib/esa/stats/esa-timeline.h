/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TIMELINE_H
#define ESA_TIMELINE_H

#include "esa-execution-timeline.h"
#include "esa-job-timeline.h"
#include "esa-occupancy.h"
#include "esa-trace-events.h"

#include <cstdint>
#include <list>
#include <memory>
#include <ostream>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A recording of what happened when in a run, as Trace Event JSON for Perfetto.
 *
 * It has the iterations of jobs and what their workers do, or the ranks of execution traces. From
 * time to time it has the windows, the queue at each PS and the switch's aggregators.
 */
class Timeline
{
  public:
    /// @param out where to write; outlives this
    explicit Timeline(std::ostream& out);

    /**
     * @brief Adds a job; jobs are added in the order of their numbers.
     * @param workers its workers, which do not run when this is gone
     * @param serverPort the switch's port towards its PS
     */
    void AddJob(const std::vector<Ptr<EsaTrainingApp>>& workers, Ptr<EsaNetDevice> serverPort);

    /**
     * @brief Adds an execution trace; they are added in the order of their numbers.
     * @return what takes its events; as long-lived as this
     */
    ExecutionTimeline& AddExecution(std::shared_ptr<const ExecutionTrace> trace,
                                    const ExecutionTimeline::NameOfNode& nameOfNode);

    /**
     * @brief Writes the counters.
     * @param sample the aggregators in the period that ends now
     */
    void Sample(const OccupancySample& sample);

    /**
     * @brief Writes what has not ended, and ends the file.
     * @param now the time
     * @param isComplete whether the run came to its end
     */
    void Close(Picoseconds now, bool isComplete);

  private:
    TraceEventWriter m_writer;                 ///< where to write
    uint32_t m_switchGroup;                    ///< group of the switch's counter
    std::list<JobTimeline> m_jobs;             ///< by number
    std::list<ExecutionTimeline> m_executions; ///< by number
};

} // namespace ns3::esa

#endif // ESA_TIMELINE_H
