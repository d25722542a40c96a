// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_CELLS_H
#define ESA_FRAME_CELLS_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-train.h"
#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
 * @brief How the packets of a FrameQueue are in memory.
 *
 * A chunk has cells. A frame takes a cache line of four cells, and a follower of a train
 * (esa-packet-train.h) takes one, with another one before it where a message begins. The first word
 * of a cell shows which: a follower's has a mark, and a frame's is the time of its arrival. Where
 * followers end in the middle of a cache line, the next cell has a word without a mark.
 */
class FrameCells
{
  protected:
    static constexpr std::size_t kCellsOfFrame = sizeof(Frame) / sizeof(Follower); ///< cells
    static constexpr std::size_t kCells = 15 * kCellsOfFrame; ///< of a chunk, which is 1 KB long

    static_assert(sizeof(Frame) % sizeof(Follower) == 0, "a frame fills whole cells");

    /// Cells that follow each other.
    struct Chunk : PoolAllocated
    {
        /// Memory of the cells. Whoever takes a cell makes what is in it.
        alignas(Frame) std::array<std::byte, kCells * sizeof(Follower)> memory;
        Chunk* next{nullptr}; ///< where the cells after them are
    };

    /// A place in the cells.
    struct Place
    {
        Follower* cell{nullptr}; ///< where a packet is, or will be
        Follower* end{nullptr};  ///< of the chunk
        Chunk* chunk{nullptr};   ///< the chunk; null: before the first one
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

        Chunk* m_last{nullptr}; ///< the chunk that was given last
        uint32_t m_count{0};    ///< how many there are
    };

    /// @return the unused chunks of this thread
    static UnusedChunks& Unused()
    {
        static thread_local UnusedChunks chunks;
        return chunks;
    }

    /// @return the beginning of a chunk
    static Place PlaceOf(Chunk* chunk)
    {
        auto* const first = reinterpret_cast<Follower*>(chunk->memory.data());
        return {first, first + kCells, chunk};
    }

    /// Frames that are fetched into the cache before they are needed.
    static constexpr std::size_t kAhead = 4;

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

    /// @return the first word of a cell, whatever is in it
    static uint64_t WordOf(const Follower* cell)
    {
        uint64_t word = 0;
        std::memcpy(&word, cell, sizeof(word));
        return word;
    }

    /// @return whether the first word of a cell is a follower's
    static bool IsFollower(uint64_t word)
    {
        return (word & Follower::kMark) != 0;
    }

    /// @return whether a new message begins by the first word of a cell
    static bool IsNewMessage(uint64_t word)
    {
        return word >= (Follower::kMark | Follower::kNewMessage);
    }

    /// @return when a packet arrives, by the first word of its cell
    static Picoseconds ArrivalOf(uint64_t word)
    {
        return IsFollower(word) ? Follower::ArrivalOf(word)
                                : Picoseconds(static_cast<int64_t>(word));
    }

    /// @return whether a frame may be in a cell: it begins with a cache line
    static bool IsAtFrame(const Follower* cell)
    {
        return reinterpret_cast<std::uintptr_t>(cell) % sizeof(Frame) == 0;
    }

    /// @return the next cell in which a frame may be, behind a cell
    static Follower* NextFrame(Follower* cell)
    {
        const auto passed = reinterpret_cast<std::uintptr_t>(cell) % sizeof(Frame);
        return cell + (sizeof(Frame) - passed) / sizeof(Follower);
    }

    /// @return whether the next packet is a follower that is here, as after most followers: Find()
    /// would do nothing
    static bool IsAtNextFollower(const Place& place)
    {
        if (place.cell == place.end)
        {
            return false; // no cell of the chunk is there
        }
        const uint64_t word = WordOf(place.cell);
        return IsFollower(word) && !IsNewMessage(word);
    }

    /// @brief Goes on to the next packet; there is one. @return whether no packet is
    /// here yet: the chunk ends, or a new message begins
    static bool Find(Place& place)
    {
        if (!IsAtFrame(place.cell) && !IsFollower(WordOf(place.cell)))
        {
            place.cell = NextFrame(place.cell);
        }
        return place.cell == place.end || IsNewMessage(WordOf(place.cell));
    }
};

} // namespace ns3::esa

#endif // ESA_FRAME_CELLS_H
