/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_EXECUTION_STATE_H
#define ESA_EXECUTION_STATE_H

#include "esa-execution-trace.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One rank's way through its graph: which node may start next.
 *
 * A node may start when all that it waits for has ended. Beyond that, a rank has one accelerator
 * and one processor: of the computations that may start, the one that stands first in the trace
 * does, and the others wait for its end. And the collectives of one process group start in the
 * order of the trace, as in one stream of NCCL; else two ranks could begin them in different
 * orders, and wait for each other for ever. They need not wait for each other's end. The same holds
 * for the messages to one rank, and for those from one.
 *
 * The class has no clock: the owner starts what TakeNext() gives, and says when it has ended.
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

    /**
     * @brief A node that was started has ended.
     * @param node its index
     */
    void OnDone(uint32_t node);

    /// @return true if every node has ended
    bool Finished() const
    {
        return m_left == 0;
    }

    /**
     * @param node index of a node
     * @return whether it has ended
     */
    bool HasEnded(uint32_t node) const
    {
        return m_progress[node] == Progress::Ended;
    }

    /**
     * @param node index of a node
     * @return whether it has started
     */
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

    /// Which stream a node of communication is in.
    using StreamKey = std::pair<ExecutionKind, uint32_t>;

    /// @return the stream of a node that communicates
    Stream& StreamOf(const ExecutionNode& node);

    /// @return the unit of a node that computes; null: it does not compute
    Unit* UnitOf(const ExecutionNode& node);

    /// @brief All that a node waits for has ended.
    void Release(uint32_t node);

    /// @brief A unit that is free starts its next node.
    void Fill(Unit& unit);

    /// @brief A stream starts what stands at its front and may start.
    void Advance(Stream& stream);

    const RankTrace& m_trace;              ///< what the rank does
    std::vector<Progress> m_progress;      ///< by node
    std::vector<uint32_t> m_missing;       ///< by node: how many that it waits for have not ended
    std::vector<uint32_t> m_firstWaiting;  ///< by node: where its part of m_waiting begins
    std::vector<uint32_t> m_waiting;       ///< who waits for a node, node by node
    Unit m_accelerator;                    ///< computes
    Unit m_processor;                      ///< works
    std::map<StreamKey, Stream> m_streams; ///< of process groups, and of messages to and from ranks
    std::queue<uint32_t> m_startable;      ///< what TakeNext() gives
    std::size_t m_left;                    ///< nodes that have not ended
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_STATE_H
