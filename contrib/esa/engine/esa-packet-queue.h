// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PACKET_QUEUE_H
#define ESA_PACKET_QUEUE_H

#include "ns3/esa-assert.h"
#include "ns3/esa-sequence-ring.h"

#include <cstdint>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Packets on a line, first in, first out.
 *
 * A std::deque takes new memory for every few packets, and gives it back. Here the packets go
 * around in the same memory, which stays in the processor's cache.
 *
 * @tparam T a packet with its time
 */
template <typename T>
class PacketQueue
{
  public:
    /// @return true if there is no packet
    bool IsEmpty() const
    {
        return m_first == m_end;
    }

    /// @return the first packet
    const T& Front() const
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with packets has a first one");
        return m_ring[m_first];
    }

    /// @return the first packet, which leaves the queue
    T Take()
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with packets has a first one");
        return std::move(m_ring[m_first++]);
    }

    /// @brief Adds a packet at the end. @param packet the packet
    void Push(T&& packet)
    {
        m_ring.Reserve(m_first, m_end + 1);
        m_ring[m_end++] = std::move(packet);
    }

    /// @brief Calls a function for each packet, in order, until it returns false.
    /// @param function called with const T&
    template <typename F>
    void ForEachUntil(F&& function) const
    {
        for (uint64_t place = m_first; place < m_end && function(m_ring[place]); ++place)
        {
        }
    }

  private:
    SequenceRing<T> m_ring; ///< the packets, by count of those before them
    uint64_t m_first{0};    ///< packets taken so far
    uint64_t m_end{0};      ///< packets pushed so far
};

} // namespace ns3::esa

#endif // ESA_PACKET_QUEUE_H
