/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_QUEUE_H
#define ESA_FRAME_QUEUE_H

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What a frame carries instead of a fragment; the nodes at the ends of the line know what.
 */
class FrameCargo
{
  public:
    virtual ~FrameCargo() = default;
};

/// A frame on its way: a fragment, or ordinary traffic.
struct alignas(64) Frame
{
    Picoseconds arrival{0};            ///< when the node has its last bit
    std::unique_ptr<FrameCargo> cargo; ///< ordinary traffic; null: it is a fragment
    InaPacket fragment;                ///< the fragment
};

static_assert(sizeof(Frame) == 64, "a frame fills a cache line");

/**
 * @ingroup esa
 * @brief A queue of frames in an array that grows as needed, and never shrinks.
 */
class FrameQueue
{
  public:
    FrameQueue()
        : FrameQueue(kInitialCapacity)
    {
    }

    ~FrameQueue()
    {
        for (std::size_t place = 0; place <= m_mask; ++place)
        {
            m_frames[place].~Frame();
        }
        MemoryPool::Give(m_frames, (m_mask + 1) * sizeof(Frame));
    }

    FrameQueue(const FrameQueue&) = delete;
    FrameQueue& operator=(const FrameQueue&) = delete;

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

    /// @param place 0: the first frame @return a frame
    Frame& At(std::size_t place)
    {
        ESA_ASSERT(place < m_size, "only a queue with frames has this one");
        return m_frames[(m_taken + place) & m_mask];
    }

    /// @return the first frame
    Frame& Front()
    {
        return At(0);
    }

    /// @brief Takes the first frame out, with what it carries.
    void PopFront()
    {
        Frame& front = Front();
        if (front.cargo)
        {
            front.cargo.reset();
        }
        ++m_taken;
        --m_size;
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
        return frame;
    }

  private:
    /// @param capacity frames there is room for, a power of two
    explicit FrameQueue(uint32_t capacity)
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
        FrameQueue grown(2 * (m_mask + 1));
        for (uint64_t i = m_taken; i != m_taken + m_size; ++i)
        {
            grown.m_frames[i & grown.m_mask] = std::move(m_frames[i & m_mask]);
        }
        std::swap(m_frames, grown.m_frames);
        std::swap(m_mask, grown.m_mask);
    }

    static constexpr uint32_t kInitialCapacity = 16; ///< frames at first
    static_assert((kInitialCapacity & (kInitialCapacity - 1)) == 0, "a power of two");

    Frame* m_frames;     ///< the array
    uint64_t m_taken{0}; ///< count of frames taken
    uint32_t m_mask;     ///< places of the array - 1
    uint32_t m_size{0};  ///< number of frames
};

} // namespace ns3::esa

#endif // ESA_FRAME_QUEUE_H
