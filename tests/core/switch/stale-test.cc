// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "core/switch/pipeline-rig.h"

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kStaleAge = FromMicroseconds(1000);
constexpr Decision kReclaimed{Outcome::Reclaimed, Egress::ToWorkers};

/// A switch whose aggregator 0 holds one of two fragments of job 1, seq 5.
class StaleAggregator : public ::testing::Test
{
  protected:
    explicit StaleAggregator(const std::string& system = "atp")
        : rig(system)
    {
        rig.Process(GradientOf(1, 5, 0));
    }

    /// Another task's result passes. @return the switch's decision
    Decision PassResult(Picoseconds now)
    {
        InaPacket result = ControlPacketOf(PacketKind::Result, 2, 7);
        return rig.pipeline.Process(result, now);
    }

    PipelineRig rig; ///< the switch
};

TEST_F(StaleAggregator, IsFreedByAnotherTasksResult)
{
    rig.pipeline.SetStaleAge(kStaleAge);
    EXPECT_EQ(PassResult(kStaleAge), kReclaimed);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
    EXPECT_EQ(PassResult(kStaleAge), kReturned) << "there is nothing left to free";
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Resend, 1, 5)).outcome, Outcome::FetchMissed);
}

TEST_F(StaleAggregator, StaysWhileItIsYoung)
{
    rig.pipeline.SetStaleAge(kStaleAge);
    EXPECT_EQ(PassResult(kStaleAge - Picoseconds(1)), kReturned);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
}

TEST_F(StaleAggregator, StaysUnlessAnAgeIsSet)
{
    EXPECT_EQ(PassResult(1000 * kStaleAge), kReturned);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
}

TEST_F(StaleAggregator, IsYoungAgainAfterAnAddition)
{
    PipelineRig three("atp");
    three.pipeline.SetStaleAge(kStaleAge);
    for (uint16_t worker = 0; worker < 2; ++worker)
    {
        InaPacket fragment = GradientOf(1, 5, worker);
        fragment.fanIn = 3;
        three.pipeline.Process(fragment, worker * kStaleAge);
    }
    InaPacket result = ControlPacketOf(PacketKind::Result, 2, 7);
    EXPECT_EQ(three.pipeline.Process(result, 2 * kStaleAge - Picoseconds(1)), kReturned);
    EXPECT_EQ(three.pipeline.Process(result, 2 * kStaleAge), kReclaimed);
}

TEST_F(StaleAggregator, IsYoungWhenItIsTakenAgain)
{
    rig.pipeline.SetStaleAge(kStaleAge);
    InaPacket own = ControlPacketOf(PacketKind::Result, 1, 5);
    EXPECT_EQ(rig.pipeline.Process(own, kStaleAge), kReleased);
    InaPacket fragment = GradientOf(1, 6, 0);
    fragment.aggregator = 0;
    EXPECT_EQ(rig.pipeline.Process(fragment, kStaleAge).outcome, Outcome::Allocated);
    EXPECT_EQ(PassResult(2 * kStaleAge - Picoseconds(1)), kReturned);
    EXPECT_EQ(PassResult(2 * kStaleAge), kReclaimed);
}

TEST_F(StaleAggregator, IsFreedEvenWhereACompleteSumWaits)
{
    // The result for which it waits may never pass this switch.
    rig.pipeline.SetStaleAge(kStaleAge);
    rig.Process(GradientOf(1, 5, 1));
    EXPECT_EQ(PassResult(kStaleAge), kReclaimed);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
}

TEST_F(StaleAggregator, IsStillReleasedByItsOwnResult)
{
    rig.pipeline.SetStaleAge(kStaleAge);
    InaPacket result = ControlPacketOf(PacketKind::Result, 1, 5);
    EXPECT_EQ(rig.pipeline.Process(result, kStaleAge), kReleased);
}

TEST(StaleAggregatorElsewhere, IsNoBusinessOfOtherSystems)
{
    const auto isOther = [](const SystemRecord& system) { return !system.onSwitch.reclaimsStale; };
    for (const auto& system : test::SwitchSystemsWhere(isOther))
    {
        PipelineRig rig(system);
        rig.pipeline.SetStaleAge(kStaleAge);
        rig.Process(GradientOf(1, 5, 0));
        InaPacket result = ControlPacketOf(PacketKind::Result, 2, 7);
        EXPECT_EQ(rig.pipeline.Process(result, kStaleAge), kReturned) << system;
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U) << system;
    }
}

TEST(FailedSwitch, ComesBackWithoutItsSums)
{
    for (const auto& system : test::SwitchSystemsWhere([](const SystemRecord&) { return true; }))
    {
        PipelineRig rig(system);
        rig.Process(GradientOf(1, 5, 0));
        rig.pipeline.Forget(kStaleAge);
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U) << system;
        EXPECT_EQ(rig.Process(GradientOf(1, 5, 0)), kAllocated) << system;
    }
}

} // namespace
} // namespace ns3::esa
