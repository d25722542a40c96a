/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_RING_H
#define ESA_FRAME_RING_H

#include "ns3/assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-prefetch.h"
#include "ns3/esa-units.h"
#include "ns3/packet.h"

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace ns3::esa
{

/// A frame on its way: a fragment, or a packet of ordinary traffic.
struct alignas(64) Frame
{
    Picoseconds arrival{0}; ///< when the node has its last bit
    Ptr<Packet> packet;     ///< ordinary traffic with its Ethernet header, or null
    InaPacket fragment;     ///< the fragment, if packet is null
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
        : FrameRing(kInitialCapacity)
    {
    }

    ~FrameRing()
    {
        for (std::size_t place = 0; place <= m_mask; ++place)
        {
            m_frames[place].~Frame();
        }
        MemoryPool::Give(m_frames, (m_mask + 1) * sizeof(Frame));
    }

    FrameRing(const FrameRing&) = delete;
    FrameRing& operator=(const FrameRing&) = delete;

    /// @return true if there is no frame
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /// @return number of frames
    std::size_t Size() const
    {
        return m_size;
    }

    /// @return count of frames taken since the start
    uint64_t Taken() const
    {
        return m_taken;
    }

    /// @return the first frame
    Frame& Front()
    {
        NS_ASSERT_MSG(!IsEmpty(), "only a ring with frames has a first one");
        return m_frames[m_taken & m_mask];
    }

    /// @copydoc Front
    const Frame& Front() const
    {
        NS_ASSERT_MSG(!IsEmpty(), "only a ring with frames has a first one");
        return m_frames[m_taken & m_mask];
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
        ++m_taken;
        --m_size;
        // The next frame left the caches long ago, and will be needed soon.
        Prefetch(&m_frames[m_taken & m_mask]);
        return frame;
    }

    /// @return a new last frame, to be filled in
    Frame& PushBack()
    {
        if (m_size > m_mask)
        {
            Grow();
        }
        Frame& frame = m_frames[(m_taken + m_size) & m_mask];
        ++m_size;
        NS_ASSERT_MSG(!frame.packet, "a place in the ring lets go of its packet");
        Prefetch(&m_frames[(m_taken + m_size) & m_mask]);
        return frame;
    }

    /// @brief Prefetches the first two frames.
    void PrefetchFront() const
    {
        Prefetch(&m_frames[m_taken & m_mask]);
        Prefetch(&m_frames[(m_taken + 1) & m_mask]);
    }

    /// @brief Prefetches the place of the next frame to be added.
    void PrefetchBack() const
    {
        Prefetch(&m_frames[(m_taken + m_size) & m_mask]);
    }

  private:
    /// @param capacity frames there is room for, a power of two
    explicit FrameRing(uint32_t capacity)
        : m_frames(static_cast<Frame*>(MemoryPool::Take(capacity * sizeof(Frame)))),
          m_mask(capacity - 1)
    {
        for (std::size_t place = 0; place < capacity; ++place)
        {
            new (&m_frames[place]) Frame;
        }
    }

    /// Doubles the capacity.
    void Grow()
    {
        FrameRing grown(2 * (m_mask + 1));
        for (uint64_t i = m_taken; i != m_taken + m_size; ++i)
        {
            grown.m_frames[i & grown.m_mask] = std::move(m_frames[i & m_mask]);
        }
        std::swap(m_frames, grown.m_frames);
        std::swap(m_mask, grown.m_mask);
    }

    static constexpr uint32_t kInitialCapacity = 16; ///< frames at first
    static_assert((kInitialCapacity & (kInitialCapacity - 1)) == 0, "a power of two");

    // As small as it can be: it stands in one cache line with what else an arriving frame needs.
    Frame* m_frames;     ///< the array
    uint64_t m_taken{0}; ///< count of frames taken
    uint32_t m_mask;     ///< places of the array - 1
    uint32_t m_size{0};  ///< number of frames
};

} // namespace ns3::esa

#endif // ESA_FRAME_RING_H
