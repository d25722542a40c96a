// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets with more indexes than a switch has aggregators.

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-job-racks.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa::test
{
namespace
{

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

TEST(SummingSwitches, AreThoseThatAddSomething)
{
    const SwitchId a{0};
    const SwitchId b{1};
    const SwitchId c{2};
    EXPECT_EQ(SummingSwitches(JobRacks({a, a}, b)), std::set<SwitchId>{a});
    EXPECT_EQ(SummingSwitches(JobRacks({a}, b)), std::set<SwitchId>{});
    EXPECT_EQ(SummingSwitches(JobRacks({a, b}, c)), std::set<SwitchId>{c});
    EXPECT_EQ(SummingSwitches(JobRacks({a, a, b}, c)), (std::set<SwitchId>{a, c}));
    EXPECT_EQ(SummingSwitches(JobRacks({a, a, b}, c, 2)), (std::set<SwitchId>{a, c}))
        << "with groups of two";
    EXPECT_EQ(SummingSwitches(JobRacks(2)), std::set<SwitchId>{SwitchId{0}});
}

} // namespace
} // namespace ns3::esa::test
