// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_QUERY_RATE_LIMITER_H
#define ESA_QUERY_RATE_LIMITER_H

#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Which questions of a PS fit its link, and which have to wait.
 *
 * Every question to a switch or a worker brings an answer, and in a large job a question about one
 * task may go to thousands. After a burst of losses, hundreds of tasks want such questions at once:
 * the answers fill the queue in front of the PS, are lost there, and are requested again.
 *
 * Counting the answers that have not come seems to bound this. But answers may be lost, and then
 * the count never returns to 0. A timer for each answer would forget them, at the cost of a timer
 * and of one more number to choose.
 *
 * So the budget is a time: the time at which the link has carried all answers that were requested,
 * if they take a half of it (questions of workers take the other one). A question is sent if that
 * time is near enough. What is lost is forgotten as time passes. Other questions wait here, and the
 * oldest task comes first.
 *
 * Further reading: token bucket, pacing, implosion of feedback in reliable multicast.
 */
class QueryRateLimiter
{
  public:
    /// @param answerTime time that an answer takes on the PS's link; 0: there is no limit
    /// @param maxAnswers answers requested and not carried yet, from which on questions wait
    QueryRateLimiter(Picoseconds answerTime, uint32_t maxAnswers)
        : m_answerTime(kPartOfLink * answerTime),
          m_maxAhead(maxAnswers * m_answerTime)
    {
    }

    /// @brief Whether a question has to wait. If so, it is kept.
    /// @param position position of the task
    /// @return true if it waits
    bool Postpones(uint64_t position, Picoseconds now)
    {
        const bool isLimited = m_answerTime.count() > 0;
        const bool waits = isLimited && (!m_waiting.empty() || !HasRoom(now));
        if (waits)
        {
            m_waiting.insert(position);
        }
        return waits;
    }

    /// @brief A question leaves.
    /// @param answers answers that it requests
    void Spend(uint64_t answers, Picoseconds now)
    {
        m_carriedAt = std::max(m_carriedAt, now) + static_cast<int64_t>(answers) * m_answerTime;
    }

    /// @param position position of a task @return true if a question about it waits
    bool Waits(uint64_t position) const
    {
        return m_waiting.count(position) > 0;
    }

    /// @return true if any question waits
    bool HasWaiting() const
    {
        return !m_waiting.empty();
    }

    /// @brief Takes out the question about the oldest task, if it has to wait no more.
    /// @param position position of the task
    /// @return true if there is one
    bool Take(Picoseconds now, uint64_t& position)
    {
        if (m_waiting.empty() || !HasRoom(now))
        {
            return false;
        }
        position = *m_waiting.begin();
        m_waiting.erase(m_waiting.begin());
        return true;
    }

    /// @return time in which the link carries all answers that may have been requested
    Picoseconds Longest() const
    {
        return m_maxAhead;
    }

    /// @brief Forgets all questions.
    void Clear()
    {
        m_waiting.clear();
    }

  private:
    /// @return true if a question may leave
    bool HasRoom(Picoseconds now) const
    {
        return m_carriedAt - now < m_maxAhead;
    }

    static constexpr int64_t kPartOfLink = 2; ///< answers take one in this many parts of the link

    Picoseconds m_answerTime;     ///< time that the budget allows for an answer
    Picoseconds m_maxAhead;       ///< time that the budget allows for all answers
    Picoseconds m_carriedAt{0};   ///< when the link has carried what was requested
    std::set<uint64_t> m_waiting; ///< positions of tasks about which a question waits
};

} // namespace ns3::esa

#endif // ESA_QUERY_RATE_LIMITER_H
