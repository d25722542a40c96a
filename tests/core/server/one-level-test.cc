// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A PS that adds what the switches of three racks of two workers send: one level of switches sums.

#include "core/server/large-job-rig.h"

#include "ns3/esa-job-racks.h"

#include <optional>
#include <set>

namespace ns3::esa
{
namespace
{

/// @return the job's racks and groups
JobRacks
OneLevelRacks()
{
    std::vector<SwitchId> rackOf;
    for (uint32_t worker = 0; worker < 6; ++worker)
    {
        rackOf.push_back(SwitchId{worker / 2});
    }
    JobRacks racks =
        MakeJobRacks(AggregationLevels::One, rackOf, SwitchId{0}, [](SwitchId, uint32_t) {
            return std::vector<SwitchId>{};
        });
    racks.SetGroupIndexes({40, 40});
    return racks;
}

/// The PS, and what it has sent.
class OneLevelServer : public testing::Test
{
  protected:
    OneLevelServer()
    {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.racks = racks;
        server.emplace(*FindSystem("esa"), parameters);
    }

    /// A sum of a rack arrives; @return what the PS sends
    std::vector<InaPacket> Receive(uint32_t seq,
                                   uint32_t rack,
                                   uint32_t bitmap = 3,
                                   PacketKind kind = PacketKind::Partial)
    {
        InaPacket packet;
        packet.kind = kind;
        packet.job = kJob;
        packet.seq = seq;
        packet.worker = static_cast<uint16_t>(2 * rack);
        packet.group = tree.LeafOf(packet.worker);
        packet.bitmap = bitmap;
        packet.fanIn = 2;
        packet.aggregator = 7;
        AddDigests(tree, packet, 6);
        server->Receive(packet, 100 * kUs);
        return SentBy(*server);
    }

    const JobRacks racks{OneLevelRacks()};     ///< of the job
    const AggregationTree& tree{racks.Tree()}; ///< its groups
    std::optional<ParameterServer> server;     ///< the PS
};

TEST_F(OneLevelServer, TheResultIsOneForAllRacks)
{
    EXPECT_TRUE(Receive(5, 1).empty());
    EXPECT_TRUE(Receive(5, 0).empty());
    const auto sent = Receive(5, 2);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].group, tree.Root());
    EXPECT_EQ(sent[0].worker, kAllWorkers);
    EXPECT_EQ(sent[0].aggregator, 7U);
    EXPECT_EQ(sent[0].sum.digest, DigestOfAll(kJob, 5, 6));
}

TEST_F(OneLevelServer, ARackThatIsAheadCausesNoReminder)
{
    for (uint32_t seq = 1; seq <= 20; ++seq)
    {
        EXPECT_TRUE(Receive(seq, 1).empty()) << "the other racks are slower, and nothing is amiss";
    }
    EXPECT_EQ(server->GetCounts().Reminders(), 0U);
}

TEST_F(OneLevelServer, OnlySwitchesAreReminded)
{
    Receive(5, 1);
    Receive(5, 2, 1);
    const auto sent = Receive(5, 0, 0, PacketKind::WorkerReminder);
    std::set<uint16_t> reminded;
    for (const InaPacket& reminder : sent)
    {
        EXPECT_EQ(reminder.kind, PacketKind::Reminder);
        reminded.insert(reminder.group);
    }
    EXPECT_EQ(reminded, (std::set<uint16_t>{tree.LeafOf(0), tree.LeafOf(4)}))
        << "no switch has a sum of the server's group";
    EXPECT_EQ(sent.size(), 2U);
}

} // namespace
} // namespace ns3::esa
