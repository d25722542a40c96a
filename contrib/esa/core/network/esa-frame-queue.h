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

    /// @brief Fills in the fragment of an empty frame. An assignment would first read what the
    /// frame has held, and that left the processor's cache long ago. @param content the fragment
    template <typename Content>
    void Fill(Content&& content)
    {
        new (&fragment) InaPacket(std::forward<Content>(content));
    }

    /// @brief Takes out what it carries.
    void Empty()
    {
        if (cargo)
        {
            cargo.reset();
        }
        if (fragment.sum.values)
        {
            fragment.sum.values = PayloadRef{};
        }
    }
};

static_assert(sizeof(Frame) == 64, "a frame fills a cache line");

/**
 * @ingroup esa
 * @brief A queue of frames whose two ends are independent of each other.
 *
 * The writer and the reader may be at work at the same time, in different threads. So each changes
 * only what is its own, and what the writer has done becomes known to the reader by Publish(),
 * while neither is at work. The frames are in chunks, since an array that grows would move frames
 * that the reader looks at. A line carries many frames at one time, and none at another. So its
 * chunks are not its own: a chunk that the reader has left is the next one that any queue takes,
 * while it is still in the cache.
 */
class FrameQueue
{
    struct Chunk;

  public:
    FrameQueue() = default;

    ~FrameQueue()
    {
        Chunk* chunk = m_head ? m_head : m_first;
        while (chunk)
        {
            delete std::exchange(chunk, chunk->next);
        }
    }

    FrameQueue(const FrameQueue&) = delete;
    FrameQueue& operator=(const FrameQueue&) = delete;

    // For the writer

    /// @return a new last frame, which is empty, to be filled in before Publish()
    Frame& PushBack()
    {
        if (m_tailPlace == kFrames)
        {
            Chunk*& place = m_tail ? m_tail->next : m_first;
            m_tail = place = Unused().Take();
            m_tailPlace = 0;
        }
        ++m_pushed;
        Frame& frame = m_tail->frames[m_tailPlace++];
        // Its memory was used long ago; now it is on its way into the cache for the next frames.
        __builtin_prefetch(&frame + 2, 1);
        return frame;
    }

    // For both, while neither is at work

    /// @brief Shows the reader what was pushed.
    void Publish()
    {
        m_visible = m_pushed;
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
            Chunk* const next = After(m_head);
            if (m_head)
            {
                Unused().Give(m_head);
            }
            m_head = next;
            m_headPlace = 0;
        }
        return m_head->frames[m_headPlace];
    }

    /// @brief Takes the first frame out, with what it carries. @param front the frame
    void PopFront(Frame& front)
    {
        front.Empty();
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
                chunk = After(chunk);
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
    struct Chunk : PoolAllocated
    {
        std::array<Frame, kFrames> frames; ///< the frames
        Chunk* next{nullptr};              ///< where the frames after them are
    };

    /// Chunks of a thread that no queue uses.
    class UnusedChunks
    {
      public:
        UnusedChunks() = default;

        ~UnusedChunks()
        {
            while (m_last)
            {
                delete std::exchange(m_last, m_last->next);
            }
        }

        UnusedChunks(const UnusedChunks&) = delete;
        UnusedChunks& operator=(const UnusedChunks&) = delete;

        /// @return the chunk that was given last, or a new one
        Chunk* Take()
        {
            if (!m_last)
            {
                return new Chunk;
            }
            --m_count;
            Chunk* const chunk = std::exchange(m_last, m_last->next);
            chunk->next = nullptr;
            return chunk;
        }

        /// @param chunk a chunk whose frames were taken
        void Give(Chunk* chunk)
        {
            // What one thread always takes and another one always gives goes round in the pool.
            if (m_count == kMost)
            {
                delete chunk;
                return;
            }
            ++m_count;
            chunk->next = std::exchange(m_last, chunk);
        }

      private:
        static constexpr uint32_t kMost = 4096; ///< chunks: 4 MB

        Chunk* m_last{nullptr}; ///< the chunk that was given last
        uint32_t m_count{0};    ///< how many there are
    };

    /// @return the unused chunks of this thread
    static UnusedChunks& Unused()
    {
        static thread_local UnusedChunks chunks;
        return chunks;
    }

    /// @return the chunk after another one; of null: the first one
    Chunk* After(const Chunk* chunk) const
    {
        return chunk ? chunk->next : m_first;
    }

    // The reader's: m_visible is set by Publish(). Reader and writer do not share a cache line.
    alignas(kCacheLineBytes) Chunk* m_head{nullptr}; ///< of the first frame or the last one taken
    uint32_t m_headPlace{kFrames};                   ///< its place, or the one behind it
    uint64_t m_taken{0};                             ///< count of frames taken
    uint64_t m_visible{0};                           ///< of m_pushed

    // The writer's.
    alignas(kCacheLineBytes) Chunk* m_tail{nullptr}; ///< where the last frame is
    uint32_t m_tailPlace{kFrames};                   ///< behind it
    uint64_t m_pushed{0};                            ///< count of frames pushed
    Chunk* m_first{nullptr}; ///< the first chunk of all; the reader may have left it
};

} // namespace ns3::esa

#endif // ESA_FRAME_QUEUE_H
