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

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

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
 * @brief A queue of frames whose two ends are independent of each other.
 *
 * The writer and the reader may be at work at the same time, in different threads. So each changes
 * only what is its own, and what one has done becomes known to the other by Publish(), while
 * neither is at work. The frames are in chunks, since an array that grows would move frames that
 * the reader looks at. Chunks that the reader has left are used again.
 */
class FrameQueue
{
    struct Chunk;

  public:
    FrameQueue()
        : m_head(MakeChunk()),
          m_tail(m_head),
          m_oldest(m_head),
          m_left(m_head)
    {
    }

    ~FrameQueue()
    {
        while (m_oldest)
        {
            Chunk* const next = m_oldest->next;
            m_oldest->~Chunk();
            MemoryPool::Give(m_oldest, sizeof(Chunk));
            m_oldest = next;
        }
    }

    FrameQueue(const FrameQueue&) = delete;
    FrameQueue& operator=(const FrameQueue&) = delete;

    // For the writer

    /// @return a new last frame, to be filled in before Publish()
    Frame& PushBack()
    {
        if (m_tailPlace == kFrames)
        {
            m_tail->next = NextChunk();
            m_tail = m_tail->next;
            m_tailPlace = 0;
        }
        ++m_pushed;
        Frame& frame = m_tail->frames[m_tailPlace++];
        // Its memory was used long ago; now it is on its way into the cache for the next frames.
        __builtin_prefetch(&frame + 2, 1);
        return frame;
    }

    // For both, while neither is at work

    /// @brief Shows the reader what was pushed, and the writer what was taken.
    void Publish()
    {
        m_visible = m_pushed;
        m_left = m_head;
    }

    // For the reader

    /// @return true if there is no frame
    bool IsEmpty() const
    {
        return m_visible == m_taken;
    }

    /// @return number of frames
    std::size_t Size() const
    {
        return m_visible - m_taken;
    }

    /// @return count of frames taken since the start
    uint64_t Taken() const
    {
        return m_taken;
    }

    /// @return the first frame
    Frame& Front()
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with frames has a first one");
        if (m_headPlace == kFrames)
        {
            m_head = m_head->next;
            m_headPlace = 0;
        }
        return m_head->frames[m_headPlace];
    }

    /// @brief Takes the first frame out, with what it carries. @param front the frame
    void PopFront(Frame& front)
    {
        if (front.cargo)
        {
            front.cargo.reset();
        }
        __builtin_prefetch(&front + 1);
        ++m_headPlace;
        ++m_taken;
    }

    /**
     * @brief Looks at frames in order, from the first one on.
     * @param isWanted called with each frame; the first one for which it returns false is the last
     */
    template <typename Function>
    void Look(Function isWanted) const
    {
        const Chunk* chunk = m_head;
        uint32_t place = m_headPlace;
        for (std::size_t left = Size(); left > 0; --left, ++place)
        {
            if (place == kFrames)
            {
                chunk = chunk->next;
                place = 0;
            }
            if (!isWanted(chunk->frames[place]))
            {
                return;
            }
        }
    }

  private:
    static constexpr uint32_t kFrames = 15; ///< of a chunk, which is 1 KB long

    /// Frames that follow each other.
    struct Chunk
    {
        std::array<Frame, kFrames> frames; ///< the frames
        Chunk* next{nullptr};              ///< where the frames after them are
    };

    /// @return a new chunk
    static Chunk* MakeChunk()
    {
        return new (MemoryPool::Take(sizeof(Chunk))) Chunk;
    }

    /// @return a chunk for the next frames
    Chunk* NextChunk()
    {
        if (m_oldest == m_left)
        {
            return MakeChunk();
        }
        Chunk* const chunk = m_oldest;
        m_oldest = chunk->next;
        chunk->next = nullptr;
        return chunk;
    }

    // The reader's: m_visible is set by Publish(). Reader and writer do not share a cache line.
    alignas(kCacheLineBytes)
        Chunk* m_head;       ///< where the first frame is, or the last one that was taken
    uint32_t m_headPlace{0}; ///< its place, or the one behind it
    uint64_t m_taken{0};     ///< count of frames taken
    uint64_t m_visible{0};   ///< of m_pushed

    // The writer's: m_left is set by Publish().
    alignas(kCacheLineBytes) Chunk* m_tail; ///< where the last frame is
    uint32_t m_tailPlace{0};                ///< behind it
    uint64_t m_pushed{0};                   ///< count of frames pushed
    Chunk* m_oldest;                        ///< the first one of all chunks
    Chunk* m_left;                          ///< the reader has left those before this one
};

} // namespace ns3::esa

#endif // ESA_FRAME_QUEUE_H
