/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ROUNDS_H
#define ESA_ROUNDS_H

#include "esa-agenda.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The nodes of a network, which work in rounds.
 *
 * To move each packet by an event of its own costs more than the packet. In a round, each node in
 * turn does all that is due in many time steps. What it needs is in the processor's caches by then.
 * A round is shorter than every line. So what arrives in a round was sent in rounds before.
 */
class Rounds
{
  public:
    /// @brief One more node. @param agenda its agenda
    void Add(std::shared_ptr<Agenda> agenda)
    {
        m_nodes.push_back(std::move(agenda));
    }

    /// @return the nodes
    const std::vector<std::shared_ptr<Agenda>>& Nodes() const
    {
        return m_nodes;
    }

    /// @return the step in which something is due next; Agenda::kNoStep: nothing is
    int64_t Next() const
    {
        int64_t next = Agenda::kNoStep;
        for (const auto& node : m_nodes)
        {
            next = std::min(next, node->Next());
        }
        return next;
    }

    /// @brief One round: each node does what is due before a step. @param end the step, exclusive
    void Run(int64_t end)
    {
        for (const auto& node : m_nodes)
        {
            if (node->Next() < end)
            {
                node->Run(end);
                ++m_visits;
            }
        }
    }

    /// @return how often a node did something in a round
    uint64_t Visits() const
    {
        return m_visits;
    }

  private:
    std::vector<std::shared_ptr<Agenda>> m_nodes; ///< the nodes
    uint64_t m_visits{0};                         ///< of nodes in rounds
};

} // namespace ns3::esa

#endif // ESA_ROUNDS_H
