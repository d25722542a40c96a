// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums that are not complete in time leave (SwitchPart::timeout).

#include "core/switch/group-job.h"

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kTimeout = FromMicroseconds(5);
constexpr Picoseconds kNs = FromMicroseconds(0.001);
constexpr Decision kTimedOut{Outcome::TimedOut, Egress::ToParameterServer};

/// A switch of canary, with sums of three workers.
class SumTimeout : public testing::Test
{
  protected:
    static InaPacket Fragment(uint32_t seq, uint16_t worker)
    {
        InaPacket fragment = GradientOf(1, seq, worker);
        fragment.fanIn = 3;
        fragment.aggregator = seq % 4;
        return fragment;
    }

    /// @return the sum that times out next, at its deadline
    InaPacket NextSum()
    {
        InaPacket sum;
        EXPECT_EQ(m_rig.pipeline.TimeOut(sum, m_rig.pipeline.Deadline()), kTimedOut);
        return sum;
    }

    PipelineRig m_rig{"canary", 4, {{"canary.timeout_us", 5}}}; ///< the switch
};

TEST_F(SumTimeout, ASumLeavesWithWhatHasComeSinceItsFirstFragment)
{
    m_rig.Process(Fragment(6, 0), kNs);
    m_rig.Process(Fragment(6, 2), 3 * kNs);
    ASSERT_EQ(m_rig.pipeline.Deadline(), kNs + kTimeout);
    const InaPacket sum = NextSum();
    EXPECT_EQ(sum.kind, PacketKind::Partial);
    EXPECT_EQ(sum.bitmap, 0b101U);
    EXPECT_EQ(sum.fanIn, 3);
    EXPECT_EQ(sum.seq, 6U);
    EXPECT_EQ(sum.job, 1);
    EXPECT_EQ(sum.aggregator, 2U);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 6, 0) + DigestOf(1, 6, 2));
    EXPECT_EQ(m_rig.pipeline.Deadline(), kNoDeadline);
    EXPECT_EQ(m_rig.pipeline.Count(Outcome::TimedOut), 1U);
}

TEST_F(SumTimeout, SumsLeaveInTheOrderInWhichTheyBegan)
{
    m_rig.Process(Fragment(7, 0), kNs);
    m_rig.Process(Fragment(6, 0), 2 * kNs);
    EXPECT_EQ(NextSum().seq, 7U);
    EXPECT_EQ(NextSum().seq, 6U);
}

TEST_F(SumTimeout, AJobThatLeavesHasNoDeadline)
{
    m_rig.Process(Fragment(6, 0), kNs);
    m_rig.pipeline.RemoveJob(1, 2 * kNs);
    EXPECT_EQ(m_rig.pipeline.Deadline(), kNoDeadline);
}

TEST(SumTimeouts, AnAggregatorThatFreesItselfTakesAnotherSumOfItsTask)
{
    SystemRecord record = *FindSystem("canary");
    record.onSwitch.release = ReleaseRule::OnCompletion;
    const System system(record);
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 4, random);
    InaPacket first = GradientOf(1, 5, 0);
    pipeline.Process(first, Picoseconds(0));
    InaPacket sum;
    EXPECT_EQ(pipeline.TimeOut(sum, pipeline.Deadline()), kTimedOut);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 5, 0));
    EXPECT_EQ(pipeline.Table().Occupied(), 0U);
    InaPacket second = GradientOf(1, 5, 1);
    EXPECT_EQ(pipeline.Process(second, Picoseconds(0)), kAllocated);
}

// The index by which the task requests the aggregator, also where indexes are scaled.
TEST(SumTimeouts, ASumHasTheIndexOfItsTask)
{
    const System system(*FindSystem("canary"));
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 2, random, 8);
    InaPacket fragment = GradientOf(1, 5, 0);
    fragment.aggregator = 7;
    pipeline.Process(fragment, Picoseconds(0));
    InaPacket sum;
    pipeline.TimeOut(sum, pipeline.Deadline());
    EXPECT_EQ(sum.aggregator, 7U);
}

} // namespace
} // namespace ns3::esa
