// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The mean use of aggregators in a period.

#include "ns3/esa-occupancy.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

TEST(Occupancy, TheAggregatorsOfAllStatesAreAllAggregators)
{
    // One aggregator is never free. Both of its means end in half of a thousandth.
    AggregatorTable table(1);
    OccupancyMeter meter({&table}, Picoseconds(0));
    table.SetState(table.At(0), AggregatorState::Aggregating, Picoseconds(0));
    table.SetState(table.At(0), AggregatorState::Waiting, Picoseconds(500500000));
    const OccupancySample sample = meter.Take(Picoseconds(1000000000));
    EXPECT_EQ(sample.free.count, 0);
    EXPECT_EQ(sample.free.count + sample.aggregating.count + sample.waiting.count, 1000);
    EXPECT_NEAR(static_cast<double>(sample.aggregating.count), 500.5, 0.6);
}

} // namespace
} // namespace ns3::esa
