/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PACKET_TRAIN_H
#define ESA_PACKET_TRAIN_H

#include "esa-ina-packet.h"

#include "ns3/esa-units.h"

#include <array>
#include <cstdint>
#include <cstring>

/**
 * @file
 * @ingroup esa
 * Most packets of a flow differ from the one before by three things only: the place of their
 * fragment and their number, which are both larger by one, and the digest of their sum. A line
 * keeps such packets as a *train*: a frame, and two words for each packet that follows. So long
 * messages need a quarter of the memory, and whoever gets a train looks at its header once. Packets
 * of other flows may stand between those of a train.
 *
 * A train has no meaning outside of lines. Whether packets are one or not changes no result.
 */

namespace ns3::esa
{

/// Trains of a line that may be under way at a time: two bits of a number.
constexpr uint32_t kTrains = 4;

/// @param packet of a flow @return number of its train, from 0 to kTrains - 1; other flows may have
/// the same
inline uint32_t
TrainOf(const InaHeader& packet)
{
    constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15; // spreads numbers over the highest bits
    std::array<uint64_t, 3> words;                       // the last one: job, ends and length
    std::memcpy(words.data(), &packet, sizeof(words));
    static_assert(kTrains == 4 && sizeof(words) == sizeof(InaHeader));
    return static_cast<uint32_t>(words[2] * kMultiplier >> 62);
}

/// A packet of a train, but the first one.
struct Follower
{
    uint64_t word{0};   ///< arrival and train, marked as no frame's first word is
    uint64_t digest{0}; ///< of its sum

    /// Bits of an arrival: 13 days.
    static constexpr uint32_t kArrivalBits = 60;

    /// Later packets do not follow in trains: what is sent before arrives in time.
    static constexpr Picoseconds kLatest{int64_t{1} << 59};

    /// The mark.
    static constexpr uint64_t kMark = uint64_t{1} << 63;

    /// @param arrival when it arrives @param train number of its train @return its first word
    static uint64_t WordOf(Picoseconds arrival, uint32_t train)
    {
        return kMark | uint64_t{train} << kArrivalBits | static_cast<uint64_t>(arrival.count());
    }

    /// @param word a word of a follower @return when that arrives
    static Picoseconds ArrivalOf(uint64_t word)
    {
        return Picoseconds(static_cast<int64_t>(word & ((uint64_t{1} << kArrivalBits) - 1)));
    }

    /// @return when it arrives
    Picoseconds Arrival() const
    {
        return ArrivalOf(word);
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
    const InaHeader& says; ///< all that it says, but for these:
    uint32_t seq;          ///< sequence number of the fragment
    uint32_t number;       ///< of the packet in its flow
    uint64_t digest;       ///< of its sum

    /// @brief Makes the packet. @param packet an empty one
    void Write(InaPacket& packet) const
    {
        static_cast<InaHeader&>(packet) = says;
        packet.seq = seq;
        packet.aggregator = number;
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

/// What is known of a train.
struct PacketTrain
{
    InaHeader first;  ///< what its first packet says; not Data: there is no train
    uint32_t next{0}; ///< number of the next packet in the train; the first one is 0

    /// @param digest of its sum @return the next packet
    TrainPacket Next(uint64_t digest) const
    {
        return {first, first.seq + next, first.aggregator + next, digest};
    }

    /// @return whether a packet is the next one
    bool Continues(const TrainPacket& packet) const
    {
        // Of three words, the second one has what differs: seq and aggregator.
        std::array<uint64_t, 3> own;
        std::array<uint64_t, 3> others;
        static_assert(sizeof(own) == sizeof(InaHeader));
        std::memcpy(own.data(), &first, sizeof(own));
        std::memcpy(others.data(), &packet.says, sizeof(others));
        return first.seq + next == packet.seq && first.aggregator + next == packet.number &&
               own[0] == others[0] && own[2] == others[2];
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
