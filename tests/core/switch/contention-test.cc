/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A sum says that another task has asked for its aggregator (SwitchPart::reportsContention).

#include "core/switch/pipeline-rig.h"

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
