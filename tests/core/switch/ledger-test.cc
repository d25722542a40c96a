// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "core/switch/pipeline-rig.h"

#include <set>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kSecond{1'000'000'000'000}; ///< a second, for round numbers

TEST(PipelineLedger, CountsAreByOutcome)
{
    PipelineRig rig("esa");
    rig.Process(GradientOf(1, 5, 0, 1));
    rig.Process(GradientOf(1, 5, 0, 1));
    rig.Process(GradientOf(2, 5, 0, 2));
    rig.Process(GradientOf(2, 5, 1, 2));
    EXPECT_EQ(rig.pipeline.Count(Outcome::Allocated), 1U);
    EXPECT_EQ(rig.pipeline.Count(Outcome::Duplicate), 1U);
    EXPECT_EQ(rig.pipeline.Count(Outcome::Preempted), 1U);
    EXPECT_EQ(rig.pipeline.Count(Outcome::Completed), 1U);
    EXPECT_EQ(rig.pipeline.Received(), 4U);
}

TEST(PipelineLedger, OutcomesHaveNamesOfTheirOwn)
{
    std::set<std::string> names;
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        names.insert(OutcomeName(static_cast<Outcome>(outcome)));
    }
    EXPECT_EQ(names.size(), kOutcomes);
    EXPECT_STREQ(OutcomeName(Outcome::Allocated), "Allocated");
    EXPECT_STREQ(OutcomeName(Outcome::Malformed), "Malformed");
}

TEST(PipelineLedger, OccupiedTimeRunsFromAllocationToRelease)
{
    PipelineRig rig("esa");
    rig.Process(GradientOf(1, 5, 0), 1 * kSecond);
    InaPacket other = GradientOf(2, 7, 0);
    other.aggregator = 1;
    rig.Process(other, 2 * kSecond);
    rig.Process(GradientOf(1, 5, 1), 4 * kSecond);
    const auto& table = rig.pipeline.Table();
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(4 * kSecond), 3 + 2);
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(10 * kSecond), 3 + 8);
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(10 * kSecond), 0);
}

TEST(PipelineLedger, AChangeToldLateCountsAsIfItHadComeInOrder)
{
    AggregatorTable table(2);
    table.SetState(table.At(1), AggregatorState::Aggregating, 3 * kSecond);
    table.SetState(table.At(0), AggregatorState::Aggregating, 1 * kSecond);
    table.SetState(table.At(0), AggregatorState::Waiting, 2 * kSecond);
    table.SetState(table.At(1), AggregatorState::Free, 7 * kSecond);
    table.SetState(table.At(0), AggregatorState::Free, 6 * kSecond);
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(9 * kSecond), 4 + 5);
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(9 * kSecond), 4);
}

TEST(PipelineLedger, AggregatorsInUseElsewhereAreAdded)
{
    AggregatorTable table(1);
    table.AddOccupied(2 * kSecond, 1 * kSecond);
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(9 * kSecond), 3);
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(9 * kSecond), 1);
}

TEST(PipelineLedger, APreemptionDoesNotInterruptTheOccupation)
{
    PipelineRig rig("esa");
    rig.Process(GradientOf(1, 5, 0, 1), 1 * kSecond);
    rig.Process(GradientOf(2, 7, 0, 2), 3 * kSecond);
    rig.Process(ControlPacketOf(PacketKind::Reminder, 2, 7), 7 * kSecond);
    EXPECT_DOUBLE_EQ(rig.pipeline.Table().OccupiedSeconds(9 * kSecond), 6);
}

TEST(PipelineLedger, AtpWaitsFromCompletionToTheResult)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0), 0 * kSecond);
    rig.Process(GradientOf(1, 5, 1), 2 * kSecond);
    const auto& table = rig.pipeline.Table();
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(3 * kSecond), 1);
    rig.Process(ControlPacketOf(PacketKind::Result, 1, 5), 5 * kSecond);
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(9 * kSecond), 3);
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(9 * kSecond), 5);
}

TEST(PipelineLedger, AKeptResultIsNotCountedAsInUse)
{
    PipelineRig rig("switchml");
    rig.Process(GradientOf(0, 0, 0), 0 * kSecond);
    rig.Process(GradientOf(0, 0, 1), 2 * kSecond);
    const auto& table = rig.pipeline.Table();
    EXPECT_EQ(table.Occupied(), 0U);
    EXPECT_DOUBLE_EQ(table.OccupiedSeconds(9 * kSecond), 2);
    EXPECT_DOUBLE_EQ(table.WaitingSeconds(9 * kSecond), 0);
}

TEST(PipelineLedger, AJobThatLeavesTakesOnlyWhatIsItsOwn)
{
    PipelineRig rig("esa");
    InaPacket other = GradientOf(2, 5, 0);
    other.aggregator = 1;
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(other);
    EXPECT_EQ(rig.pipeline.RemoveJob(1, Picoseconds(0)), 1U);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
    InaPacket last = GradientOf(2, 5, 1);
    last.aggregator = 1;
    EXPECT_EQ(rig.Process(last), kCompletedHere) << "the other job's sum was left alone";
    EXPECT_EQ(rig.pipeline.RemoveJob(1, Picoseconds(0)), 0U);
}

TEST(PipelineLedger, AFailedSwitchComesBackWithoutItsSums)
{
    for (const auto& system : test::SwitchSystems())
    {
        PipelineRig rig(system);
        rig.Process(GradientOf(1, 5, 0));
        rig.pipeline.LoseSums(kSecond);
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U) << system;
        EXPECT_EQ(rig.Process(GradientOf(1, 5, 0)), kAllocated) << system;
    }
}

// Packets with more indexes than a switch has aggregators

TEST(ScaledIndexes, EachAggregatorGetsItsPartOfThem)
{
    AggregatorTable table(3, 12);
    EXPECT_EQ(table.Size(), 3U);
    EXPECT_EQ(table.Indexes(), 12U);
    for (uint32_t index = 0; index < 12; ++index)
    {
        EXPECT_EQ(&table.At(index), &table.AtPlace(index / 4)) << index;
    }
    AggregatorTable largest(5, 1U << 31);
    EXPECT_EQ(&largest.At((1U << 31) - 1), &largest.AtPlace(4));
}

TEST(ScaledIndexes, ATaskThatLeavesTakesItsIndexAlong)
{
    AggregatorTable table(2, 10);
    uint32_t index = 3;
    table.SwapIndex(table.At(3), index);
    index = 4; // of another task at the same aggregator
    table.SwapIndex(table.At(4), index);
    EXPECT_EQ(index, 3U);
    index = 0;
    table.SwapIndex(table.At(0), index);
    EXPECT_EQ(index, 4U);
}

TEST(ScaledIndexes, AreTheSameWhereEachAggregatorHasItsOwn)
{
    AggregatorTable table(4);
    EXPECT_EQ(table.Indexes(), 4U);
    uint32_t index = 2;
    table.SwapIndex(table.At(2), index);
    EXPECT_EQ(index, 2U);
}

} // namespace
} // namespace ns3::esa
