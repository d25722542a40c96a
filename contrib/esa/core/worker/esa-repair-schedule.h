// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REPAIR_SCHEDULE_H
#define ESA_REPAIR_SCHEDULE_H

#include "esa-sent-fragments.h"

#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief When to repeat the request for which missing result.
 *
 * A question or its answer may be lost, so each one has a time at which it is repeated. Results
 * that have arrived meanwhile drop out by themselves.
 */
class RepairSchedule
{
  public:
    /// @brief Plans a repair.
    /// @param position position of the missing result
    /// @param at when
    void Add(StreamPosition position, Picoseconds at)
    {
        m_plans.push({at, position});
    }

    /// @brief Takes out a repair whose time has come.
    /// @param sent what was sent
    /// @param out position of the missing result
    /// @return true if there is one
    bool TakeDue(const SentFragments& sent, Picoseconds now, StreamPosition& out)
    {
        if (m_plans.empty() || m_plans.top().at > now)
        {
            return false;
        }
        out = m_plans.top().position;
        m_plans.pop();
        DropDone(sent);
        return true;
    }

    /// @brief A result has arrived: forgets the next repairs if it was the result of the first one.
    /// @param position its position, which is added to what was sent
    /// @param sent what was sent
    void OnResult(StreamPosition position, const SentFragments& sent)
    {
        if (!m_plans.empty() && m_plans.top().position == position)
        {
            DropDone(sent);
        }
    }

    /// @brief Makes requests due.
    /// @param firstOnly whether only those that were not sent yet
    void MakeDue(const SentFragments& sent, Picoseconds now, bool firstOnly)
    {
        std::vector<Plan> plans;
        for (; !m_plans.empty(); m_plans.pop())
        {
            plans.push_back(m_plans.top());
        }
        for (Plan& plan : plans)
        {
            if (sent.Awaits(plan.position))
            {
                const bool becomesDue = !firstOnly || sent[plan.position].requests == 0;
                plan.at = becomesDue ? std::min(plan.at, now) : plan.at;
                m_plans.push(plan);
            }
        }
    }

    /// @return when the next repair is due
    Picoseconds Next() const
    {
        return m_plans.empty() ? kNoDeadline : m_plans.top().at;
    }

  private:
    /// @brief Forgets the next repairs as long as their results have arrived.
    void DropDone(const SentFragments& sent)
    {
        while (!m_plans.empty() && !sent.Awaits(m_plans.top().position))
        {
            m_plans.pop();
        }
    }

    /// A planned repair.
    struct Plan
    {
        Picoseconds at;          ///< when
        StreamPosition position; ///< of the missing result

        /// @return true if the other one comes first
        bool operator>(const Plan& other) const
        {
            return at != other.at ? at > other.at : position > other.position;
        }
    };

    std::priority_queue<Plan, std::vector<Plan>, std::greater<>> m_plans; ///< the next one on top
};

} // namespace ns3::esa

#endif // ESA_REPAIR_SCHEDULE_H
