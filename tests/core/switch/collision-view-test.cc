/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/switch/pipeline-rig.h"

#include <deque>

namespace ns3::esa
{
namespace
{

/// A copy of what the rule under test was asked. The original exists only during the call.
struct QueryTarget
{
    CollidingTask resident;
    CollidingTask newcomer;
    Picoseconds residentAge;
};

std::deque<QueryTarget> g_questions; ///< the questions, oldest first

/// A rule that notes the question and downgrades the resident.
CollisionDecision
Note(const Collision& collision)
{
    g_questions.push_back({collision.resident, collision.newcomer, collision.residentAge});
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
    EXPECT_EQ(first.residentAge, FromMicroseconds(3)) << "since its second fragment";
    EXPECT_TRUE(g_questions[1].resident.isDowngraded);
    EXPECT_EQ(g_questions[1].resident.priority, 15);
    EXPECT_FALSE(g_questions[2].resident.isDowngraded) << "a fragment has renewed the priority";
    EXPECT_EQ(g_questions[2].resident.Missing(), 2U);
}

} // namespace
} // namespace ns3::esa
