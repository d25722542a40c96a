// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch/pipeline-rig.h"

#include "ns3/esa-job-forwarding.h"

#include <vector>

namespace ns3::esa
{
namespace
{

constexpr SwitchId kRackOfPs{2}; ///< rack of the PS

/// @return job 1, which has two racks of two workers
const JobRacks&
Racks()
{
    static const JobRacks racks({SwitchId{0}, SwitchId{0}, SwitchId{1}, SwitchId{1}}, kRackOfPs);
    return racks;
}

/// @return a fragment of the job
InaPacket
RackGradient(uint32_t seq, uint16_t rack, uint16_t worker, uint8_t priority = 0)
{
    InaPacket fragment = GradientOf(1, seq, worker, priority);
    fragment.sum.digest = DigestOf(1, seq, static_cast<uint16_t>(2 * rack + worker));
    fragment.group = Racks().Tree().LeafOf(2 * rack);
    return fragment;
}

/// @return the sum of a rack without its values, as a member of the root
InaPacket
SumOfRack(uint32_t seq, uint16_t rack)
{
    InaPacket sum = RackGradient(seq, rack, 0);
    sum.group = Racks().Tree().Root();
    sum.bitmap = uint32_t{1} << rack;
    return sum;
}

/// A switch, with what the control plane tells it of the job.
struct RackSite : PipelineRig
{
    RackSite(const std::string& system, SwitchId rack)
        : PipelineRig(system)
    {
        pipeline.SetGroups(1, JobForwarding(Racks(), rack).Groups());
    }
};

/// @return the digest of a task's sum over both racks
uint64_t
WholeDigest(uint32_t seq)
{
    return DigestOf(1, seq, 0) + DigestOf(1, seq, 1) + DigestOf(1, seq, 2) + DigestOf(1, seq, 3);
}

/// Two racks' switches, and that of the PS's rack.
class TwoLevels : public testing::TestWithParam<std::string>
{
  protected:
    /// @return what leaves a rack's switch after both of its workers' fragments have arrived
    InaPacket RackSum(uint16_t rack)
    {
        RackSite& first = rack == 0 ? m_first0 : m_first1;
        EXPECT_EQ(first.Process(RackGradient(5, rack, 0)), kAllocated);
        InaPacket packet = RackGradient(5, rack, 1);
        EXPECT_EQ(first.Process(packet), kCompletedForPs);
        return packet;
    }

    RackSite m_first0{GetParam(), SwitchId{0}}; ///< of the first rack
    RackSite m_first1{GetParam(), SwitchId{1}}; ///< of the second
    RackSite m_second{GetParam(), kRackOfPs};   ///< of the PS's rack
};

TEST_P(TwoLevels, ARackSendsItsSumUpAsAGradient)
{
    const InaPacket sum = RackSum(1);
    EXPECT_EQ(sum.kind, PacketKind::Gradient);
    EXPECT_EQ(sum.group, Racks().Tree().Root());
    EXPECT_EQ(sum.bitmap, 2U);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 5, 2) + DigestOf(1, 5, 3));
}

TEST_P(TwoLevels, TheSecondLevelCountsRacksNotWorkers)
{
    const bool fromPs = GetParam() == "atp";
    EXPECT_EQ(m_second.Process(RackSum(0)), kAllocated);
    InaPacket packet = RackSum(1);
    EXPECT_EQ(m_second.Process(packet), fromPs ? kCompletedForPs : kCompletedHere);
    EXPECT_EQ(packet.kind, fromPs ? PacketKind::Partial : PacketKind::Result);
    EXPECT_EQ(packet.bitmap, 3U);
    EXPECT_EQ(packet.sum.digest, WholeDigest(5));
}

TEST_P(TwoLevels, ARackCountsOnceAtTheSecondLevel)
{
    InaPacket sum = RackSum(0);
    EXPECT_EQ(m_second.Process(InaPacket{sum}), kAllocated);
    EXPECT_EQ(m_second.Process(sum), kDuplicate);
}

TEST_P(TwoLevels, TheSecondLevelRefusesARackBeyondItsFanIn)
{
    InaPacket sum = RackSum(0);
    sum.bitmap = 4;
    EXPECT_EQ(m_second.Process(sum), kMalformed);
}

TEST_P(TwoLevels, ALonelyWorkerOfARackNeedsNoAggregatorThere)
{
    const JobRacks racks({SwitchId{0}, SwitchId{0}, SwitchId{1}}, kRackOfPs);
    m_first1.pipeline.SetGroups(1, JobForwarding(racks, SwitchId{1}).Groups());
    InaPacket packet = RackGradient(5, 1, 0);
    packet.group = racks.Tree().LeafOf(2);
    packet.fanIn = 1;
    EXPECT_EQ(m_first1.Process(packet), kCompletedForPs);
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_EQ(packet.group, racks.Tree().Root());
    EXPECT_EQ(m_first1.pipeline.Table().Occupied(), 0U);
}

TEST_P(TwoLevels, WhatPassedTheFirstLevelPassesTheSecond)
{
    EXPECT_EQ(m_first0.Process(GradientOf(2, 5, 0, 9)), kAllocated);
    InaPacket packet = RackGradient(5, 0, 0, 9);
    EXPECT_EQ(m_first0.Process(packet), kPassedThrough);
    EXPECT_TRUE(JobForwarding(Racks(), kRackOfPs).Bypasses(packet, {}));
    EXPECT_EQ(m_second.pipeline.Table().Occupied(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Systems, TwoLevels, testing::Values("esa", "atp"), [](const auto& info) {
    return info.param;
});

TEST(SecondLevel, ATakenSumTellsItsRack)
{
    RackSite first("esa", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    InaPacket newcomer = GradientOf(2, 6, 0, 200);
    EXPECT_EQ(first.Process(newcomer), kPreempted);
    EXPECT_EQ(newcomer.job, 1);
    EXPECT_EQ(newcomer.bitmap, 1U);
    EXPECT_EQ(newcomer.group, Racks().Tree().LeafOf(2));
    EXPECT_EQ(newcomer.kind, PacketKind::Partial);
}

TEST(SecondLevel, SumsOfTwoGroupsDoNotMix)
{
    const JobRacks racks(std::vector<SwitchId>(64, SwitchId{0}), SwitchId{0});
    PipelineRig rig("esa");
    rig.pipeline.SetGroups(1, JobForwarding(racks, SwitchId{0}).Groups());
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
    reminder.group = Racks().Tree().Root();
    EXPECT_EQ(second.Process(reminder), kFetched);
    EXPECT_EQ(reminder.group, Racks().Tree().Root());
    EXPECT_EQ(reminder.bitmap, 2U);
}

TEST(SecondLevel, AResendAsksForNothingThatHasGoneUp)
{
    RackSite first("atp", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    resend.group = Racks().Tree().LeafOf(2);
    EXPECT_EQ(first.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.bitmap, 0U);
    EXPECT_EQ(resend.group, Racks().Tree().Root()) << "it asks the switch above";
    EXPECT_EQ(first.pipeline.Table().Occupied(), 1U) << "it waits for the result";
    // a sum of the root that was sent to the PS is in the same state
    RackSite home("atp", kRackOfPs);
    EXPECT_EQ(home.Process(SumOfRack(5, 0)), kAllocated);
    EXPECT_EQ(home.Process(SumOfRack(5, 1)), kCompletedForPs);
    EXPECT_EQ(home.Process(resend), kFetched);
}

TEST(SecondLevel, AResendWithItsFragmentTakesWhatHasGoneUp)
{
    // its rack's sum may have been lost on the way
    RackSite first("atp", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    InaPacket resend = RackGradient(5, 1, 0);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(first.Process(resend), kFetched);
    EXPECT_EQ(resend.bitmap, 3U);
}

TEST(SecondLevel, ARackThatHasKeptItsSumSendsItUpAgain)
{
    RackSite first("switchml", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    InaPacket again = RackGradient(5, 1, 0);
    EXPECT_EQ(first.Process(again), (Decision{Outcome::Repeated, Egress::ToParameterServer}));
    EXPECT_EQ(again.kind, PacketKind::Gradient);
    EXPECT_EQ(again.group, Racks().Tree().Root());
    EXPECT_EQ(again.bitmap, 2U);
    EXPECT_EQ(again.sum.digest, DigestOf(1, 5, 2) + DigestOf(1, 5, 3));
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
