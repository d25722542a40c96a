// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Collisions.

#include "core/switch/group-job.h"

namespace ns3::esa
{
namespace
{

TEST(EsaCollision, AHigherPrioritySwapsThePacketWithTheAggregator)
{
    PipelineRig rig("esa");
    InaPacket resident = GradientOf(1, 5, 0, 10);
    resident.fanIn = 3;
    resident.ecn = true;
    resident.sum.values = PayloadRef(FragmentValues{111});
    rig.Process(resident);
    InaPacket second = GradientOf(1, 5, 2, 10);
    second.fanIn = 3;
    second.sum.values = PayloadRef(FragmentValues{1000});
    rig.Process(second);

    InaPacket packet = GradientOf(2, 7, 1, 11);
    packet.sum.values = PayloadRef(FragmentValues{222});
    EXPECT_EQ(rig.Process(packet), kPreempted);

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
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);

    // ... and the new task replaces the resident completely.
    InaPacket newcomer = ControlPacketOf(PacketKind::Reminder, 2, 7);
    EXPECT_EQ(rig.Process(newcomer), kFetched);
    EXPECT_EQ(newcomer.bitmap, 0b10U);
    EXPECT_EQ(newcomer.fanIn, 2);
    EXPECT_EQ(newcomer.priority, 11);
    EXPECT_FALSE(newcomer.ecn);
    EXPECT_EQ(newcomer.sum.digest, DigestOf(2, 7, 1));
    ASSERT_TRUE(newcomer.sum.values);
    EXPECT_EQ(newcomer.sum.values.Values()[0], 222);
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

/// A copy of the arguments of the rule under test. The original exists only during the call.
struct QueryTarget
{
    CollidingTask resident;
    CollidingTask newcomer;
};

std::deque<QueryTarget> g_questions; ///< the questions, oldest first

/// A rule that notes the question and downgrades the resident.
CollisionDecision
Note(const Collision& collision)
{
    g_questions.push_back({collision.resident, collision.newcomer});
    return CollisionDecision::PassThroughAndDowngrade;
}

TEST(CollisionView, TellsARuleWhatASwitchKnows)
{
    g_questions.clear();
    SystemRecord record = *FindSystem("esa");
    record.onSwitch.collide = &Note;
    const System system(record);
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 1, random);
    const auto process = [&pipeline](InaPacket packet, double microseconds) {
        packet.fanIn = 5;
        packet.aggregator = 0;
        pipeline.Process(packet, FromMicroseconds(microseconds));
    };
    process(GradientOf(1, 5, 0, 40), 1);
    process(GradientOf(1, 5, 1, 30), 2); // the last fragment's priority counts
    process(GradientOf(2, 9, 3, 20), 5);
    process(GradientOf(2, 9, 4, 20), 6);
    process(GradientOf(1, 5, 2, 28), 7); // sets the priority anew
    process(GradientOf(2, 9, 0, 20), 9);

    ASSERT_EQ(g_questions.size(), 3U);
    const QueryTarget& first = g_questions[0];
    EXPECT_EQ(first.resident.job, 1);
    EXPECT_EQ(first.resident.priority, 30);
    EXPECT_EQ(first.resident.Missing(), 3U);
    EXPECT_FALSE(first.resident.isDowngraded);
    EXPECT_EQ(first.newcomer.job, 2);
    EXPECT_EQ(first.newcomer.priority, 20);
    EXPECT_EQ(first.newcomer.Missing(), 4U);
    EXPECT_EQ(first.resident.age, FromMicroseconds(4)) << "since its first fragment";
    EXPECT_EQ(first.resident.idle, FromMicroseconds(3)) << "since its second fragment";
    EXPECT_EQ(first.newcomer.age, Picoseconds(0));
    EXPECT_EQ(first.newcomer.idle, Picoseconds(0));
    EXPECT_TRUE(g_questions[1].resident.isDowngraded);
    EXPECT_EQ(g_questions[1].resident.priority, 15);
    EXPECT_FALSE(g_questions[2].resident.isDowngraded) << "a fragment has renewed the priority";
    EXPECT_EQ(g_questions[2].resident.Missing(), 2U);
}

/// The younger sum makes room.
CollisionDecision
KeepOlderThanFive(const Collision& collision)
{
    return collision.resident.age < FromMicroseconds(5) ? CollisionDecision::Preempt
                                                        : CollisionDecision::PassThrough;
}

TEST(CollisionView, TheAgeOfASumBeginsWhenItTakesTheAggregator)
{
    SystemRecord record = *FindSystem("esa");
    record.onSwitch.collide = &KeepOlderThanFive;
    const System system(record);
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 1, random);
    const auto process = [&pipeline](InaPacket packet, double microseconds) {
        packet.aggregator = 0;
        return pipeline.Process(packet, FromMicroseconds(microseconds));
    };
    EXPECT_EQ(process(GradientOf(1, 5, 0), 1), kAllocated);
    EXPECT_EQ(process(GradientOf(2, 7, 0), 5), kPreempted);
    EXPECT_EQ(process(GradientOf(3, 9, 0), 9), kPreempted) << "who preempts begins anew";
    EXPECT_EQ(process(GradientOf(3, 9, 1), 10), kCompletedHere);
    EXPECT_EQ(process(GradientOf(1, 6, 0), 20), kAllocated);
    EXPECT_EQ(process(GradientOf(2, 8, 0), 24), kPreempted) << "as does who finds it free";
    EXPECT_EQ(process(GradientOf(1, 6, 0), 29), kPassedThrough);
}

// A sum says that another task has requested its aggregator (SwitchPart::reportsContention), but
// not to the group above.

TEST(Contention, EndsWithItsTask)
{
    PipelineRig rig("a2tp", 1);
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0)), kPassedThrough);
    InaPacket sum = GradientOf(1, 5, 1);
    EXPECT_EQ(rig.Process(sum), kCompletedForPs);
    EXPECT_TRUE(sum.collision);
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 1, 5)), kReleased);
    rig.Process(GradientOf(3, 9, 0));
    InaPacket next = GradientOf(3, 9, 1);
    EXPECT_EQ(rig.Process(next), kCompletedForPs);
    EXPECT_FALSE(next.collision);
}

TEST(Contention, DoesNotKeepASumFromTheGroupAbove)
{
    const AggregationPlan racks =
        WithIndexes(AggregationPlan({kHome, kHome, kHome, kHome, kFar, kFar, kFar, kFar}, kHome, 2),
                    "a2tp");
    RackSite far("a2tp", kFar, racks);
    InaPacket first = FragmentOf(racks, 4, 5, 4);
    InaPacket other = GradientOf(2, 7, 0);
    other.aggregator = first.aggregator;
    EXPECT_EQ(far.Process(first), kAllocated);
    EXPECT_EQ(far.Process(other), kPassedThrough);
    InaPacket sum = FragmentOf(racks, 5, 5, 4);
    EXPECT_EQ(far.Process(sum).outcome, Outcome::Completed);
    EXPECT_EQ(sum.kind, PacketKind::Gradient);
    EXPECT_FALSE(sum.collision);
}

} // namespace
} // namespace ns3::esa
