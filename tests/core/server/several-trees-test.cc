// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The PS of a job with two trees: even tasks take one tree, odd tasks the other.

#include "core/server/server-rig.h"

#include "ns3/esa-job-racks.h"

#include <set>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kTrees = 2;

/// @return a job of four workers in two racks; the PS is in a third one
JobRacks
RacksInTwoTrees()
{
    const std::vector<SwitchId> rackOf{SwitchId{1}, SwitchId{1}, SwitchId{2}, SwitchId{2}};
    // In tree 1 the ways of the racks meet beside the PS only.
    const auto between = [](SwitchId rack, uint32_t tree) {
        return std::vector{SwitchId{10 + tree * ToNumber(rack)}};
    };
    JobRacks racks = MakeJobRacks(AggregationLevels::All, rackOf, SwitchId{0}, between, 32, kTrees);
    racks.SetGroupIndexes({50, 1000});
    return racks;
}

/// @return the parameters of its PS
ParameterServerParameters
ParametersOf(const JobRacks& racks)
{
    ParameterServerParameters parameters;
    parameters.job = ServerRig::kJob;
    parameters.racks = racks;
    return parameters;
}

TEST(ServerTrees, TasksOfAnotherTreeDoNotOvertake)
{
    JobRacks oneRack(4);
    oneRack.SetTrees(kTrees);
    ServerRig rig("esa", ParametersOf(oneRack));
    rig.Receive(5, 0b0001);
    for (uint32_t seq = 6; seq < 30; seq += kTrees)
    {
        EXPECT_TRUE(rig.Receive(seq, 0b1110).empty()) << seq;
        rig.Receive(seq, 0b0001);
    }
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 0U);
    rig.Receive(31, 0b0001);
    rig.Receive(33, 0b0001);
    const auto sent = rig.Receive(35, 0b0001);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Reminder);
    EXPECT_EQ(sent[0].seq, 5U);
}

TEST(ServerTrees, RemindersGoToTheSwitchesOfTheTree)
{
    const JobRacks racks = RacksInTwoTrees();
    for (uint32_t seq = 4; seq < 8; ++seq)
    {
        ServerRig rig("esa", ParametersOf(racks));
        const AggregationTree& tree = racks.TreeOf(seq);
        InaPacket ask = ControlPacketOf(PacketKind::WorkerReminder, ServerRig::kJob, seq);
        ask.group = tree.LeafOf(0);
        ask.aggregator = racks.Indexes().IndexAt(7, tree.At(ask.group).place);
        std::set<uint16_t> reminded;
        for (const InaPacket& packet : rig.Receive(ask))
        {
            ASSERT_EQ(packet.kind, PacketKind::Reminder);
            ASSERT_TRUE(tree.At(packet.group).IsHeld());
            EXPECT_EQ(packet.aggregator, racks.Indexes().IndexAt(7, tree.At(packet.group).place));
            reminded.insert(packet.group);
        }
        EXPECT_EQ(reminded.size(), tree.Groups()) << "nothing of the task is here";
    }
}

} // namespace
} // namespace ns3::esa
