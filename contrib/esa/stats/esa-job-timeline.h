/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TIMELINE_H
#define ESA_JOB_TIMELINE_H

#include "esa-trace-events.h"
#include "esa-worker-timeline.h"

#include "ns3/esa-net-device.h"
#include "ns3/esa-training-app.h"

#include <array>
#include <cstdint>
#include <list>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The part of a timeline that belongs to one job: its iterations as spans, what its workers
 * do, and the queue at its PS.
 *
 * Iterations stand on two tracks in turn: a worker may begin one before another has ended the last.
 */
class JobTimeline
{
  public:
    /**
     * @param writer where to write; outlives this
     * @param workers its workers, which do not run when this is gone
     * @param serverPort the switch's port towards its PS
     */
    JobTimeline(TraceEventWriter& writer,
                uint32_t job,
                const std::vector<Ptr<EsaTrainingApp>>& workers,
                Ptr<EsaNetDevice> serverPort);

    JobTimeline(const JobTimeline&) = delete;
    JobTimeline& operator=(const JobTimeline&) = delete;

    /**
     * @brief Writes windows and queue where they have changed.
     * @param now the time
     */
    void Sample(Picoseconds now);

    /**
     * @brief Writes the communication that has not ended; nothing more will come.
     * @param now the time
     */
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

    TraceEventWriter& m_writer;                      ///< where to write
    uint32_t m_group;                                ///< group of the tracks
    std::array<TraceEventWriter::Track, 2> m_tracks; ///< of even and odd iterations
    std::vector<Iteration> m_iterations;             ///< by number
    std::list<WorkerTimeline> m_workers;             ///< the workers
    Ptr<EsaNetDevice> m_serverPort;                  ///< the switch's port towards the PS
    uint64_t m_queuedBytes{0};                       ///< its queue when it was written last
};

} // namespace ns3::esa

#endif // ESA_JOB_TIMELINE_H
