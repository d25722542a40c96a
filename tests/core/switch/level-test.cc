// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch/group-job.h"

#include <vector>

namespace ns3::esa
{
namespace
{

/// @return a fragment of the job in two racks
InaPacket
RackGradient(uint32_t seq, uint16_t rack, uint16_t worker, uint8_t priority = 0)
{
    InaPacket fragment = GradientOf(kGroupJob, seq, worker, priority);
    fragment.group = TwoRacks().Tree().LeafOf(2 * rack);
    return fragment;
}

/// @return the sum of a rack without its values, as a member of the root
InaPacket
SumOfRack(uint32_t seq, uint16_t rack)
{
    InaPacket sum = RackGradient(seq, rack, 0);
    sum.group = TwoRacks().Tree().Root();
    sum.bitmap = uint32_t{1} << rack;
    return sum;
}

TEST(FirstLevel, ALonelyWorkerOfARackNeedsNoAggregatorThere)
{
    const JobRacks racks({SwitchId{0}, SwitchId{0}, SwitchId{1}}, kRackOfPs);
    for (const char* const system : {"esa", "atp"})
    {
        RackSite first(system, SwitchId{1}, racks);
        InaPacket packet = RackGradient(5, 1, 0);
        packet.group = racks.Tree().LeafOf(2);
        packet.fanIn = 1;
        EXPECT_EQ(first.Process(packet), kCompletedForPs) << system;
        EXPECT_EQ(packet.kind, PacketKind::Gradient);
        EXPECT_EQ(packet.group, racks.Tree().Root());
        EXPECT_EQ(first.pipeline.Table().Occupied(), 0U);
    }
}

TEST(FirstLevel, WhatPassesItPassesTheSecond)
{
    for (const char* const system : {"esa", "atp"})
    {
        RackSite first(system, SwitchId{0});
        EXPECT_EQ(first.Process(GradientOf(2, 5, 0, 9)), kAllocated) << system;
        InaPacket packet = RackGradient(5, 0, 0, 9);
        EXPECT_EQ(first.Process(packet), kPassedThrough) << system;
        EXPECT_TRUE(GroupTable(TwoRacks(), kRackOfPs).Bypasses(packet, {}));
    }
}

TEST(SecondLevel, SumsOfTwoGroupsDoNotMix)
{
    const JobRacks racks(std::vector<SwitchId>(64, SwitchId{0}), SwitchId{0});
    RackSite rig("esa", SwitchId{0}, racks);
    const auto fragmentOf = [&racks](uint16_t worker) {
        InaPacket fragment = GradientOf(1, 5, worker % 32, 0);
        fragment.group = racks.Tree().LeafOf(worker);
        fragment.fanIn = 32;
        return fragment;
    };
    EXPECT_EQ(rig.Process(fragmentOf(0)), kAllocated);
    EXPECT_EQ(rig.Process(fragmentOf(33)), kPassedThrough) << "the same task and aggregator";
    EXPECT_EQ(rig.Process(fragmentOf(1)), kAggregated);
}

TEST(SecondLevel, AReminderFetchesTheSumOfItsGroup)
{
    RackSite second("esa", kRackOfPs);
    EXPECT_EQ(second.Process(SumOfRack(5, 1)), kAllocated);
    InaPacket reminder = ControlPacketOf(PacketKind::Reminder, 1, 5);
    reminder.group = TwoRacks().Tree().Root();
    EXPECT_EQ(second.Process(reminder), kFetched);
    EXPECT_EQ(reminder.group, TwoRacks().Tree().Root());
    EXPECT_EQ(reminder.bitmap, 2U);
}

TEST(SecondLevel, AResendAsksForNothingThatHasGoneUp)
{
    RackSite first("atp", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    resend.group = TwoRacks().Tree().LeafOf(2);
    EXPECT_EQ(first.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.bitmap, 0U);
    EXPECT_EQ(resend.group, TwoRacks().Tree().Root()) << "it asks the switch above";
    EXPECT_EQ(first.pipeline.Table().Occupied(), 1U) << "it waits for the result";
    // a sum of the root that was sent to the PS is in the same state
    RackSite home("atp", kRackOfPs);
    EXPECT_EQ(home.Process(SumOfRack(5, 0)), kAllocated);
    EXPECT_EQ(home.Process(SumOfRack(5, 1)), kCompletedForPs);
    EXPECT_EQ(home.Process(resend), kFetched);
}

TEST(SecondLevel, OfAJobThatNobodyFilledInThereIsNone)
{
    PipelineRig rig("esa");
    InaPacket packet = RackGradient(5, 0, 0);
    EXPECT_EQ(rig.Process(packet), kMalformed) << "it has one group, with the number 0";
    packet = GradientOf(1, 5, 0);
    packet.fanIn = 3;
    EXPECT_EQ(rig.Process(packet), kAllocated) << "packets say how many workers it has";
}

} // namespace
} // namespace ns3::esa
