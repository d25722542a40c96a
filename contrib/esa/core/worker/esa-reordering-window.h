// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_REORDERING_WINDOW_H
#define ESA_REORDERING_WINDOW_H

#include "esa-sent-fragments.h"

#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <list>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Finds the results that are late by time, where packets overtake each other.
 *
 * If each packet is delayed at random, hundreds of results overtake a missing one, and nothing was
 * lost or split. So larger results show nothing. A timeout alone is not enough: it is long, and
 * concerns one result at a time.
 *
 * So a result is late when its fragment left, or it was last requested, longer ago than a round
 * trip and the time by which packets overtake each other, and when the result of a fragment that
 * left later is here. The second condition separates a late result from a network where all is
 * slow. The results that are late at the end of a burst are left to the timeout.
 *
 * Further reading: RACK (RFC 8985), the time threshold of QUIC (RFC 9002, section 6.1.2).
 */
class ReorderingWindow
{
  public:
    /// @param window time by which packets overtake each other; 0: this object does nothing
    explicit ReorderingWindow(Picoseconds window)
        : m_window(window)
    {
    }

    /// @return whether results are late by time
    bool IsUsed() const
    {
        return m_window.count() > 0;
    }

    /// @return time by which packets overtake each other
    Picoseconds Size() const
    {
        return m_window;
    }

    /// @brief A fragment leaves, or its result is requested.
    void OnSent(StreamPosition position, Picoseconds now)
    {
        if (IsUsed())
        {
            m_sent.push_back({position, now});
        }
    }

    /// @brief A result has arrived that was never requested. @param sentAt when its fragment left
    void OnResult(Picoseconds sentAt)
    {
        m_newest = std::max(m_newest, sentAt);
    }

    /**
     * @brief Takes out a late result. If it stays missing, OnSent() has to follow.
     * @param sent what was sent
     * @param roundTrip usual time from a fragment to its result
     * @param out its position
     * @return true if there is one
     */
    bool TakeLate(const SentFragments& sent,
                  Picoseconds now,
                  Picoseconds roundTrip,
                  StreamPosition& out)
    {
        // What was requested meanwhile stands further back once more.
        while (!m_sent.empty() && (!sent.Awaits(m_sent.front().position) ||
                                   sent[m_sent.front().position].timer != m_sent.front().at))
        {
            m_sent.pop_front();
        }
        if (now < Next(roundTrip))
        {
            return false;
        }
        out = m_sent.front().position;
        m_sent.pop_front();
        return true;
    }

    /// @param roundTrip usual time from a fragment to its result
    /// @return when TakeLate() may have one, at the earliest; kNoDeadline: not before a result
    ///         arrives
    Picoseconds Next(Picoseconds roundTrip) const
    {
        return m_sent.empty() || m_sent.front().at >= m_newest
                   ? kNoDeadline
                   : m_sent.front().at + roundTrip + m_window;
    }

  private:
    /// A fragment that left, or whose result was requested.
    struct Sending
    {
        StreamPosition position; ///< its position
        Picoseconds at;          ///< when
    };

    Picoseconds m_window;      ///< time by which packets overtake each other
    Picoseconds m_newest{0};   ///< when the last fragment left whose result is here
    std::list<Sending> m_sent; ///< by time; some have results, or were requested since. Most
                               ///< workers have none, and an empty deque takes half a kilobyte.
};

} // namespace ns3::esa

#endif // ESA_REORDERING_WINDOW_H
