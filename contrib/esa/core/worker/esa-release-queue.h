// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RELEASE_QUEUE_H
#define ESA_RELEASE_QUEUE_H

#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace ns3::esa
{

/// How long fragments wait on their way to the link.
struct SendDelay
{
    std::function<Picoseconds(StreamPosition)> of; ///< delay of a fragment; null: none waits
    bool keepsOrder{false}; ///< a fragment waits for all that were to be sent before it
};

/**
 * @ingroup esa
 * @brief The fragments that a worker may send, and that wait for a delay of their own on the way to
 * the link.
 *
 * A delay looks like a part of the link. But the worker needs the time when a fragment has left:
 * until then no result of it can come, so none can be late. And a sending host delays what it sends
 * itself, while the link carries all other packets at once.
 */
class ReleaseQueue
{
  public:
    /// @param delay of the fragments
    explicit ReleaseQueue(SendDelay delay)
        : m_delay(std::move(delay))
    {
    }

    /// @return whether fragments wait at all
    bool IsUsed() const
    {
        return m_delay.of != nullptr;
    }

    /// @brief A fragment may be sent: it begins to wait.
    void Admit(StreamPosition position, Picoseconds now)
    {
        const Picoseconds drawn = now + m_delay.of(position);
        const Picoseconds at = m_delay.keepsOrder ? std::max(m_last, drawn) : drawn;
        m_last = at;
        m_waiting.emplace(at, position); // behind the positions of the same time
    }

    /// @brief Takes out a fragment that has waited.
    /// @param out its position
    /// @return true if there is one; it leaves now
    bool Take(Picoseconds now, StreamPosition& out)
    {
        if (m_waiting.empty() || m_waiting.begin()->first > now)
        {
            return false;
        }
        out = m_waiting.begin()->second;
        m_waiting.erase(m_waiting.begin());
        return true;
    }

    /// @return when the next fragment leaves; kNoDeadline: none waits
    Picoseconds Next() const
    {
        return m_waiting.empty() ? kNoDeadline : m_waiting.begin()->first;
    }

  private:
    SendDelay m_delay;                                    ///< of the fragments
    Picoseconds m_last{0};                                ///< when the last one leaves
    std::multimap<Picoseconds, StreamPosition> m_waiting; ///< fragments, by the time they leave
};

} // namespace ns3::esa

#endif // ESA_RELEASE_QUEUE_H
