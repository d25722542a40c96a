// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_STATE_H
#define ESA_EXECUTION_STATE_H

#include "esa-execution-trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One rank's progress through its graph: which node may start next.
 *
 * A node may start when all that it waits for has ended, or only started where that is enough.
 * Beyond that, each accelerator and processor of a rank does one thing at a time: of the
 * computations that may start there, the one that stands first in the trace does, and the others
 * wait for its end. And the collectives of one process group start in the order of the trace, as in
 * one stream of NCCL; else two ranks could begin them in different orders, and wait for each other
 * for ever. They need not wait for each other's end. The same holds for the messages of a tag to
 * one rank, and for those from one.
 *
 * The class has no clock: the owner starts what TakeNext() gives, and reports its end.
 */
class ExecutionState
{
  public:
    /// In place of a node: none may start.
    static constexpr uint32_t kNone = UINT32_MAX;

    /// @param trace what the rank does; outlives this
    explicit ExecutionState(const RankTrace& trace);

    /// @return index of a node that may start now, and counts as started; kNone: there is none
    uint32_t TakeNext();

    /// @brief A node that was started has ended.
    /// @param node its index
    void OnDone(uint32_t node);

    /// @return true if every node has ended
    bool Finished() const
    {
        return m_left == 0;
    }

    /// @param node index of a node
    /// @return whether it has ended
    bool HasEnded(uint32_t node) const
    {
        return m_progress[node] == Progress::Ended;
    }

    /// @param node index of a node
    /// @return whether it has started
    bool HasStarted(uint32_t node) const
    {
        return m_progress[node] >= Progress::Started;
    }

  private:
    /// How far a node is.
    enum class Progress : uint8_t
    {
        Waits,    ///< for other nodes
        MayStart, ///< as soon as its lane lets it
        Started,
        Ended
    };

    /// What can do one thing at a time: the lowest index first.
    struct Unit
    {
        std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> waiting;
        bool isBusy{false}; ///< whether one of its nodes runs
    };

    /// What starts in the order of the trace.
    struct Stream
    {
        std::vector<uint32_t> nodes; ///< all of them, in order
        std::size_t next{0};         ///< the one that starts next
    };

    /// Which stream a node of communication is in: the collectives of a group, or the messages of a
    /// tag with a rank.
    using StreamKey = std::tuple<ExecutionKind, uint32_t, uint64_t>;

    /// Which unit a computation needs.
    using UnitKey = std::pair<ExecutionKind, uint16_t>;

    /// Who waits for each node.
    struct Waiters
    {
        std::vector<uint32_t> first; ///< by node: where its part of nodes begins; empty: none waits
        std::vector<uint32_t> nodes; ///< those that wait, node by node
    };

    /// @return who waits for the starts of nodes, or for their ends
    static Waiters WaitersFor(const RankTrace& trace, bool starts);

    /// @brief What some nodes wait for at a node has come.
    void Notify(const Waiters& waiters, uint32_t node);

    /// @return the stream of a node that communicates
    Stream& StreamOf(const ExecutionNode& node);

    /// @brief All that a node waits for has ended.
    void Release(uint32_t node);

    /// @brief Units that are free start their next nodes.
    void FillUnits();

    /// @brief A stream starts what stands at its front and may start.
    void Advance(Stream& stream);

    const RankTrace& m_trace;              ///< what the rank does
    std::vector<Progress> m_progress;      ///< by node
    std::vector<uint32_t> m_missing;       ///< by node: how many starts and ends it waits for
    Waiters m_forStarts;                   ///< who waits for starts
    Waiters m_forEnds;                     ///< who waits for ends
    std::map<UnitKey, Unit> m_units;       ///< accelerators and processors
    std::set<UnitKey> m_unitsToFill;       ///< those that may start another node
    std::map<StreamKey, Stream> m_streams; ///< of process groups, and of messages to and from ranks
    std::queue<uint32_t> m_startable;      ///< what TakeNext() gives
    std::size_t m_left;                    ///< nodes that have not ended
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_STATE_H
