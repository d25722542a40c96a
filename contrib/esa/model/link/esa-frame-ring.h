/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_RING_H
#define ESA_FRAME_RING_H

#include "ns3/assert.h"
#include "ns3/esa-fragment.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// A frame on its way: a fragment, or a packet of ordinary traffic.
struct alignas(64) Frame
{
    int64_t arrivalStep{0}; ///< when its last bit arrives, in ns-3's time steps
    Ptr<Packet> packet;     ///< ordinary traffic with its Ethernet header, or null
    Fragment fragment;      ///< the fragment, if packet is null
};

static_assert(sizeof(Frame) == 64, "a frame fills a cache line");

/**
 * @ingroup esa
 * @brief A queue of frames in an array that grows as needed, and never shrinks.
 */
class FrameRing
{
  public:
    FrameRing()
        : m_frames(kInitialCapacity)
    {
    }

    /// @return true if there is no frame
    bool IsEmpty() const
    {
        return m_head == m_tail;
    }

    /// @return number of frames
    std::size_t Size() const
    {
        return m_tail - m_head;
    }

    /// @return the first frame
    Frame& Front()
    {
        NS_ASSERT_MSG(!IsEmpty(), "only a ring with frames has a first one");
        return m_frames[m_head & (m_frames.size() - 1)];
    }

    /// @return the first frame, taken out of the ring; its place holds no packet any more
    Frame TakeFront()
    {
        Frame& front = Front();
        Frame frame = std::move(front);
        if (frame.packet)
        {
            front.packet = nullptr; // a Ptr is copied by a move
        }
        ++m_head;
        // The next frame left the caches long ago, and will be needed soon.
        __builtin_prefetch(&m_frames[m_head & (m_frames.size() - 1)]);
        return frame;
    }

    /// @return a new last frame, to be filled in
    Frame& PushBack()
    {
        if (Size() == m_frames.size())
        {
            Grow();
        }
        Frame& frame = m_frames[m_tail++ & (m_frames.size() - 1)];
        NS_ASSERT_MSG(!frame.packet, "a place in the ring lets go of its packet");
        __builtin_prefetch(&m_frames[m_tail & (m_frames.size() - 1)], 1);
        return frame;
    }

  private:
    /// Doubles the capacity.
    void Grow()
    {
        std::vector<Frame> grown(2 * m_frames.size());
        for (std::size_t i = m_head; i != m_tail; ++i)
        {
            grown[i & (grown.size() - 1)] = std::move(m_frames[i & (m_frames.size() - 1)]);
        }
        m_frames.swap(grown);
    }

    static constexpr std::size_t kInitialCapacity = 64; ///< frames at first
    static_assert((kInitialCapacity & (kInitialCapacity - 1)) == 0, "a power of two");

    std::vector<Frame> m_frames; ///< the array
    std::size_t m_head{0};       ///< count of frames taken
    std::size_t m_tail{0};       ///< count of frames added
};

} // namespace ns3::esa

#endif // ESA_FRAME_RING_H
