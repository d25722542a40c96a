// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_QUEUE_H
#define ESA_FRAME_QUEUE_H

#include "esa-frame-cells.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-packet-train.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
 * in the cache. Both ends keep the last frame of each train.
 *
 * *Invariants.* The reader takes only what was published. It follows Chunk::next only to a chunk
 * with something published, as the writer may be setting this pointer otherwise. A frame and a
 * follower are not taken for each other. These are asserted where something is taken.
 */
class FrameQueue : private FrameCells
{
  public:
    FrameQueue() = default;

    ~FrameQueue()
    {
        Publish();
        while (!IsEmpty())
        {
            if (IsAtFollower())
            {
                PopFollower();
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
        // Its memory was used long ago; it is fetched into the cache for the next frames.
        __builtin_prefetch(frame + kAhead, 1);
        return *frame;
    }

    /// @brief Others may follow a packet of Data, the last one of its train. @param packet the
    /// packet
    void BeginTrain(const InaHeader& packet)
    {
        TrainAt(TrainOf(packet)) = PacketTrain::Of(packet);
    }

    /// @brief None may follow.
    void EndTrain(const InaHeader& packet)
    {
        TrainAt(TrainOf(packet)).first.kind = PacketKind::Gradient;
    }

    /// @param number of a train @return its state for the writer
    PacketTrain& TrainAt(uint32_t number)
    {
        return m_trains[number];
    }

    /// @brief Adds a packet that follows. @param train number of its train, whose state the caller
    /// changes @param arrival of its last bit @param digest of its sum @param wantsAck whether it
    /// requests an acknowledgement
    void PushFollower(uint32_t train, Picoseconds arrival, uint64_t digest, bool wantsAck)
    {
        MakeRoom();
        ++m_pushed;
        const uint64_t flag = wantsAck ? Follower::kWantsAck : 0;
        *m_write.cell++ = {Follower::WordOf(arrival, train) | flag, digest};
    }

    /// @brief Adds packets that follow. @param count how many @param next returns the next one
    template <typename Function>
    void PushFollowers(uint32_t count, Function next)
    {
        m_pushed += count;
        while (count > 0)
        {
            MakeRoom();
            Follower* cell = m_write.cell;
            const auto room = static_cast<std::size_t>(m_write.end - cell);
            Follower* const end = cell + std::min<std::size_t>(room, count);
            count -= static_cast<uint32_t>(end - cell);
            for (; cell != end; ++cell)
            {
                *cell = next();
            }
            m_write.cell = end;
        }
    }

    /// @brief The next packet of a train, which PushFollower() adds now, is the first one of a
    /// message. @param train number of the train
    [[gnu::noinline]] void BeginMessage(uint32_t train, uint32_t seq, uint32_t bitmap)
    {
        TrainAt(train).BeginMessage(seq, bitmap);
        MakeRoom();
        *m_write.cell++ = Follower::NewMessage(train, seq, bitmap);
    }

    // For both, while neither is at work

    /// @brief Shows the reader what was pushed.
    void Publish()
    {
        const bool wasEmpty = IsEmpty();
        m_visible = m_pushed;
        if (wasEmpty && !IsEmpty())
        {
            GoToFirst();
        }
    }

    /// @brief If there is no packet: leaves the last chunk, too, to other queues.
    void Rest()
    {
        if (m_pushed == m_taken)
        {
            Chunk* chunk = m_read.chunk ? m_read.chunk : m_first;
            while (chunk) // the writer may be a chunk ahead
            {
                Unused().Give(std::exchange(chunk, chunk->next));
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
        __builtin_prefetch(&front + kAhead);
        m_read.cell += kCellsOfFrame;
        Take(1);
    }

    /// @brief Fetches the first packet into the cache.
    // If it is not inlined early, the compiler leaves the call out, as it has no result.
    [[gnu::always_inline]] void Prefetch() const
    {
        __builtin_prefetch(m_read.cell);
    }

    /// A train that arrives.
    struct Arriving : PacketTrain
    {
        Port* output{nullptr}; ///< by which its packets leave; null: there is no single one ...
        uint64_t run{0};       ///< ... found when Agenda::m_run was this
    };

    /// @brief Others may follow the first packet, which is Data: keeps its contents. @param packet
    /// its contents
    void NoteTrain(const InaHeader& packet)
    {
        m_arriving[TrainOf(packet)] = {PacketTrain::Of(packet), nullptr, 0};
    }

    /// @return the first packet, if it is a follower
    const Follower& FrontFollower() const
    {
        ESA_ASSERT(!IsEmpty() && IsAtFollower(), "a frame is no follower");
        return *m_read.cell;
    }

    /// @param number of a train @return its state for the reader
    Arriving& TrainArriving(uint32_t number)
    {
        return m_arriving[number];
    }

    /// @return end of the cells that may be followers, from the first packet (a follower) on: of
    /// the chunk, or behind the last packet
    const Follower* EndOfFollowers() const
    {
        const auto room = static_cast<std::size_t>(m_read.end - m_read.cell);
        return m_read.cell + std::min(Size(), room);
    }

    /**
     * @brief Finds followers of a train that come one after the other.
     * @param first the first one
     * @param end EndOfFollowers(), or before
     * @param last exact time of the last one
     * @return behind the last of them, at least first + 1; it may request an acknowledgement, and
     *         none before it does
     */
    static const Follower* EndOfRun(const Follower* first, const Follower* end, Picoseconds last)
    {
        const uint64_t least = WordOf(first) & ~(Follower::kWantsAck | Follower::kArrival);
        const uint64_t most = static_cast<uint64_t>(last.count());
        const Follower* next = first;
        while (next != end && WordOf(next) - least <= most)
        {
            ++next;
        }
        const bool wantsAck = next != end && (WordOf(next) & Follower::kWantsAck) != 0;
        const bool isOne = wantsAck && (WordOf(next) & ~Follower::kWantsAck) - least <= most;
        return next + (isOne || next == first ? 1 : 0);
    }

    /// @return whether a cell is a follower that arrives by a time @param cell before
    /// EndOfFollowers(); all cells before it are followers
    static bool IsFollowerBy(const Follower* cell, Picoseconds time)
    {
        const uint64_t word = WordOf(cell);
        return IsFollower(word) && !IsNewMessage(word) && Follower::ArrivalOf(word) <= time;
    }

    /// @brief Packets of a train are taken out. @param train its number @param count how many
    void CountTaken(uint32_t train, uint32_t count)
    {
        m_arriving[train].next += count;
    }

    /// @brief Takes the first packets out, which were counted (CountTaken()): followers with no
    /// frame or new message between them. @param count how many
    void PopFollowers(uint32_t count)
    {
        m_read.cell += count;
        m_taken += count;
        if (!IsEmpty() && !IsAtNextFollower(m_read) && Find(m_read))
        {
            GoToFirst();
        }
    }

    /// @brief Takes the first packet out, which is a follower.
    void PopFollower()
    {
        CountTaken(FrontFollower().Train(), 1);
        PopFollowers(1);
    }

    /// @brief Visits the arrival of packets in order, from the first one on.
    /// @param isWanted called with each time; the first one for which it returns false is the last
    template <typename Wanted>
    void Look(Wanted isWanted) const
    {
        Place place = m_read;
        for (std::size_t left = Size(); left > 0; --left)
        {
            while (!IsAtNextFollower(place) && Find(place))
            {
                const bool isAtEnd = place.cell == place.end;
                place = isAtEnd ? PlaceOf(After(place.chunk))
                                : Place{place.cell + 1, place.end, place.chunk};
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
            PrefetchFirst<1>(*place);
        }
    }

    /// @brief Packets were taken. @param count how many
    void Take(uint32_t count)
    {
        m_taken += count;
        if (!IsEmpty() && Find(m_read))
        {
            GoToFirst();
        }
    }

    /// @brief Goes to the first packet; there is one.
    [[gnu::noinline]] void GoToFirst()
    {
        while (Find(m_read))
        {
            m_read.cell == m_read.end ? GoToNextChunk() : BeginMessage();
        }
    }

    /// @brief The reader has left a chunk.
    void GoToNextChunk()
    {
        Chunk* const next = After(m_read.chunk);
        if (m_read.chunk)
        {
            Unused().Give(m_read.chunk);
        }
        m_read = PlaceOf(next);
        PrefetchFirst<0>(*next);
    }

    /// @brief The next message of a train begins for the reader.
    void BeginMessage()
    {
        const Follower& header = *m_read.cell++;
        m_arriving[header.Train()].BeginMessage(static_cast<uint32_t>(header.digest),
                                                static_cast<uint32_t>(header.digest >> 32));
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
