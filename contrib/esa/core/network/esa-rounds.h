/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ROUNDS_H
#define ESA_ROUNDS_H

#include "esa-agenda.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{

class RoundTeam;

/**
 * @ingroup esa
 * @brief Runs the nodes of a network in rounds: each node does all of a round at once, while what
 * it works on is in the cache.
 *
 * A round is shorter than the shortest time from the sending of a frame to its arrival. So all that
 * arrives in a round was sent in rounds before. The nodes of a round are independent of each other,
 * and several threads may share them. What a node sends, and what it asks of the whole network,
 * takes effect at the end of the round, in the order of the nodes. So results do not depend on the
 * number of threads.
 */
class Rounds
{
  public:
    Rounds();
    ~Rounds();

    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;

    /**
     * @brief Says how many threads share the nodes; before the first round.
     * @param threads how many, at least 1
     * @param fewFrames after a round with fewer frames, one thread does the next round alone: the
     *        others would take longer to meet than to work
     */
    void SetThreads(uint32_t threads, uint64_t fewFrames = kFewFrames);

    /// @brief One more node. @param agenda its agenda
    void Add(std::shared_ptr<Agenda> agenda);

    /// @brief One more line, between nodes that were added. @param from where it begins @param to
    /// where it ends
    void AddLine(const Agenda& from, const Agenda& to);

    /// @return the nodes
    const std::vector<std::shared_ptr<Agenda>>& Nodes() const
    {
        return m_nodes;
    }

    /// @return the step in which something is due next; Agenda::kNoStep: nothing is
    int64_t Next() const
    {
        return m_next;
    }

    /// @brief Something is due earlier than all else at a node. @param step when
    void OnWake(int64_t step)
    {
        if (!m_isAtWork) // otherwise the threads look at their nodes
        {
            m_next = std::min(m_next, step);
        }
    }

    /// @brief One round: each node does what is due before a step. @param end the step, exclusive
    void Run(int64_t end);

    /// @brief Something was sent into a line. @param line the line
    void OnSent(Line& line);

    /// @brief A node at work asks for what concerns others, too: it is done at the end of the
    /// round. @param what called then
    void Defer(std::function<void()> what);

    /// @return how often a node did something in a round
    uint64_t Visits() const;

  private:
    static constexpr uint64_t kFewFrames = 400; ///< some 20 us of work

    /// What a node has asked for.
    struct Deferred
    {
        uint32_t node;              ///< its place among the nodes
        std::function<void()> what; ///< called at the end of the round
    };

    /// What one thread works on. Others would slow it down if they changed the same cache lines.
    struct alignas(128) Share
    {
        std::vector<Agenda*> nodes;           ///< its nodes
        std::vector<std::vector<Line*>> sent; ///< lines with news, by the reader's thread
        std::vector<Deferred> deferred;       ///< what its nodes have asked for
        int64_t next{Agenda::kNoStep};        ///< when something is due at its nodes
        uint64_t frames{0};                   ///< that its nodes got in the round
        uint64_t visits{0};                   ///< of its nodes in rounds
        std::exception_ptr failure{};         ///< what a node has thrown
    };

    /// @brief Divides the nodes among the threads.
    void Divide();

    /// @return groups of nodes that belong together: a switch and its hosts
    std::vector<std::vector<uint32_t>> Groups() const;

    /// @brief The nodes of a share do what is due. @param share the share @param end the step
    static void RunNodes(Share& share, int64_t end);

    /// @brief Hands what was sent to the nodes of a thread to them, and notes when something is due
    /// next. @param thread its number
    void Collect(uint32_t thread);

    /// @brief Does what nodes have asked for.
    void RunDeferred();

    std::vector<std::shared_ptr<Agenda>> m_nodes;       ///< the nodes
    std::vector<std::pair<uint32_t, uint32_t>> m_lines; ///< places of the nodes at their ends
    std::vector<std::unique_ptr<Share>> m_shares;       ///< by thread
    std::size_t m_divided{0};                           ///< nodes that were divided
    int64_t m_next{Agenda::kNoStep};                    ///< when something is due next
    bool m_isAtWork{false};                             ///< whether the threads are at work
    uint64_t m_fewFrames{kFewFrames};                   ///< see SetThreads()
    uint64_t m_frames{0};                               ///< in the last round
    int64_t m_end{0};                                   ///< of the round
    std::unique_ptr<RoundTeam> m_team;                  ///< the threads; null: only this one
};

} // namespace ns3::esa

#endif // ESA_ROUNDS_H
