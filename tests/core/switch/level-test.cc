/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/switch/pipeline-rig.h"

#include <gtest/gtest.h>
#include <string>

namespace ns3::esa
{
namespace
{

/// @return a fragment of a job with two racks of two workers
Fragment
RackGradient(uint32_t seq, uint16_t rack, uint16_t worker, uint8_t priority = 0)
{
    Fragment fragment = GradientOf(1, seq, worker, priority);
    fragment.sum.digest = DigestOf(1, seq, static_cast<uint16_t>(2 * rack + worker));
    fragment.bitmap1 = uint32_t{1} << rack;
    fragment.fanIn1 = 2;
    return fragment;
}

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
    Fragment RackSum(uint16_t rack)
    {
        PipelineRig& first = rack == 0 ? m_first0 : m_first1;
        EXPECT_EQ(first.Process(RackGradient(5, rack, 0)), kAllocated);
        Fragment packet = RackGradient(5, rack, 1);
        EXPECT_EQ(first.Process(packet), kCompletedForPs);
        return packet;
    }

    PipelineRig m_first0{GetParam()}; ///< of the first rack
    PipelineRig m_first1{GetParam()}; ///< of the second
    PipelineRig m_second{GetParam()}; ///< of the PS's rack
};

TEST_P(TwoLevels, ARackSendsItsSumUpAsAGradient)
{
    const Fragment sum = RackSum(1);
    EXPECT_EQ(sum.kind, PacketKind::Gradient);
    EXPECT_TRUE(sum.secondLevel);
    EXPECT_EQ(sum.bitmap0, 3U);
    EXPECT_EQ(sum.bitmap1, 2U);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 5, 2) + DigestOf(1, 5, 3));
}

TEST_P(TwoLevels, TheSecondLevelCountsRacksNotWorkers)
{
    const bool fromPs = GetParam() == "atp";
    EXPECT_EQ(m_second.Process(RackSum(0)), kAllocated);
    Fragment packet = RackSum(1);
    EXPECT_EQ(m_second.Process(packet), fromPs ? kCompletedForPs : kCompletedHere);
    EXPECT_EQ(packet.kind, fromPs ? PacketKind::Partial : PacketKind::Result);
    EXPECT_EQ(packet.bitmap1, 3U);
    EXPECT_EQ(packet.sum.digest, WholeDigest(5));
}

TEST_P(TwoLevels, ARackCountsOnceAtTheSecondLevel)
{
    Fragment sum = RackSum(0);
    EXPECT_EQ(m_second.Process(Fragment{sum}), kAllocated);
    EXPECT_EQ(m_second.Process(sum), kDuplicate);
}

TEST_P(TwoLevels, TheSecondLevelRefusesARackBeyondItsFanIn)
{
    Fragment sum = RackSum(0);
    sum.bitmap1 = 4;
    EXPECT_EQ(m_second.Process(sum), kMalformed);
}

TEST_P(TwoLevels, ALonelyWorkerOfARackNeedsNoAggregatorThere)
{
    Fragment packet = RackGradient(5, 1, 0);
    packet.fanIn0 = 1;
    EXPECT_EQ(m_first1.Process(packet), kCompletedForPs);
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_TRUE(packet.secondLevel);
    EXPECT_EQ(m_first1.pipeline.Table().Occupied(), 0U);
}

TEST_P(TwoLevels, WhatPassedTheFirstLevelPassesTheSecond)
{
    EXPECT_EQ(m_first0.Process(GradientOf(2, 5, 0, 9)), kAllocated);
    Fragment packet = RackGradient(5, 0, 0, 9);
    EXPECT_EQ(m_first0.Process(packet), kPassedThrough);
    EXPECT_EQ(m_second.Process(packet), kForwarded);
    EXPECT_EQ(m_second.pipeline.Table().Occupied(), 0U);
}

TEST_P(TwoLevels, TheLevelsOfATaskDoNotMixInOneSwitch)
{
    const Fragment sum = RackSum(0);
    EXPECT_EQ(m_second.Process(Fragment{sum}), kAllocated);
    Fragment packet = RackGradient(5, 1, 0);
    EXPECT_EQ(m_second.Process(packet), kPassedThrough);
    EXPECT_EQ(packet.sum.digest, DigestOf(1, 5, 2));
}

TEST_P(TwoLevels, FragmentsOfARackAgreeOnTheNumberOfRacks)
{
    EXPECT_EQ(m_first0.Process(RackGradient(5, 0, 0)), kAllocated);
    Fragment packet = RackGradient(5, 0, 1);
    packet.fanIn1 = 0; // so a rack's sum would go to the workers
    EXPECT_EQ(m_first0.Process(packet), kMalformed);
    EXPECT_EQ(m_first0.Process(RackGradient(5, 0, 1)), kCompletedForPs);
}

INSTANTIATE_TEST_SUITE_P(Systems, TwoLevels, testing::Values("esa", "atp"), [](const auto& info) {
    return info.param;
});

TEST(SecondLevel, ATakenSumTellsItsRack)
{
    PipelineRig first("esa");
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    Fragment newcomer = GradientOf(2, 6, 0, 200);
    EXPECT_EQ(first.Process(newcomer), kPreempted);
    EXPECT_EQ(newcomer.job, 1);
    EXPECT_EQ(newcomer.bitmap0, 1U);
    EXPECT_EQ(newcomer.bitmap1, 2U);
    EXPECT_EQ(newcomer.fanIn1, 2);
    EXPECT_EQ(newcomer.kind, PacketKind::Partial);
}

TEST(SecondLevel, AReminderFetchesWhateverLevelIsThere)
{
    PipelineRig second("esa");
    Fragment sum = RackGradient(5, 1, 0);
    sum.bitmap0 = 3;
    sum.secondLevel = true;
    EXPECT_EQ(second.Process(sum), kAllocated);
    Fragment reminder = ControlPacketOf(PacketKind::Reminder, 1, 5);
    EXPECT_EQ(second.Process(reminder), kFetched);
    EXPECT_TRUE(reminder.secondLevel);
    EXPECT_EQ(reminder.bitmap1, 2U);
}

TEST(SecondLevel, AResendTakesNothingOfTheOtherLevel)
{
    PipelineRig second("atp");
    Fragment sum = RackGradient(5, 0, 0);
    sum.bitmap0 = 3;
    sum.secondLevel = true;
    EXPECT_EQ(second.Process(sum), kAllocated);
    Fragment resend = RackGradient(5, 1, 0);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(second.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.sum.digest, DigestOf(1, 5, 2)) << "it goes on as it came";
    EXPECT_EQ(second.pipeline.Table().Occupied(), 1U);
}

TEST(SecondLevel, AResendAsksForNothingThatHasGoneUp)
{
    PipelineRig first("atp");
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    Fragment resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    EXPECT_EQ(first.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.bitmap0, 0U);
    EXPECT_EQ(first.pipeline.Table().Occupied(), 1U) << "it waits for the result";
    // a sum that a single level or the second level has sent to the PS is in the same state
    Fragment second = RackGradient(5, 0, 0);
    second.secondLevel = true;
    second.fanIn1 = 2;
    PipelineRig home("atp");
    EXPECT_EQ(home.Process(Fragment{second}), kAllocated);
    second.bitmap1 = 2;
    EXPECT_EQ(home.Process(second), kCompletedForPs);
    resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    EXPECT_EQ(home.Process(resend), kFetched);
}

TEST(SecondLevel, AResendWithItsFragmentTakesWhatHasGoneUp)
{
    // its rack's sum may have been lost on the way
    PipelineRig first("atp");
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    Fragment resend = RackGradient(5, 1, 0);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(first.Process(resend), kFetched);
    EXPECT_EQ(resend.bitmap0, 3U);
}

TEST(SecondLevel, ARackThatHasKeptItsSumSendsItUpAgain)
{
    PipelineRig first("switchml");
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    Fragment again = RackGradient(5, 1, 0);
    EXPECT_EQ(first.Process(again), (Decision{Outcome::Repeated, Egress::ToParameterServer}));
    EXPECT_EQ(again.kind, PacketKind::Gradient);
    EXPECT_TRUE(again.secondLevel);
    EXPECT_EQ(again.bitmap1, 2U);
    EXPECT_EQ(again.sum.digest, DigestOf(1, 5, 2) + DigestOf(1, 5, 3));
}

} // namespace
} // namespace ns3::esa
