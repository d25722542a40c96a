// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SUM_TIMEOUTS_H
#define ESA_SUM_TIMEOUTS_H

#include "esa-aggregator-table.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>

namespace ns3::esa
{

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
        Next(table); // drops those of sums that are complete, so that few are kept
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

#endif // ESA_SUM_TIMEOUTS_H
