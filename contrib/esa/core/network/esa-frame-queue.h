// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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

/// @ingroup esa
/// @brief What a frame carries instead of a fragment; which only the ends of the line interpret.
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
    void Clear()
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
 * *The problem.* The writer and the reader may be at work at the same time, in different threads,
 * and a lock or an atomic count for each frame costs more than the frame.
 *
 * *What looks simpler.* A ring of fixed size: but a line carries 10,000 frames at one time and none
 * at another, and a network has 100,000 lines. An array that grows would move frames that the
 * reader has in its hands.
 *
 * *How.* The frames are in chunks. Each end changes only what is its own, in cache lines of its
 * own, and what the writer has done becomes visible by Publish(), while neither is at work. A chunk
 * that the reader has left is the next one that any queue of this thread takes, while it is still
 * in the cache.
 *
 * *Invariants.* The reader takes only what was published. It follows Chunk::next only to a chunk
 * with something published, as the writer may be setting this pointer otherwise. These are asserted
 * where something is taken.
 */
class FrameQueue
{
  public:
    FrameQueue() = default;

    ~FrameQueue()
    {
        Publish();
        while (!IsEmpty())
        {
            PopFront(Front());
        }
        Chunk* chunk = m_read.chunk ? m_read.chunk : m_first;
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
        if (m_write.frame == m_write.end)
        {
            AddChunk();
        }
        ++m_pushed;
        Frame* const frame = m_write.frame++;
        new (&frame->cargo) std::unique_ptr<FrameCargo>();
        new (&frame->fragment.sum.values) PayloadRef();
        // Its memory was used long ago; it is fetched into the cache for the next frames.
        __builtin_prefetch(frame + kAhead, 1);
        return *frame;
    }

    // For both, while neither is at work

    /// @brief Shows the reader what was pushed.
    void Publish()
    {
        m_visible = m_pushed;
        if (!IsEmpty())
        {
            GoToFirst();
        }
    }

    /// @return count of frames pushed since the start
    uint64_t Pushed() const
    {
        return m_pushed;
    }

    /// @brief If there is no frame: leaves the last chunk, too, to other queues.
    void ReleaseIdleMemory()
    {
        if (m_pushed == m_taken)
        {
            Chunk* chunk = m_read.chunk ? m_read.chunk : m_first;
            while (chunk) // the writer may be a chunk ahead
            {
                Free().Push(std::exchange(chunk, chunk->next));
            }
            m_read = Place{};
            m_write = Place{};
            m_first = nullptr;
        }
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

    /// @return when the first frame arrives
    Picoseconds FirstArrival() const
    {
        return m_read.frame->arrival;
    }

    /// @return the first frame
    Frame& Front()
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with frames has a first one");
        return *m_read.frame;
    }

    /// @brief Takes the first frame out, with what it carries. @param front the frame
    void PopFront(Frame& front)
    {
        front.Clear();
        __builtin_prefetch(&front + kAhead);
        ++m_read.frame;
        ++m_taken;
        if (!IsEmpty())
        {
            GoToFirst();
        }
    }

    /// @brief Fetches the first frame into the cache.
    // If it is not inlined early, the compiler leaves the call out, as it has no result.
    [[gnu::always_inline]] void Prefetch() const
    {
        __builtin_prefetch(m_read.frame);
    }

    /// @brief Visits the arrivals of frames in order, from the first one on.
    /// @param isWanted called with each time; the first one for which it returns false is the last
    template <typename Wanted>
    void VisitArrivals(Wanted isWanted) const
    {
        Place place = m_read;
        for (std::size_t left = Size(); left > 0; --left)
        {
            if (place.frame == place.end)
            {
                place = PlaceOf(After(place.chunk));
            }
            if (!isWanted(place.frame->arrival))
            {
                return;
            }
            ++place.frame;
        }
    }

  private:
    static constexpr std::size_t kFrames = 15; ///< of a chunk, which is 1 KB long
    static constexpr std::size_t kAhead = 4;   ///< frames that are fetched before they are needed

    /// Frames that follow each other.
    struct Chunk : PoolAllocated
    {
        /// Memory of the frames. Whoever takes a frame makes what is in it.
        alignas(Frame) std::array<std::byte, kFrames * sizeof(Frame)> memory;
        Chunk* next{nullptr}; ///< where the frames after them are
    };

    /// A place in a chunk.
    struct Place
    {
        Frame* frame{nullptr}; ///< where a frame is, or will be
        Frame* end{nullptr};   ///< of the chunk
        Chunk* chunk{nullptr}; ///< the chunk; null: before the first one
    };

    /// Chunks of a thread that no queue uses.
    class FreeChunks
    {
      public:
        FreeChunks() = default;

        ~FreeChunks()
        {
            while (m_last)
            {
                delete std::exchange(m_last, m_last->next);
            }
        }

        FreeChunks(const FreeChunks&) = delete;
        FreeChunks& operator=(const FreeChunks&) = delete;

        /// @return the chunk that was pushed last, or a new one
        Chunk* Pop()
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
        void Push(Chunk* chunk)
        {
            // What one thread always pops and another one always pushes goes round in the pool.
            if (m_count == kMaxChunks)
            {
                delete chunk;
                return;
            }
            ++m_count;
            chunk->next = std::exchange(m_last, chunk);
        }

      private:
        static constexpr uint32_t kMaxChunks = 4096; ///< chunks: 4 MB

        Chunk* m_last{nullptr}; ///< the chunk that was pushed last
        uint32_t m_count{0};    ///< how many there are
    };

    /// @return the free chunks of this thread
    static FreeChunks& Free()
    {
        static thread_local FreeChunks chunks;
        return chunks;
    }

    /// @return the beginning of a chunk
    static Place PlaceOf(Chunk* chunk)
    {
        auto* const first = reinterpret_cast<Frame*>(chunk->memory.data());
        return {first, first + kFrames, chunk};
    }

    /// @brief Fetches the first frames of a chunk into the cache, and where the next chunk is: the
    /// frames of a long queue have left the cache. @tparam ToWrite 1: they are written next
    /// @param chunk the chunk
    template <int ToWrite>
    static void PrefetchFirst(const Chunk& chunk)
    {
        for (std::size_t frame = 0; frame < kAhead; ++frame)
        {
            __builtin_prefetch(chunk.memory.data() + frame * sizeof(Frame), ToWrite);
        }
        __builtin_prefetch(&chunk.next, ToWrite);
    }

    /// @return the chunk after another one; of null: the first one
    Chunk* After(const Chunk* chunk) const
    {
        return chunk ? chunk->next : m_first;
    }

    /// @brief The writer has filled a chunk.
    [[gnu::noinline]] void AddChunk()
    {
        Chunk*& place = m_write.chunk ? m_write.chunk->next : m_first;
        place = Free().Pop();
        m_write = PlaceOf(place);
        PrefetchFirst<1>(*place);
    }

    /// @brief Goes to the first frame; there is one.
    void GoToFirst()
    {
        if (m_read.frame == m_read.end)
        {
            GoToNextChunk();
        }
    }

    /// @brief The reader has left a chunk.
    [[gnu::noinline]] void GoToNextChunk()
    {
        Chunk* const next = After(m_read.chunk);
        if (m_read.chunk)
        {
            Free().Push(m_read.chunk);
        }
        m_read = PlaceOf(next);
        PrefetchFirst<0>(*next);
    }

    // The reader's: m_visible is set by Publish(). Reader and writer do not share a cache line.
    alignas(kCacheLineBytes) Place m_read; ///< of the first frame, or behind the last one taken
    uint64_t m_taken{0};                   ///< count of frames taken
    uint64_t m_visible{0};                 ///< of m_pushed

    // The writer's.
    alignas(kCacheLineBytes) Place m_write; ///< behind the last frame
    uint64_t m_pushed{0};                   ///< count of frames pushed
    Chunk* m_first{nullptr};                ///< the first chunk of all; the reader may have left it
};

} // namespace ns3::esa

#endif // ESA_FRAME_QUEUE_H
