// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RANK_TIMELINE_H
#define ESA_RANK_TIMELINE_H

#include "esa-timeline-sink.h"

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The part of a timeline that belongs to one rank of an execution trace, as spans.
 *
 * One track has the rank's iterations, one what its accelerator computes, and one what its
 * processor does. Each process group has a track for its collectives, and each other rank one for
 * the messages to it and one for those from it. If two of them overlap, there are more tracks. One
 * more track shows when the rank computes nothing, and what it waits for then. Only what has not
 * ended is in memory.
 */
class RankTimeline
{
  public:
    /// Gives the name of a node, in printable ASCII, by its index; empty: it has none.
    using NameOfNode = std::function<std::string(uint32_t node)>;

    /// @param events takes what happens; outlives this
    /// @param job track of its job
    /// @param trace the trace; outlives this
    RankTimeline(TimelineEvents& events,
                 TimelineTrack job,
                 const ExecutionTrace& trace,
                 uint32_t rank,
                 NameOfNode nameOfNode);

    RankTimeline(const RankTimeline&) = delete;
    RankTimeline& operator=(const RankTimeline&) = delete;

    /// @brief Takes what happens at this rank.
    /// @param event what
    /// @param now the time, which never goes back
    void OnEvent(const ExecutionEvent& event, Picoseconds now);

    /// @brief Writes what has not ended; nothing more will come.
    void Close(Picoseconds now);

  private:
    /// What has a track, or more if its nodes overlap: a kind of node, and its group or other rank.
    using Place = std::pair<ExecutionKind, uint32_t>;

    /// A track, and whether a node that has not ended stands on it.
    struct Lane
    {
        TimelineTrack track; ///< the track
        bool isTaken{false}; ///< whether a node is under way
    };

    /// A node that has not ended.
    struct OpenNode
    {
        Picoseconds begin; ///< its start
        Place place;       ///< where it stands
        std::size_t lane;  ///< which of the tracks there
    };

    /// @return what has the track of a node. @param node the node
    static Place PlaceOf(const ExecutionNode& node);

    /// @return the name of its track. @param place what has it
    std::string NameOfPlace(const Place& place) const;

    /// @return the name of a node. @param node its index
    std::string NameOf(uint32_t node) const;

    /// @brief A node starts. @param node its index @param now the time
    void BeginNode(uint32_t node, Picoseconds now);

    /// @brief A node has ended. @param node its index @param now the time
    void EndNode(uint32_t node, Picoseconds now);

    /// @brief Writes a node. @param node its index @param open where @param now end @param hasEnded
    /// whether it has ended
    void WriteNode(uint32_t node, const OpenNode& open, Picoseconds now, bool hasEnded);

    /// @brief Writes that the rank has waited since it last did something. @param node index of
    /// what it waited for @param now the time
    void WriteWait(uint32_t node, Picoseconds now);

    /// @brief Writes a span of communication, or of waiting for it. @param track where @param
    /// category which of them @param node index of the node @param begin start @param end end
    /// @param hasEnded whether the node has ended
    void WriteCommunication(TimelineTrack track,
                            const char* category,
                            uint32_t node,
                            Picoseconds begin,
                            Picoseconds end,
                            bool hasEnded);

    TimelineEvents& m_events;                   ///< takes what happens
    const ExecutionTrace& m_trace;              ///< the trace
    const RankTrace& m_rank;                    ///< what this rank does
    NameOfNode m_nameOfNode;                    ///< names of nodes
    TimelineTrack m_track;                      ///< of the rank
    TimelineTrack m_iterations;                 ///< track of iterations
    std::map<Place, std::vector<Lane>> m_lanes; ///< tracks
    TimelineTrack m_waiting;                    ///< track of what the rank waits for
    std::map<uint32_t, OpenNode> m_open;        ///< what has not ended, by index
    uint32_t m_computing{0};                    ///< how many of these compute
    uint32_t m_iteration{0};                    ///< the iteration under way
    Picoseconds m_begin{0};                     ///< its start
    Picoseconds m_waitsSince{0};                ///< since when no node computes, if none does
};

} // namespace ns3::esa

#endif // ESA_RANK_TIMELINE_H
