/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A sum says that another task has asked for its aggregator (SwitchPart::reportsContention).

#include "core/switch/group-job.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

TEST(Contention, IsReportedByTheSumOfTheTaskThatKeptItsAggregator)
{
    PipelineRig rig("a2tp");
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0)), kPassedThrough);
    InaPacket last = GradientOf(1, 5, 1);
    EXPECT_EQ(rig.Process(last), kCompletedForPs);
    EXPECT_TRUE(last.collision);
}

TEST(Contention, IsReportedByAPartialSumThatIsFetched)
{
    PipelineRig rig("a2tp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(2, 7, 0));
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    EXPECT_EQ(rig.Process(resend), kFetched);
    EXPECT_TRUE(resend.collision);
}

TEST(Contention, OfAnEarlierTaskIsNotReported)
{
    PipelineRig rig("a2tp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(2, 7, 0));
    rig.Process(GradientOf(1, 5, 1));
    InaPacket result = ControlPacketOf(PacketKind::Result, 1, 5);
    EXPECT_EQ(rig.Process(result), kReleased);
    rig.Process(GradientOf(2, 8, 0));
    InaPacket last = GradientOf(2, 8, 1);
    EXPECT_EQ(rig.Process(last), kCompletedForPs);
    EXPECT_FALSE(last.collision);
}

TEST(Contention, DoesNotKeepASumFromTheGroupAbove)
{
    const JobRacks racks =
        WithIndexes(JobRacks({kHome, kHome, kHome, kHome, kFar, kFar, kFar, kFar}, kHome, 2),
                    "a2tp");
    const JobForwarding atFar(racks, kFar);
    PipelineRig far("a2tp", kGroupAggregators);
    far.pipeline.SetGroups(kGroupJob, atFar.Groups());
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

TEST(Contention, IsReportedInNoOtherSystem)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(2, 7, 0));
    InaPacket last = GradientOf(1, 5, 1);
    EXPECT_EQ(rig.Process(last), kCompletedForPs);
    EXPECT_FALSE(last.collision);
}

} // namespace
} // namespace ns3::esa
