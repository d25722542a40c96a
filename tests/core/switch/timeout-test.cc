// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums that are not complete in time leave (SwitchPart::timeout), and what comes later goes on.

#include "core/switch/group-job.h"

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kTimeout = FromMicroseconds(5);
constexpr Picoseconds kNs = FromMicroseconds(0.001);
constexpr Decision kTimedOut{Outcome::TimedOut, Egress::ToParameterServer};
constexpr Decision kLate{Outcome::Late, Egress::ToParameterServer};

/// A switch of canary, with sums of three workers.
class SumTimeout : public testing::Test
{
  protected:
    /// @return a worker's fragment
    static InaPacket Fragment(uint32_t seq, uint16_t worker)
    {
        InaPacket fragment = GradientOf(1, seq, worker);
        fragment.fanIn = 3;
        fragment.aggregator = seq % 4;
        return fragment;
    }

    /// Sends a packet at a time.
    Decision At(Picoseconds now, InaPacket&& packet)
    {
        return m_rig.pipeline.Process(packet, now);
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
    At(kNs, Fragment(6, 0));
    At(3 * kNs, Fragment(6, 2));
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

TEST_F(SumTimeout, ACompleteSumDoesNotTimeOut)
{
    At(kNs, Fragment(6, 0));
    At(2 * kNs, Fragment(7, 0));
    At(3 * kNs, Fragment(6, 1));
    At(4 * kNs, Fragment(6, 2));
    EXPECT_EQ(m_rig.pipeline.Deadline(), 2 * kNs + kTimeout) << "of the other sum";
}

TEST_F(SumTimeout, SumsLeaveInTheOrderInWhichTheyBegan)
{
    At(kNs, Fragment(7, 0));
    At(2 * kNs, Fragment(6, 0));
    EXPECT_EQ(NextSum().seq, 7U);
    EXPECT_EQ(NextSum().seq, 6U);
}

TEST_F(SumTimeout, LaterFragmentsGoOnUntilTheResultPasses)
{
    At(kNs, Fragment(6, 0));
    NextSum();
    InaPacket late = Fragment(6, 1);
    EXPECT_EQ(m_rig.Process(late), kLate);
    EXPECT_EQ(late.bitmap, 0b10U);
    EXPECT_EQ(late.sum.digest, DigestOf(1, 6, 1));
    EXPECT_FALSE(late.collision) << "it has met no other task";
    EXPECT_EQ(m_rig.Process(Fragment(6, 0)), kDuplicate);
    EXPECT_EQ(m_rig.Process(Fragment(10, 0)), kPassedThrough) << "the aggregator is in use";

    InaPacket result = ControlPacketOf(PacketKind::Result, 1, 6);
    result.aggregator = 2;
    EXPECT_EQ(m_rig.Process(result), kReleased);
    EXPECT_EQ(m_rig.Process(Fragment(10, 0)), kAllocated);
}

TEST_F(SumTimeout, OfThePreviousTaskDoesNotEndTheNextOne)
{
    At(kNs, Fragment(6, 0));
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 6);
    resend.fanIn = 3;
    resend.aggregator = 2;
    EXPECT_EQ(At(2 * kNs, std::move(resend)), kFetched);
    At(3 * kNs, Fragment(6, 1));
    EXPECT_EQ(m_rig.pipeline.Deadline(), 3 * kNs + kTimeout);
}

// A resend of a worker that is not in the sum is what a fragment would be. One of a worker in the
// sum says that the sum was lost.
TEST_F(SumTimeout, AResendFetchesTheSumOnlyForAWorkerInIt)
{
    At(kNs, Fragment(6, 0));
    At(kNs, Fragment(6, 2));
    NextSum();
    InaPacket outside = Fragment(6, 1);
    outside.kind = PacketKind::Resend;
    EXPECT_EQ(m_rig.Process(outside), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(outside.bitmap, 0b10U);
    InaPacket asking = ControlPacketOf(PacketKind::Resend, 1, 6);
    asking.aggregator = 2;
    asking.fanIn = 3;
    EXPECT_EQ(m_rig.Process(asking), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}))
        << "it brings no fragment, so nothing is lost";
    InaPacket inside = Fragment(6, 2);
    inside.kind = PacketKind::Resend;
    EXPECT_EQ(m_rig.Process(inside), kFetched);
    EXPECT_EQ(inside.bitmap, 0b101U);
    EXPECT_EQ(inside.sum.digest, DigestOf(1, 6, 0) + DigestOf(1, 6, 2));
    EXPECT_EQ(m_rig.Process(Fragment(6, 1)), kAllocated);
}

TEST_F(SumTimeout, AJobThatLeavesHasNoDeadline)
{
    At(kNs, Fragment(6, 0));
    m_rig.pipeline.RemoveJob(1, 2 * kNs);
    EXPECT_EQ(m_rig.pipeline.Deadline(), kNoDeadline);
}

TEST(SumTimeouts, OnlyOfSystemsThatHaveOne)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.pipeline.Deadline(), kNoDeadline);
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
