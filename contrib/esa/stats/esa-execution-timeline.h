// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_TIMELINE_H
#define ESA_EXECUTION_TIMELINE_H

#include "esa-rank-timeline.h"
#include "esa-timeline-sink.h"

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
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
    std::list<RankTimeline> m_ranks;               ///< the ranks
    std::vector<RankTimeline*> m_byNumber;         ///< the same
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_TIMELINE_H
