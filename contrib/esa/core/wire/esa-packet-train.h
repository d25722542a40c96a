// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PACKET_TRAIN_H
#define ESA_PACKET_TRAIN_H

#include "esa-ina-packet.h"

#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

/**
 * @file
 * @ingroup esa
 * Most packets of a flow differ from the packet before by four things only: the place of their
 * fragment and their number, which are both larger by one, the digest of their sum, and whether
 * they request an acknowledgement. A line keeps such packets as a *train*: a frame, and two words
 * for each packet that follows. So long messages need a quarter of the memory, and the receiver
 * of a train reads its header once. Packets of other flows may stand between its packets. Where
 * a message ends, the next one goes on in the same train: two more words have its place and the
 * number of workers in its sums.
 *
 * *What looks simpler.* A frame for each packet: four times the memory, which leaves the cache, and
 * all fields read again at each hop. Or one frame for n packets, as in segmentation offload
 * (GSO): but in a switch packets of other flows come between, which would cut it into frames of
 * one.
 *
 * *Invariants.* A train has no meaning outside of lines: whether packets are one or not changes no
 * result. Both ends of a line have the same PacketTrain for each number, as both see the same
 * packets in the same order: whatever is Data begins a train or ends one (PacketTrain::Of(),
 * FrameQueue::EndTrain()). A packet follows only if it Continues().
 */

namespace ns3::esa
{

/// Bits of a train's number.
constexpr uint32_t kTrainBits = 3;

/// Trains of a line that may be under way at a time.
constexpr uint32_t kTrains = 1U << kTrainBits;

/// @param packet of a flow @return its job, receiver, sender and length: the last third of it
inline uint64_t
EndsOf(const InaHeader& packet)
{
    uint64_t ends = 0;
    static_assert(sizeof(packet) == 3 * sizeof(ends));
    std::memcpy(&ends,
                reinterpret_cast<const std::byte*>(&packet) + 2 * sizeof(ends),
                sizeof(ends));
    return ends;
}

/// @param packet of a flow @return its kind, round and flags: the first sixth of it
inline uint32_t
KindOf(const InaHeader& packet)
{
    uint32_t kind = 0;
    static_assert(sizeof(packet) == 6 * sizeof(kind));
    std::memcpy(&kind, &packet, sizeof(kind));
    return kind;
}

/// @param packet of a flow @return number of its train, from 0 to kTrains - 1; other flows may have
/// the same
inline uint32_t
TrainOf(const InaHeader& packet)
{
    // Flows of a line often differ in one end only, by little. So 16 bits of the factor for each of
    // job, receiver and sender spread numbers that follow each other over the highest bits.
    constexpr uint64_t kFactor = 0x8cb9b93e9e3779b9;
    return static_cast<uint32_t>(EndsOf(packet) * kFactor >> (64 - kTrainBits));
}

/// A packet of a train, but the first one.
struct Follower
{
    uint64_t word{0};   ///< arrival and train, marked as no frame's first word is
    uint64_t digest{0}; ///< of its sum

    /// Bits of an arrival: 40 hours.
    static constexpr uint32_t kArrivalBits = 57;

    /// Later packets do not follow in trains: what is sent before arrives in time.
    static constexpr Picoseconds kLatest{int64_t{1} << 56};

    /// The mark.
    static constexpr uint64_t kMark = uint64_t{1} << 63;

    /// The cell is no packet: it shows where the next message of its train begins.
    static constexpr uint64_t kNewMessage = uint64_t{1} << 62;

    /// The packet requests an acknowledgement.
    static constexpr uint64_t kWantsAck = uint64_t{1} << 61;

    /// The arrival.
    static constexpr uint64_t kArrival = (uint64_t{1} << kArrivalBits) - 1;

    /// @param arrival when it arrives @param train number of its train @return its first word
    static uint64_t WordOf(Picoseconds arrival, uint32_t train)
    {
        return kMark | uint64_t{train} << kArrivalBits | static_cast<uint64_t>(arrival.count());
    }

    /// @param train number of a train @param seq of the next packet @param bitmap of it and of
    /// those that follow @return the cell
    static Follower NewMessage(uint32_t train, uint32_t seq, uint32_t bitmap)
    {
        return {WordOf(Picoseconds(0), train) | kNewMessage, uint64_t{bitmap} << 32 | seq};
    }

    /// @param word a word of a follower @return when that arrives
    static Picoseconds ArrivalOf(uint64_t word)
    {
        return Picoseconds(static_cast<int64_t>(word & kArrival));
    }

    /// @return when it arrives
    Picoseconds Arrival() const
    {
        return ArrivalOf(word);
    }

    /// @return whether it requests an acknowledgement
    bool WantsAck() const
    {
        return (word & kWantsAck) != 0;
    }

    /// @return number of its train
    uint32_t Train() const
    {
        return static_cast<uint32_t>(word >> kArrivalBits) % kTrains;
    }
};

/// The next packet of a train, which is not made yet.
struct TrainPacket
{
    const InaHeader& header; ///< its header, but for these:
    uint32_t seq;            ///< sequence number of the fragment
    uint32_t number;         ///< of the packet in its flow
    uint64_t digest;         ///< of its sum
    bool wantsAck{false};    ///< whether it requests an acknowledgement

    /// @brief Makes the packet. @param packet an empty one
    void Write(InaPacket& packet) const
    {
        static_cast<InaHeader&>(packet) = header;
        packet.seq = seq;
        packet.aggregator = number;
        packet.urgent = wantsAck;
        packet.sum.digest = digest;
    }

    /// @return the packet
    InaPacket Packet() const
    {
        InaPacket packet;
        Write(packet);
        return packet;
    }
};

/// The state of a train. Its size is a power of two: it is an element of arrays.
struct alignas(8) PacketTrain
{
    InaHeader first;  ///< header of its first packet, but whether it requests an acknowledgement;
                      ///< not Data: there is no train
    uint32_t next{0}; ///< number of the next packet in the train; the first one is 0

    /// @return the train of a packet, which is its first one
    static PacketTrain Of(const InaHeader& packet)
    {
        PacketTrain train{packet, 1};
        train.first.urgent = false;
        return train;
    }

    /// @param follower time and sum of the next packet @return the packet
    TrainPacket Next(const Follower& follower) const
    {
        return {first,
                first.seq + next,
                first.aggregator + next,
                follower.digest,
                follower.WantsAck()};
    }

    /// @return whether a packet is the next one of the flow, maybe of another message
    bool Continues(const TrainPacket& packet) const
    {
        return first.aggregator + next == packet.number && KindOf(first) == KindOf(packet.header) &&
               EndsOf(first) == EndsOf(packet.header);
    }

    /// @return whether a packet, which Continues(), is of the same message
    bool IsOfMessage(const TrainPacket& packet) const
    {
        return first.seq + next == packet.seq && first.bitmap == packet.header.bitmap;
    }

    /// @brief The next packet is the first one of another message. @param seq of it @param bitmap
    /// of it and of those that follow
    void BeginMessage(uint32_t seq, uint32_t bitmap)
    {
        first.seq = seq - next;
        first.bitmap = bitmap;
    }
};

/// Packets of a flow that follow each other in a message, and are to be sent.
struct TrainRun
{
    const InaHeader* header{nullptr};  ///< their header, but for these:
    uint32_t seq{0};                   ///< sequence number of the first one's fragment
    uint32_t number{0};                ///< of the first one in its flow
    uint32_t count{0};                 ///< how many
    bool wantsAck{false};              ///< whether the last one requests an acknowledgement
    const std::byte* digests{nullptr}; ///< where the digest of the first one's sum is
    std::size_t digestStep{0};         ///< bytes from there to the next digest

    /// @param place where a digest is @return the digest
    static uint64_t DigestAt(const std::byte* place)
    {
        uint64_t digest = 0;
        std::memcpy(&digest, place, sizeof(digest));
        return digest;
    }

    /// @param packet number of a packet, from 0 on @return the packet
    TrainPacket At(uint32_t packet) const
    {
        return {*header,
                seq + packet,
                number + packet,
                DigestAt(digests + packet * digestStep),
                wantsAck && packet + 1 == count};
    }
};

/// Packets of several flows, which are to be sent in turns of one of each. All packets
/// have one length. Runs differ by one packet at most; the longer ones come first.
struct TrainRuns
{
    std::array<TrainRun, kTrains> runs; ///< the packets of each flow
    std::size_t size{0};                ///< how many flows
    uint32_t count{0};                  ///< packets of all

    /// @return the first run
    const TrainRun* begin() const
    {
        return runs.data();
    }

    /// @return behind the last run
    const TrainRun* end() const
    {
        return runs.data() + size;
    }
};

/// Followers of one train that arrive one after the other.
struct TrainPart
{
    const PacketTrain& train;  ///< their train; next is the number of the first of them
    const Follower* followers; ///< they, in order
    uint32_t count;            ///< how many
};

} // namespace ns3::esa

#endif // ESA_PACKET_TRAIN_H
