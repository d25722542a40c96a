// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PARTIAL_RESULTS_H
#define ESA_PARTIAL_RESULTS_H

#include "esa-aggregator-table.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <unordered_map>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Results that lack workers (SwitchPart::timeout without a PS that sums), and later ones,
 * which these workers may still request. Other systems have no such object.
 *
 * A slot keeps its result until its next task begins, and this task begins when all workers have
 * the result. Where results may lack workers, the others do not wait for these workers, and may be
 * many tasks ahead. A worker that is behind has to get the same results as the others. So the
 * switch keeps them until no member of the group can request them any more: a member that sends a
 * fragment has all earlier results of the slot. A member that is gone would have it keep all that
 * follows, and a switch has some gigabytes of memory (kMaxResults).
 */
class PartialResults
{
  public:
    /// Results that a switch can keep, at most: of an MTU each, they fill 1.6 GB.
    static constexpr uint64_t kMaxResults = uint64_t{1} << 20;

    /// @param aggregator that a fragment requests
    /// @param fragment a fragment
    /// @param isRoot no group is above the group of the aggregator
    /// @return true if the fragment adds nothing any more, but may be answered with the result of
    /// its task, here or at the root
    static bool IsSettled(const Aggregator& aggregator, const InaPacket& fragment, bool isRoot);

    /// @brief The next task of a slot begins: keeps its result.
    /// @param place of the aggregator @param aggregator with the result
    /// @param next its first fragment, whose members have the result
    /// @throws std::runtime_error if kMaxResults are kept
    void Keep(uint32_t place, const Aggregator& aggregator, const InaPacket& next);

    /// @brief Members of a group have sent a fragment of a task: they have the results of the
    /// earlier tasks at this place.
    /// @param place of its aggregator @param fragment of the members, whose bits it has
    void NoteSent(uint32_t place, const InaPacket& fragment);

    /// @brief Searches for the result of a task, in its aggregator and among those that are kept.
    /// @param place of the aggregator @param fragment of the task
    /// @return the result; null: it is not here
    const Aggregator* Find(uint32_t place,
                           const Aggregator& aggregator,
                           const InaPacket& fragment) const;

    /// @brief A job has left. @param job its number
    void RemoveJob(uint16_t job);

    /// @brief The switch has failed.
    void Clear()
    {
        m_results.clear();
        m_count = 0;
    }

    /// @return number of results that are kept
    uint64_t Count() const
    {
        return m_count;
    }

  private:
    /// A result.
    struct Kept
    {
        Aggregator result;  ///< as its aggregator had it
        uint32_t mayAsk{0}; ///< members that may still request it
    };

    std::unordered_map<uint32_t, std::deque<Kept>> m_results; ///< by place, in order of the tasks
    uint64_t m_count{0};                                      ///< how many
};

/// @ingroup esa
/// @brief When the sums of a switch time out (SwitchPart::timeout). All sums wait equally long, so
/// the first one to come is the first due. Other systems have no such object.
class SumTimeouts
{
  public:
    /// @param timeout from the first fragment of a sum
    explicit SumTimeouts(Picoseconds timeout)
        : m_timeout(timeout)
    {
    }

    /// @brief The sum of an aggregator has begun.
    void Plan(const AggregatorTable& table, Aggregator& aggregator, Picoseconds now)
    {
        Next(table); // drops the deadlines of complete sums, so that few are kept
        aggregator.begun = ++m_begun;
        m_deadlines.push_back({now + m_timeout, table.PlaceOf(aggregator), m_begun});
    }

    /// @return when the next sum times out, unless it is complete before; kNoDeadline: none waits
    Picoseconds Next(const AggregatorTable& table)
    {
        while (!m_deadlines.empty() && !IsWaiting(m_deadlines.front(), table))
        {
            m_deadlines.pop_front();
        }
        return m_deadlines.empty() ? kNoDeadline : m_deadlines.front().at;
    }

    /// @return the place of the aggregator whose sum times out next, of which there is one
    uint32_t Take(const AggregatorTable& table)
    {
        [[maybe_unused]] const Picoseconds next = Next(table);
        ESA_ASSERT(next != kNoDeadline, "a sum waits");
        const uint32_t place = m_deadlines.front().place;
        m_deadlines.pop_front();
        return place;
    }

  private:
    /// When a sum times out.
    struct Deadline
    {
        Picoseconds at; ///< when
        uint32_t place; ///< of its aggregator
        uint32_t begun; ///< Aggregator::begun of the sum
    };

    /// @return true if the sum still waits in its aggregator
    static bool IsWaiting(const Deadline& deadline, const AggregatorTable& table)
    {
        const Aggregator& aggregator = table.AtPlace(deadline.place);
        return aggregator.State() == AggregatorState::Aggregating &&
               aggregator.begun == deadline.begun;
    }

    Picoseconds m_timeout;            ///< from the first fragment of a sum
    std::deque<Deadline> m_deadlines; ///< of sums that have begun, in order
    uint32_t m_begun{0};              ///< sums that have begun, modulo 2^32
};

} // namespace ns3::esa

#endif // ESA_PARTIAL_RESULTS_H
