// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NACK_SUPPRESSION_H
#define ESA_NACK_SUPPRESSION_H

#include "esa-sent-fragments.h"

#include "ns3/esa-hash.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

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
    /// @param sent what was sent; notes that the result waits here
    void Add(StreamPosition position, SentFragments& sent, Picoseconds now)
    {
        if (sent[position].waits)
        {
            return;
        }
        sent.NoteWaits(position);
        if (m_waiting == 0 && m_next < now)
        {
            m_next = now + m_turn / kPhases * static_cast<int64_t>(OrderOf(position) % kPhases);
        }
        if (m_late.size() >= 2 * m_waiting + kMinLate)
        {
            ForgetArrived(sent);
        }
        const uint64_t order = OrderOf(position);
        m_late.push_back({m_round + (order < m_after ? 1 : 0), order, position});
        std::push_heap(m_late.begin(), m_late.end(), std::greater<>());
        ++m_waiting;
    }

    /// @brief A result has arrived that waited for its turn.
    void OnResult()
    {
        --m_waiting;
    }

    /// @brief The result to be requested now, if any.
    /// @param sent what was sent
    /// @return true if there is one; it no longer waits once SentFragments::NoteRequested() is
    /// called
    bool Take(const SentFragments& sent, Picoseconds now, StreamPosition& out)
    {
        if (m_waiting == 0 || now < m_next)
        {
            return false;
        }
        do
        {
            std::pop_heap(m_late.begin(), m_late.end(), std::greater<>());
            m_round = m_late.back().round;
            m_after = m_late.back().order + 1;
            out = m_late.back().position;
            m_late.pop_back();
        } while (!sent.Awaits(out));
        --m_waiting;
        m_next = std::max(m_next, now) + m_turn;
        return true;
    }

    /// @return missing results that wait for their turn
    std::size_t Waiting() const
    {
        return m_waiting;
    }

    /// @return when the next result may be requested; kNoDeadline: none waits
    Picoseconds Next() const
    {
        return m_waiting == 0 ? kNoDeadline : m_next;
    }

  private:
    /// @return the place of a result in this worker's order; no two results have the same one
    uint64_t OrderOf(StreamPosition position) const
    {
        return Hash64(m_salt ^ (position << 32));
    }

    /// @brief Forgets what has arrived.
    void ForgetArrived(const SentFragments& sent)
    {
        const auto end = std::remove_if(m_late.begin(), m_late.end(), [&sent](const Late& late) {
            return !sent.Awaits(late.position);
        });
        m_late.erase(end, m_late.end());
        std::make_heap(m_late.begin(), m_late.end(), std::greater<>());
    }

    /// A late result. It stays here when it has arrived: most do before their turn, and to find
    /// each of them would take a search.
    struct Late
    {
        uint64_t round;          ///< the round of turns in which it comes
        uint64_t order;          ///< its place in this worker's order
        StreamPosition position; ///< of the result

        /// @return true if the other one comes first
        bool operator>(const Late& other) const
        {
            return round != other.round ? round > other.round : order > other.order;
        }
    };

    static constexpr int64_t kPhases = 1024;    ///< moments in a turn at which workers begin
    static constexpr std::size_t kMinLate = 64; ///< results that have arrived, kept at least

    Picoseconds m_turn;       ///< time between two questions
    uint64_t m_salt;          ///< differs from worker to worker
    Picoseconds m_next{0};    ///< when the next question may leave
    std::size_t m_waiting{0}; ///< late results that have not arrived
    uint64_t m_round{0};      ///< rounds of turns, in each of which results are taken in order
    uint64_t m_after{0};      ///< from here on, in this round
    std::vector<Late> m_late; ///< a heap, the next one on top
};

} // namespace ns3::esa

#endif // ESA_NACK_SUPPRESSION_H
