/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_QUEUE_H
#define ESA_FRAME_QUEUE_H

#include "esa-frame.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-train.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

namespace ns3::esa
{

class Port;

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
 *
 * A chunk has cells. A frame takes a cache line of four cells, and a follower of a train
 * (esa-packet-train.h) takes one. The first word of a cell tells which: a follower's has a mark,
 * and a frame's is the time of its arrival. Where followers end in the middle of a cache line, the
 * next cell has a word without a mark. Both ends know the last frame of each train.
 */
class FrameQueue
{
    struct Chunk;

  public:
    FrameQueue() = default;

    ~FrameQueue()
    {
        Publish();
        while (!IsEmpty())
        {
            if (IsAtFollower())
            {
                PopFollowers(1);
                continue;
            }
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

    /// @return a new last frame, which is empty, to be filled in before Publish(); if it is Data,
    /// BeginTrain() or EndTrain() has to be called
    Frame& PushBack()
    {
        if (!IsAtFrame(m_write.cell))
        {
            m_write.cell->word = 0; // here is no follower
            m_write.cell = NextFrame(m_write.cell);
        }
        MakeRoom();
        ++m_pushed;
        auto* const frame = reinterpret_cast<Frame*>(m_write.cell);
        m_write.cell += kCellsOfFrame;
        new (&frame->cargo) std::unique_ptr<FrameCargo>();
        new (&frame->fragment.sum.values) PayloadRef();
        // Its memory was used long ago; now it is on its way into the cache for the next frames.
        __builtin_prefetch(frame + 2, 1);
        return *frame;
    }

    /// @brief Others may follow a packet of Data, the last one of its train. @param packet the
    /// packet
    void BeginTrain(const InaHeader& packet)
    {
        TrainAt(TrainOf(packet)) = {packet, 1};
    }

    /// @brief None may follow.
    void EndTrain(const InaHeader& packet)
    {
        TrainAt(TrainOf(packet)).first.kind = PacketKind::Gradient;
    }

    /// @param number of a train @return what the writer knows of it
    PacketTrain& TrainAt(uint32_t number)
    {
        return m_trains[number];
    }

    /// @brief Adds a packet that follows. @param train number of its train, whose state the caller
    /// changes @param arrival of its last bit @param digest of its sum
    void PushFollower(uint32_t train, Picoseconds arrival, uint64_t digest)
    {
        MakeRoom();
        ++m_pushed;
        *m_write.cell++ = {Follower::WordOf(arrival, train), digest};
    }

    // For both, while neither is at work

    /// @brief Shows the reader what was pushed.
    void Publish()
    {
        const bool wasEmpty = IsEmpty();
        m_visible = m_pushed;
        if (wasEmpty && !IsEmpty())
        {
            Find();
        }
    }

    /// @brief If there is no packet: leaves the last chunk, too, to other queues.
    void Rest()
    {
        if (m_pushed == m_taken)
        {
            if (m_read.chunk)
            {
                Unused().Give(m_read.chunk);
            }
            m_read = Place{};
            m_write = Place{};
            m_first = nullptr;
        }
    }

    // For the reader

    /// @return true if there is no packet
    bool IsEmpty() const
    {
        return m_visible == m_taken;
    }

    /// @return number of packets: frames and followers
    std::size_t Size() const
    {
        return m_visible - m_taken;
    }

    /// @return count of packets taken since the start
    uint64_t Taken() const
    {
        return m_taken;
    }

    /// @return when the first packet arrives
    Picoseconds FirstArrival() const
    {
        return ArrivalOf(WordOf(m_read.cell));
    }

    /// @return whether the first packet follows in a train; otherwise it is a frame
    bool IsAtFollower() const
    {
        return IsFollower(WordOf(m_read.cell));
    }

    /// @return the first packet, if it is a frame
    Frame& Front()
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with frames has a first one");
        ESA_ASSERT(!IsAtFollower(), "a follower is no frame");
        return *reinterpret_cast<Frame*>(m_read.cell);
    }

    /// @brief Takes the first frame out, with what it carries. @param front the frame
    void PopFront(Frame& front)
    {
        front.Empty();
        __builtin_prefetch(&front + 1);
        m_read.cell += kCellsOfFrame;
        Take(1);
    }

    /// @brief Fetches the first packet into the cache.
    // If it is not inlined early, the compiler leaves the call out, as it has no result.
    [[gnu::always_inline]] void Foresee() const
    {
        __builtin_prefetch(m_read.cell);
    }

    /// A train that arrives.
    struct Arriving : PacketTrain
    {
        Port* way{nullptr}; ///< where a node that forwards has sent its last packet ...
        uint64_t run{0};    ///< ... in this run of the node
    };

    /// @brief Others may follow the first packet, which is Data: keeps what it says. @param packet
    /// what it says
    void NoteTrain(const InaHeader& packet)
    {
        m_arriving[TrainOf(packet)] = {{packet, 1}, nullptr, 0};
    }

    /// @return the train of the first packet, if that is a follower
    Arriving& FirstTrain()
    {
        return m_arriving[FrontFollower().Train()];
    }

    /// @return the first packet, if it is a follower
    const Follower& FrontFollower() const
    {
        ESA_ASSERT(!IsEmpty() && IsAtFollower(), "a frame is no follower");
        return *m_read.cell;
    }

    /// @param last exact time of the last one @return the first packets, if they are followers
    TrainPart Followers(Picoseconds last)
    {
        const Follower* const first = &FrontFollower();
        const auto room = std::min<std::size_t>(
            {Size(), kLongestPart, static_cast<std::size_t>(m_read.end - first)});
        const uint32_t number = first->Train();
        const uint64_t least = Follower::WordOf(Picoseconds(0), number);
        const uint64_t most = Follower::WordOf(last, number);
        uint32_t count = 1;
        while (count < room && WordOf(first + count) - least <= most - least)
        {
            ++count;
        }
        return {m_arriving[number], first, count};
    }

    /// @brief Takes the first packets out, which are followers of one train. @param count how many
    void PopFollowers(uint32_t count)
    {
        FirstTrain().next += count;
        m_read.cell += count;
        Take(count);
    }

    /**
     * @brief Looks at the arrival of packets in order, from the first one on.
     * @param isWanted called with each time; the first one for which it returns false is the last
     */
    template <typename Function>
    void Look(Function isWanted) const
    {
        Place place = m_read;
        for (std::size_t left = Size(); left > 0; --left)
        {
            if (Find(place))
            {
                place = PlaceOf(After(place.chunk));
            }
            const uint64_t word = WordOf(place.cell);
            place.cell += IsFollower(word) ? 1 : kCellsOfFrame;
            if (!isWanted(ArrivalOf(word)))
            {
                return;
            }
        }
    }

  private:
    static constexpr std::size_t kLongestPart = 32; ///< of a train, that is handed over at once
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

    /// @return the beginning of a chunk
    static Place PlaceOf(Chunk* chunk)
    {
        auto* const first = reinterpret_cast<Follower*>(chunk->memory.data());
        return {first, first + kCells, chunk};
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

    /// @return the first cell behind one in which a frame may be
    static Follower* NextFrame(Follower* cell)
    {
        const auto passed = reinterpret_cast<std::uintptr_t>(cell) % sizeof(Frame);
        return cell + (sizeof(Frame) - passed) / sizeof(Follower);
    }

    /// @brief Goes on to the next packet; there is one. @return whether it is in the next chunk
    static bool Find(Place& place)
    {
        if (!IsAtFrame(place.cell) && !IsFollower(WordOf(place.cell)))
        {
            place.cell = NextFrame(place.cell);
        }
        return place.cell == place.end;
    }

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

    /// @brief The next cell is in a chunk.
    void MakeRoom()
    {
        if (m_write.cell == m_write.end)
        {
            Chunk*& place = m_write.chunk ? m_write.chunk->next : m_first;
            place = Unused().Take();
            m_write = PlaceOf(place);
        }
    }

    /// @brief Packets were taken. @param count how many
    void Take(uint32_t count)
    {
        m_taken += count;
        if (!IsEmpty())
        {
            Find();
        }
    }

    /// @brief Goes to the first packet; there is one.
    void Find()
    {
        if (Find(m_read))
        {
            Chunk* const next = After(m_read.chunk);
            if (m_read.chunk)
            {
                Unused().Give(m_read.chunk);
            }
            m_read = PlaceOf(next);
        }
    }

    // The reader's: m_visible is set by Publish(). Reader and writer do not share a cache line.
    alignas(kCacheLineBytes) Place m_read;    ///< of the first packet, or behind the last one taken
    uint64_t m_taken{0};                      ///< count of packets taken
    uint64_t m_visible{0};                    ///< of m_pushed
    std::array<Arriving, kTrains> m_arriving; ///< by number

    // The writer's.
    alignas(kCacheLineBytes) Place m_write; ///< behind the last packet
    uint64_t m_pushed{0};                   ///< count of packets pushed
    Chunk* m_first{nullptr};                ///< the first chunk of all; the reader may have left it
    std::array<PacketTrain, kTrains> m_trains; ///< by number
};

} // namespace ns3::esa

#endif // ESA_FRAME_QUEUE_H
