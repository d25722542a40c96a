// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// SwitchProperty fetches sums of one group; here is what it does not draw.

#include "core/switch-systems.h"
#include "core/switch/pipeline-rig.h"

namespace ns3::esa
{
namespace
{

TEST(PipelineFetch, AnUrgentReminderIsAnsweredWhetherItFindsSomethingOrNot)
{
    constexpr Decision kMissed{Outcome::FetchMissed, Egress::ToParameterServer};
    PipelineRig rig("esa");
    InaPacket miss = ControlPacketOf(PacketKind::Reminder, 1, 5);
    miss.urgent = true;
    miss.bitmap = 0b1;
    miss.sum.digest = 12345;
    EXPECT_EQ(rig.Process(miss), kMissed);
    EXPECT_EQ(miss.kind, PacketKind::Partial);
    EXPECT_TRUE(miss.urgent);
    EXPECT_EQ(miss.bitmap, 0U);
    EXPECT_EQ(miss.sum.digest, 0U);
    rig.Process(GradientOf(1, 5, 1));
    InaPacket hit = ControlPacketOf(PacketKind::Reminder, 1, 5);
    hit.urgent = true;
    EXPECT_EQ(rig.Process(hit), kFetched);
    EXPECT_EQ(hit.kind, PacketKind::Partial);
    EXPECT_TRUE(hit.urgent);
    EXPECT_EQ(hit.bitmap, 0b10U);
}

TEST(PipelineFetch, APreemptedSumIsNoAnswer)
{
    PipelineRig rig("straw1");
    rig.Process(GradientOf(1, 5, 1));
    InaPacket newcomer = GradientOf(2, 7, 0);
    EXPECT_EQ(rig.Process(newcomer).outcome, Outcome::Preempted);
    EXPECT_FALSE(newcomer.urgent);
}

TEST(PipelineFetch, QueriesAndForwardedResultsGoToTheirWorker)
{
    constexpr Decision kForwarded{Outcome::Forwarded, Egress::ToWorker};
    PipelineRig rig("esa");
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Query, 1, 5)), kForwarded);
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Forward, 1, 5)), kForwarded);
}

TEST(PipelineResult, ElsewhereAResultFromThePsJustPasses)
{
    const auto isElsewhere = [](const SystemRecord& system) {
        return system.onSwitch.release != ReleaseRule::OnResult;
    };
    for (const auto& system : test::SwitchSystemsWhere(isElsewhere))
    {
        PipelineRig rig(system);
        rig.Process(GradientOf(1, 5, 0));
        InaPacket result = ControlPacketOf(PacketKind::Result, 2, 7);
        result.sum.digest = 42;
        EXPECT_EQ(rig.Process(result), kReturned) << system;
        EXPECT_EQ(result.sum.digest, 42U);
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
    }
}

TEST(PipelineResult, FreesNoOtherTasksAggregatorUnlessAnAgeIsSet)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 2, 7), FromMicroseconds(1e6)),
              kReturned);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
}

TEST(PipelineForward, WhatIsNotForTheSwitchGoesOnToThePsUnchanged)
{
    for (const auto& system : test::SwitchSystems())
    {
        for (const PacketKind kind : {PacketKind::Partial, PacketKind::WorkerReminder})
        {
            PipelineRig rig(system);
            rig.Process(GradientOf(1, 5, 0));
            InaPacket packet = ControlPacketOf(kind, 1, 5);
            packet.bitmap = 0b10;
            packet.sum.digest = 42;
            EXPECT_EQ(rig.Process(packet), kForwarded) << system;
            EXPECT_EQ(packet.kind, kind);
            EXPECT_EQ(packet.bitmap, 0b10U);
            EXPECT_EQ(packet.sum.digest, 42U);
            EXPECT_EQ(rig.Process(GradientOf(1, 5, 1)).outcome, Outcome::Completed)
                << "the aggregator still holds worker 0's fragment only";
        }
    }
}

} // namespace
} // namespace ns3::esa
