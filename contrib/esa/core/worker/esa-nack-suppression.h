// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NACK_SUPPRESSION_H
#define ESA_NACK_SUPPRESSION_H

#include "ns3/esa-hash.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Which late result a worker requests next, and when.
 *
 * A loss makes all workers of a job miss the same results at the same time, and a burst of losses
 * makes them miss hundreds. Their questions meet on the link to the PS.
 *
 * If each worker requested each result at once, the questions would fill the queue of that link: a
 * short queue drops them, and in a long one they wait for longer than the workers do before they
 * repeat the request. One worker that requests in the name of all others avoids this, but its
 * questions are lost, too, and it does not know what the others miss. SRM lets a receiver wait for
 * a random time and stay silent if it overhears the request of another one. Workers overhear
 * nothing: requests go to the PS alone.
 *
 * So late results wait here. A worker requests one of them per turn, and a turn is so long that the
 * questions of all workers fit the link. It begins at a moment of its own. Workers that all
 * requested for the oldest result would repair one result after the other. So each has an order of
 * its own: then the workers together request every late result early in the first turn. What
 * suppresses the other questions is the repair, not the request: it comes for all workers, so most
 * results are here before their turn.
 *
 * Further reading: NACK suppression and feedback implosion (SRM; NORM, RFC 5740); pacing.
 */
class NackSuppression
{
  public:
    /// @param turn time between two questions; 0: questions do not wait
    /// @param salt differs from worker to worker
    NackSuppression(Picoseconds turn, uint64_t salt)
        : m_turn(turn),
          m_salt(salt)
    {
    }

    /// @brief A result is late.
    void Add(StreamPosition position, Picoseconds now)
    {
        if (m_waiting.empty() && m_next < now)
        {
            m_next = now + m_turn / kPhases * static_cast<int64_t>(OrderOf(position) % kPhases);
        }
        m_waiting.emplace(OrderOf(position), position);
    }

    /// @brief A result has arrived.
    /// @return true if it was waiting for its turn
    bool Drop(StreamPosition position)
    {
        return !m_waiting.empty() && m_waiting.erase(OrderOf(position)) > 0;
    }

    /// @param position position of a result
    /// @return true if it waits for its turn
    bool Has(StreamPosition position) const
    {
        return !m_waiting.empty() && m_waiting.count(OrderOf(position)) > 0;
    }

    /// @brief The result to be requested now, if any.
    /// @return true if there is one
    bool Take(Picoseconds now, StreamPosition& out)
    {
        if (m_waiting.empty() || now < m_next)
        {
            return false;
        }
        auto place = m_waiting.lower_bound(m_after);
        place = place == m_waiting.end() ? m_waiting.begin() : place;
        out = place->second;
        m_after = place->first + 1;
        m_waiting.erase(place);
        m_next = std::max(m_next, now) + m_turn;
        return true;
    }

    /// @return when the next result may be requested; kNoDeadline: none waits
    Picoseconds Next() const
    {
        return m_waiting.empty() ? kNoDeadline : m_next;
    }

  private:
    /// @return the place of a result in this worker's order; no two results have the same one
    uint64_t OrderOf(StreamPosition position) const
    {
        return Hash64(m_salt ^ (position << 32));
    }

    static constexpr int64_t kPhases = 1024; ///< moments in a turn at which workers begin

    Picoseconds m_turn;    ///< time between two questions
    uint64_t m_salt;       ///< differs from worker to worker
    Picoseconds m_next{0}; ///< when the next question may leave
    uint64_t m_after{0};   ///< results are taken in order, from here on, in a circle

    std::map<uint64_t, StreamPosition> m_waiting; ///< late results, in the order of this worker
};

} // namespace ns3::esa

#endif // ESA_NACK_SUPPRESSION_H
