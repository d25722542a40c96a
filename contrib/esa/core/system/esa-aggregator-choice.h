// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_CHOICE_H
#define ESA_AGGREGATOR_CHOICE_H

#include "esa-collision.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup esa
 * In the ESA paper each task has one aggregator of a switch: a packet names it, and the switch does
 * not search. Tables of processors and routers are better used by a choice: a set of several
 * places, or a second hash. A system may bring such a choice along. One function names the
 * aggregators where a task may be, its candidates. A task stays where it is. A new task takes the
 * first candidate that is free. If none is free, a second function chooses the candidate that the
 * new task collides with, and the collision rule decides.
 *
 * The candidates have to be the same for all packets of a task and a group, so they may depend on
 * nothing else.
 */

namespace ns3::esa
{

/// A task that needs an aggregator of a switch.
struct AggregatorRequest
{
    uint16_t job;   ///< job number
    uint16_t group; ///< group of the job's workers whose sum it is
    uint32_t seq;   ///< sequence number of the task
    uint32_t named; ///< the aggregator that its packets name, from 0 (switch.aggregator_index)
    uint32_t aggregators; ///< number of aggregators of the switch
    const System& system; ///< the system, with the values of its parameters
};

/// Where a task may be.
class Candidates
{
  public:
    static constexpr uint32_t kMax = 16; ///< candidates of a task, at most

    /// @param aggregator a number below AggregatorRequest::aggregators
    void Add(uint32_t aggregator)
    {
        ESA_ASSERT(m_count < kMax, "a task has 16 candidates at most");
        if (m_count < kMax)
        {
            m_aggregators[m_count++] = aggregator;
        }
    }

    /// @return the first one
    const uint32_t* begin() const
    {
        return m_aggregators.data();
    }

    /// @return behind the last one
    const uint32_t* end() const
    {
        return m_aggregators.data() + m_count;
    }

  private:
    std::array<uint32_t, kMax> m_aggregators{}; ///< the candidates, in the order of the choice
    uint32_t m_count{0};                        ///< how many
};

/// What a task finds when no candidate is free.
struct Occupants : HeldByJobs
{
    const CollidingTask* residents; ///< the tasks that hold the candidates, in their order
    uint32_t count;                 ///< how many, at least 1
    const CollidingTask& newcomer;  ///< the task whose fragment has come
    RandomSource& random;           ///< random numbers
    const System& system;           ///< the system, with the values of its parameters
};

/// @brief Chooses the resident of the least priority, the first one of several.
/// @return its place in Occupants::residents
inline uint32_t
LeastUrgent(const Occupants& occupants)
{
    uint32_t least = 0;
    for (uint32_t place = 1; place < occupants.count; ++place)
    {
        if (occupants.residents[place].priority < occupants.residents[least].priority)
        {
            least = place;
        }
    }
    return least;
}

/// @brief Eight candidates that divide the memory equally: what comes close to a switch that takes
/// any free aggregator.
inline void
SpreadCandidates(const AggregatorRequest& task, Candidates& out)
{
    const uint32_t places = std::min(8U, task.aggregators);
    for (uint64_t place = 0; place < places; ++place)
    {
        const uint64_t further = place * task.aggregators / places;
        out.Add(static_cast<uint32_t>((task.named + further) % task.aggregators));
    }
}

/// A choice of aggregators.
struct AggregatorChoice
{
    /// Adds the candidates of a task, at least one; null: the aggregator that packets name
    void (*candidates)(const AggregatorRequest& task, Candidates& out){nullptr};
    /// @return the resident that a new task collides with, its place in Occupants::residents
    uint32_t (*victim)(const Occupants& occupants){&LeastUrgent};
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_CHOICE_H
