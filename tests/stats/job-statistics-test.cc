/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The iterations of jobs.

#include "ns3/esa-job-statistics.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa::test
{
namespace
{

TEST(JobStatisticsTest, TheEndOfAJobIsKnownWhenAllWorkersHaveSaidTheirs)
{
    JobStatistics statistics;
    statistics.AddJob(2, 3, 1000);
    statistics.AddJob(1, 3, 1000);
    std::vector<Picoseconds> ends;
    statistics.SetJobEndingCallback([&ends](Picoseconds end) { ends.push_back(end); });
    statistics.OnEnding(0, Picoseconds(70));
    EXPECT_TRUE(ends.empty());
    statistics.OnEnding(1, Picoseconds(50));
    statistics.OnEnding(0, Picoseconds(60));
    EXPECT_EQ(ends, (std::vector<Picoseconds>{Picoseconds(50), Picoseconds(70)}));
}

} // namespace
} // namespace ns3::esa::test
