// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SERVER_LARGE_JOB_RIG_H
#define ESA_TEST_CORE_SERVER_LARGE_JOB_RIG_H

#include "core/constants.h"
#include "core/server/server-rig.h"

#include <algorithm>

namespace ns3::esa
{

inline constexpr uint16_t kJob = 1;
inline constexpr uint32_t kWorkers = 64;
inline constexpr Picoseconds kAnswer = kUs / 4; ///< an answer takes this long on the link
inline constexpr uint32_t kMaxAnswers = 12;
inline constexpr Picoseconds kRoundTrip = 20 * kUs; ///< of the network

using Packets = std::vector<InaPacket>;

/// Adds the digests of the workers that are in a sum of a group.
inline void
AddDigests(const AggregationTree& tree, InaPacket& packet, uint16_t workers)
{
    tree.ForEachWord(packet, [&](std::size_t word, uint32_t bits) {
        for (uint16_t worker = 0; worker < workers; ++worker)
        {
            const WorkerBit place = tree.BitOf(worker);
            packet.sum.digest += place.word == word && (place.bit & bits) != 0
                                     ? DigestOf(packet.job, packet.seq, worker)
                                     : 0;
        }
    });
}

/// The PS of a large job. 64 workers stand in two racks: leaf groups 1 and 2, and group 3 of their
/// sums beside the PS.
class ServerOfALargeJob : public testing::Test
{
  protected:
    static JobRacks Racks()
    {
        std::vector<SwitchId> rackOf(kWorkers, kFar);
        std::fill_n(rackOf.begin(), kWorkers / 2, kHome);
        JobRacks racks(rackOf, kHome);
        racks.SetGroupIndexes({10, 40});
        return racks;
    }

    static ParameterServerParameters Parameters()
    {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.racks = Racks();
        parameters.recovery = true;
        parameters.answerTime = kAnswer;
        parameters.maxAnswers = kMaxAnswers;
        return parameters;
    }

    Packets Sent()
    {
        return SentBy(server);
    }

    /// A packet arrives from a worker; @return what the PS sends
    Packets From(uint16_t worker, PacketKind kind, uint32_t seq, bool urgent = false)
    {
        InaPacket packet;
        packet.kind = kind;
        packet.job = kJob;
        packet.seq = seq;
        packet.worker = worker;
        packet.urgent = urgent;
        packet.group = tree.LeafOf(worker);
        packet.fanIn = tree.At(packet.group).FanIn();
        packet.bitmap = tree.BitOf(worker).bit;
        packet.sum.digest = kind == PacketKind::Answer ? All(seq) : DigestOf(kJob, seq, worker);
        server.Receive(packet, now);
        return Sent();
    }

    /// A switch answers a reminder; @return what the PS sends
    Packets Answer(uint32_t seq, uint16_t group, uint32_t bitmap)
    {
        InaPacket packet;
        packet.kind = PacketKind::Partial;
        packet.urgent = true;
        packet.job = kJob;
        packet.seq = seq;
        packet.group = group;
        packet.fanIn = tree.At(group).FanIn();
        packet.bitmap = bitmap;
        AddDigests(tree, packet, kWorkers);
        server.Receive(packet, now);
        return Sent();
    }

    /// The root answers that it holds nothing; @return what the PS sends then
    Packets RootMisses(uint32_t seq)
    {
        now += kRoundTrip;
        return Answer(seq, 3, 0);
    }

    /// @return the digest of a result
    static uint64_t All(uint32_t seq)
    {
        return DigestOfAll(kJob, seq, kWorkers);
    }

    /// @return how many packets are of a kind; the others are none
    static std::size_t Only(PacketKind kind, const Packets& packets)
    {
        for (const InaPacket& packet : packets)
        {
            EXPECT_EQ(packet.kind, kind);
        }
        return packets.size();
    }

    const JobRacks racks{Racks()};                            ///< of the job
    const AggregationTree& tree{racks.Tree()};                ///< its groups
    ParameterServer server{*FindSystem("esa"), Parameters()}; ///< the PS
    Picoseconds now{1000 * kUs};                              ///< the time
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SERVER_LARGE_JOB_RIG_H
