// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums with a counter and a threshold (iSwitch).

#include "core/switch/group-job.h"

namespace ns3::esa
{
namespace
{

/// A switch whose sums of four workers leave at a threshold.
class Counter : public testing::Test
{
  protected:
    /// Takes the fragment of a worker.
    Decision Take(uint32_t seq, uint16_t worker)
    {
        last = GradientOf(1, seq, worker);
        last.fanIn = 4;
        return rig.Process(last);
    }

    InaPacket last;                                            ///< what became of the last fragment
    PipelineRig rig{"iswitch", 4, {{"iswitch.threshold", 2}}}; ///< the switch
};

TEST(CounterOfAll, CompletesWithTheLastMember)
{
    PipelineRig rig("iswitch");
    InaPacket first = GradientOf(1, 5, 1);
    InaPacket last = GradientOf(1, 5, 0);
    EXPECT_EQ(rig.Process(first), kAllocated);
    EXPECT_EQ(rig.Process(last), kCompletedHere);
    EXPECT_EQ(last.kind, PacketKind::Result);
    EXPECT_EQ(last.sum.digest, DigestOfAll(1, 5, 2));
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
}

TEST_F(Counter, ASumLeavesAtTheThreshold)
{
    EXPECT_EQ(Take(5, 3), kAllocated);
    EXPECT_EQ(Take(5, 1), kCompletedHere);
    EXPECT_EQ(last.bitmap, 0b1010U);
    EXPECT_EQ(last.sum.digest, DigestOf(1, 5, 3) + DigestOf(1, 5, 1));
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U) << "the segment is clear";
}

TEST_F(Counter, WhatComesLaterIsDropped)
{
    Take(5, 3);
    Take(5, 1);
    EXPECT_EQ(Take(5, 0), kStale);
    EXPECT_EQ(Take(9, 0), kAllocated) << "the segment's next task";
    EXPECT_EQ(Take(5, 2), kStale);
    EXPECT_EQ(Take(9, 1), kCompletedHere);
    EXPECT_EQ(last.sum.digest, DigestOf(1, 9, 0) + DigestOf(1, 9, 1));
}

TEST_F(Counter, ALaterTaskTakesTheSegment)
{
    Take(5, 3);
    EXPECT_EQ(Take(9, 3), kAllocated);
    EXPECT_EQ(Take(9, 2), kCompletedHere);
    EXPECT_EQ(last.sum.digest, DigestOf(1, 9, 3) + DigestOf(1, 9, 2));
}

TEST_F(Counter, ASumOfAllWaitsForAll)
{
    for (const uint16_t worker : {3, 1, 0, 2})
    {
        last = GradientOf(1, 5, worker);
        last.fanIn = 4;
        last.urgent = true;
        EXPECT_EQ(rig.Process(last),
                  worker == 3   ? kAllocated
                  : worker == 2 ? kCompletedHere
                                : kAggregated);
    }
    EXPECT_EQ(last.sum.digest, DigestOfAll(1, 5, 4));
    Take(6, 3);
    EXPECT_EQ(Take(6, 1), kCompletedHere) << "at the threshold";
}

TEST_F(Counter, ACopyIsCountedTwice)
{
    Take(5, 3);
    EXPECT_EQ(Take(5, 3), kCompletedHere) << "there is no bitmap";
    EXPECT_EQ(last.sum.digest, 2 * DigestOf(1, 5, 3));
}

TEST_F(Counter, OthersPacketsAndWrongFanInsAreDropped)
{
    Take(5, 3);
    InaPacket other = GradientOf(2, 5, 1);
    other.fanIn = 4;
    EXPECT_EQ(rig.Process(other), kMalformed);
    InaPacket wrong = GradientOf(1, 5, 1);
    wrong.fanIn = 3;
    EXPECT_EQ(rig.Process(wrong), kMalformed);
    EXPECT_EQ(Take(5, 1), kCompletedHere);
}

TEST(CounterOfOne, LeavesWithTheFirst)
{
    PipelineRig rig("iswitch", 4, {{"iswitch.threshold", 1}});
    InaPacket first = GradientOf(1, 5, 1);
    InaPacket last = GradientOf(1, 5, 0);
    EXPECT_EQ(rig.Process(first), kCompletedHere);
    EXPECT_EQ(first.sum.digest, DigestOf(1, 5, 1));
    EXPECT_EQ(rig.Process(last), kStale);
}

} // namespace
} // namespace ns3::esa
