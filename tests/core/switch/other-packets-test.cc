// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets that are no fragments, and malformed ones.

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

TEST(PipelineResult, FreesNoOtherTasksAggregatorUnlessAnAgeIsSet)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 2, 7), FromMicroseconds(1e6)),
              kReturned);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
}

// A switch receives packets that no worker or PS of this library sends. It counts and drops them,
// and its aggregators stay as they are.

/// A fan-in and a bitmap of a gradient that contradict each other.
struct BadWorkers
{
    uint8_t fanIn;   ///< fan-in
    uint32_t bitmap; ///< bitmap
};

constexpr BadWorkers kBadWorkers[] = {
    {0, 0},
    {0, 1},
    {2, 0},
    {2, 0b100},
    {2, 0b111},
    {2, UINT32_MAX},
    {31, 0x80000000},
    {33, 1},
    {255, UINT32_MAX},
};

TEST(MalformedPipeline, GradientsOfImpossibleWorkersAreDropped)
{
    for (const auto& system : test::SwitchSystems())
    {
        PipelineRig rig(system);
        uint64_t dropped = 0;
        for (const auto& [fanIn, bitmap] : kBadWorkers)
        {
            InaPacket packet = GradientOf(1, 5, 0, 255);
            packet.fanIn = fanIn;
            packet.bitmap = bitmap;
            EXPECT_EQ(rig.Process(packet), kMalformed) << +fanIn << ' ' << bitmap;
            EXPECT_EQ(rig.pipeline.Count(Outcome::Malformed), ++dropped);
            EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
        }
    }
}

TEST(MalformedPipeline, SystemsWhoseHostsSumTakeNoGradient)
{
    for (const auto& system : Systems())
    {
        if (system.SumsInHosts())
        {
            PipelineRig rig(system.name);
            EXPECT_EQ(rig.Process(GradientOf(1, 5, 0)), kMalformed) << system.name;
            EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U) << system.name;
        }
    }
}

} // namespace
} // namespace ns3::esa
