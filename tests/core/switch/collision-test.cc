/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/switch/pipeline-rig.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

/// Two jobs of two workers at the same aggregator; job 1 comes first.
class EsaCollision : public testing::Test
{
  protected:
    /**
     * @brief Fetches what the switch holds of a task; this frees the aggregator.
     * @return the packet that leaves
     */
    InaPacket Fetch(uint16_t job, uint32_t seq)
    {
        InaPacket reminder = ControlPacketOf(PacketKind::Reminder, job, seq);
        EXPECT_EQ(m_rig.Process(reminder), kFetched);
        return reminder;
    }

    PipelineRig m_rig{"esa"}; ///< the switch
};

TEST_F(EsaCollision, AHigherPrioritySwapsThePacketWithTheAggregator)
{
    InaPacket resident = GradientOf(1, 5, 0, 10);
    resident.fanIn = 3;
    resident.ecn = true;
    resident.sum.values = PayloadRef(FragmentValues{111});
    m_rig.Process(resident);
    InaPacket second = GradientOf(1, 5, 2, 10);
    second.fanIn = 3;
    second.sum.values = PayloadRef(FragmentValues{1000});
    m_rig.Process(second);

    InaPacket packet = GradientOf(2, 7, 1, 11);
    packet.sum.values = PayloadRef(FragmentValues{222});
    EXPECT_EQ(m_rig.Process(packet), kPreempted);

    // The resident leaves for its own job's PS ...
    EXPECT_EQ(packet.kind, PacketKind::Partial);
    EXPECT_EQ(packet.job, 1);
    EXPECT_EQ(packet.seq, 5U);
    EXPECT_EQ(packet.bitmap, 0b101U);
    EXPECT_EQ(packet.fanIn, 3);
    EXPECT_EQ(packet.priority, 10);
    EXPECT_EQ(packet.aggregator, 0U);
    EXPECT_TRUE(packet.ecn);
    EXPECT_FALSE(packet.collision);
    EXPECT_EQ(packet.sum.digest, DigestOf(1, 5, 0) + DigestOf(1, 5, 2));
    ASSERT_TRUE(packet.sum.values);
    EXPECT_EQ(packet.sum.values.Values()[0], 1111);
    EXPECT_EQ(m_rig.pipeline.Table().Occupied(), 1U);

    // ... and the new task replaces the resident completely.
    const InaPacket newcomer = Fetch(2, 7);
    EXPECT_EQ(newcomer.bitmap, 0b10U);
    EXPECT_EQ(newcomer.fanIn, 2);
    EXPECT_EQ(newcomer.priority, 11);
    EXPECT_FALSE(newcomer.ecn);
    EXPECT_EQ(newcomer.sum.digest, DigestOf(2, 7, 1));
    ASSERT_TRUE(newcomer.sum.values);
    EXPECT_EQ(newcomer.sum.values.Values()[0], 222);
}

TEST_F(EsaCollision, TheNewcomersTaskCompletesAfterItsPreemption)
{
    m_rig.Process(GradientOf(1, 5, 0, 10));
    m_rig.Process(GradientOf(2, 7, 0, 11));
    InaPacket last = GradientOf(2, 7, 1, 1);
    EXPECT_EQ(m_rig.Process(last), kCompletedHere);
    EXPECT_EQ(last.job, 2);
    EXPECT_EQ(last.sum.digest, DigestOf(2, 7, 0) + DigestOf(2, 7, 1));
    EXPECT_EQ(m_rig.pipeline.Table().Occupied(), 0U);
}

TEST_F(EsaCollision, ThePreemptedTaskMayTakeItsAggregatorBack)
{
    m_rig.Process(GradientOf(1, 5, 0, 10));
    m_rig.Process(GradientOf(2, 7, 0, 11));
    InaPacket back = GradientOf(1, 5, 1, 12);
    EXPECT_EQ(m_rig.Process(back), kPreempted);
    EXPECT_EQ(back.job, 2);
    // Worker 0's fragment is with the PS, so the task is not complete here.
    EXPECT_EQ(Fetch(1, 5).bitmap, 0b10U);
}

TEST_F(EsaCollision, TasksOfOneJobCollideLikeThoseOfTwo)
{
    m_rig.Process(GradientOf(1, 5, 0, 10));
    EXPECT_EQ(m_rig.Process(GradientOf(1, 6, 0, 11)), kPreempted);
    EXPECT_EQ(m_rig.Process(GradientOf(1, 7, 0, 11)), kPassedThrough);
}

TEST_F(EsaCollision, AnEqualPriorityPassesThroughUnchanged)
{
    m_rig.Process(GradientOf(1, 5, 0, 10));
    InaPacket packet = GradientOf(2, 7, 1, 10);
    packet.sum.values = PayloadRef(FragmentValues{222});
    EXPECT_EQ(m_rig.Process(packet), kPassedThrough);
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_EQ(packet.job, 2);
    EXPECT_EQ(packet.seq, 7U);
    EXPECT_EQ(packet.bitmap, 0b10U);
    EXPECT_EQ(packet.priority, 10);
    EXPECT_TRUE(packet.collision);
    EXPECT_EQ(packet.sum.digest, DigestOf(2, 7, 1));
    ASSERT_TRUE(packet.sum.values);
    EXPECT_EQ(packet.sum.values.Values()[0], 222);

    InaPacket last = GradientOf(1, 5, 1, 10);
    EXPECT_EQ(m_rig.Process(last), kCompletedHere);
    EXPECT_EQ(last.sum.digest, DigestOf(1, 5, 0) + DigestOf(1, 5, 1));
}

TEST_F(EsaCollision, WhoeverPassesThroughHalvesTheResidentsPriority)
{
    m_rig.Process(GradientOf(1, 5, 0, 9));
    EXPECT_EQ(m_rig.Process(GradientOf(2, 7, 0, 9)), kPassedThrough);
    InaPacket next = GradientOf(2, 8, 0, 5);
    EXPECT_EQ(m_rig.Process(next), kPreempted) << "9 was shifted to 4";
    EXPECT_EQ(next.priority, 4);
}

TEST_F(EsaCollision, DowngradesLeadDownToZeroAndNoFurther)
{
    m_rig.Process(GradientOf(1, 5, 0, 8));
    for (uint32_t seq = 0; seq < 4; ++seq)
    {
        EXPECT_EQ(m_rig.Process(GradientOf(2, seq, 0, 0)), kPassedThrough); // 4, 2, 1, 0
    }
    EXPECT_EQ(m_rig.Process(GradientOf(2, 4, 0, 0)), kPassedThrough) << "0 is not above 0";
    InaPacket least = GradientOf(2, 5, 0, 1);
    EXPECT_EQ(m_rig.Process(least), kPreempted);
    EXPECT_EQ(least.priority, 0);
}

TEST_F(EsaCollision, TheResidentTakesThePriorityOfItsTasksLastFragment)
{
    for (const uint8_t priority : {200, 20})
    {
        InaPacket fragment = GradientOf(1, 5, priority == 200 ? 0 : 1, priority);
        fragment.fanIn = 3;
        m_rig.Process(fragment);
    }
    EXPECT_EQ(m_rig.Process(GradientOf(2, 7, 0, 20)), kPassedThrough) << "not above 20";
    EXPECT_EQ(Fetch(1, 5).priority, 10) << "half of 20, not of 200";
}

TEST_F(EsaCollision, ALaterFragmentRenewsADowngradedPriority)
{
    InaPacket first = GradientOf(1, 5, 0, 100);
    first.fanIn = 3;
    m_rig.Process(first);
    m_rig.Process(GradientOf(2, 7, 0, 1)); // leaves 50
    InaPacket second = GradientOf(1, 5, 1, 90);
    second.fanIn = 3;
    m_rig.Process(second);
    EXPECT_EQ(m_rig.Process(GradientOf(2, 8, 0, 90)), kPassedThrough);
}

TEST_F(EsaCollision, ADroppedDuplicateDoesNotRenewThePriority)
{
    m_rig.Process(GradientOf(1, 5, 0, 10));
    m_rig.Process(GradientOf(1, 5, 0, 255));
    EXPECT_EQ(m_rig.Process(GradientOf(2, 7, 0, 11)), kPreempted);
}

TEST(AtpCollision, FirstComeIsFirstServedWhateverThePriority)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0, 0));
    InaPacket packet = GradientOf(2, 7, 0, 255);
    EXPECT_EQ(rig.Process(packet), kPassedThrough);
    EXPECT_TRUE(packet.collision);
    EXPECT_EQ(packet.sum.digest, DigestOf(2, 7, 0));
}

TEST(AtpCollision, ASumThatWaitsForItsResultIsStillInTheWay)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 1));
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0)), kPassedThrough);
    // Once it is free, later fragments of the task that collided take it.
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 1, 5)), kReleased);
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 1)), kAllocated);
}

TEST(StrawCollision, Straw1AlwaysPreempts)
{
    PipelineRig rig("straw1");
    for (int draw = 0; draw < 3; ++draw)
    {
        rig.random.Then(0.999); // no matter whether it draws a number
    }
    rig.Process(GradientOf(1, 5, 0, 255));
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0, 0)), kPreempted);
    InaPacket back = GradientOf(1, 5, 1, 0);
    EXPECT_EQ(rig.Process(back), kPreempted) << "with equal priorities too";
    EXPECT_EQ(back.job, 2);
}

TEST(StrawCollision, Straw2DrawsWhateverThePriorities)
{
    PipelineRig rig("straw2");
    rig.Process(GradientOf(1, 5, 0, 100));
    rig.random.Then(0.5);
    InaPacket packet = GradientOf(2, 7, 0, 255);
    EXPECT_EQ(rig.Process(packet), kPassedThrough);
    EXPECT_TRUE(packet.collision);
    rig.random.Then(0.499);
    InaPacket winner = GradientOf(2, 8, 0, 1);
    EXPECT_EQ(rig.Process(winner), kPreempted);
    EXPECT_EQ(winner.priority, 100) << "there is no downgrade";
    EXPECT_EQ(rig.random.Left(), 0U);
}

TEST(StrawCollision, Straw2DrawsForCollisionsOnly)
{
    PipelineRig rig("straw2"); // there is no number to draw
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.Process(GradientOf(1, 5, 1)), kCompletedHere);
}

TEST(StrawCollision, TheChanceOfStraw2IsAParameter)
{
    PipelineRig rig("straw2", 1, {{"straw2.preempt_probability", 0.25}});
    rig.Process(GradientOf(1, 5, 0));
    rig.random.Then(0.25);
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0)), kPassedThrough);
    rig.random.Then(0.2499);
    EXPECT_EQ(rig.Process(GradientOf(2, 8, 0)), kPreempted);
}

} // namespace
} // namespace ns3::esa
