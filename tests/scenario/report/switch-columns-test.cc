// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Columns that follow from the counts of switches.

#include "ns3/esa-run-counters.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

TEST(SwitchColumns, TheFragmentThatCompletesASumIsAnAdditionToo)
{
    JobStatistics statistics;
    statistics.AddJob(1, 1);
    IterationRecord record;
    record.lastResult = record.end = Picoseconds(1'000'000'000'000); // a second
    statistics.OnIteration(record);
    SwitchUse use;
    use.aggregators = 10;
    use.occupiedS = 4;
    use.waitingS = 1;
    use.counts[static_cast<std::size_t>(Outcome::Aggregated)] = 30;
    use.counts[static_cast<std::size_t>(Outcome::Completed)] = 20;
    RunResult result;
    AddSwitches({use}, statistics, result);
    EXPECT_DOUBLE_EQ(result.additionsPerAggregatorS, 5);
    EXPECT_DOUBLE_EQ(result.occupiedShare, 0.4);
    EXPECT_DOUBLE_EQ(result.waitingShare, 0.1);
}

} // namespace
} // namespace ns3::esa::test
