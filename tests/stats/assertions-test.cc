// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "assertions.h"

#include "ns3/esa-job-statistics.h"
#include "ns3/esa-job-times.h"
#include "ns3/esa-occupancy.h"

#include <sstream>

// Each test breaks an invariant of the statistics. A broken invariant is a bug of this module, not
// a mistake of its user.

namespace ns3::esa
{
namespace
{

TEST(StatsAssertionDeathTest, AWorkerEndsEachIterationOnce)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    JobStatistics statistics;
    statistics.AddJob(1, 1);
    statistics.OnIteration({});
    EXPECT_ASSERTION(statistics.OnIteration({}), "each of its iterations once");
}

TEST(StatsAssertionDeathTest, PeriodsAndNumbersAreNotNegative)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    std::ostringstream out;
    EXPECT_ASSERTION(OccupancyMeter({}, Picoseconds(5)).Take(Picoseconds(5)), "has a length");
    EXPECT_ASSERTION(out << FixedMilli{-1}, "from 0 on");
    EXPECT_ASSERTION(Summarize({}), "of a job at least");
}

} // namespace
} // namespace ns3::esa
