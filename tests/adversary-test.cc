/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "adversary.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

namespace ns3::esa
{
namespace
{

/// Schedules of each system; ESA_SCHEDULES asks for more.
uint64_t
Schedules()
{
    const char* wanted = std::getenv("ESA_SCHEDULES");
    return wanted ? std::strtoull(wanted, nullptr, 10) : 2000;
}

/// Random schedules of one system.
class AdversaryTest : public testing::TestWithParam<std::string>
{
};

TEST_P(AdversaryTest, EveryFragmentCountsExactlyOnce)
{
    const char* replay = std::getenv("ESA_REPLAY");
    uint64_t first = 1;
    uint64_t last = Schedules();
    if (replay)
    {
        const std::string wanted = replay;
        const auto colon = wanted.find(':');
        if (wanted.substr(0, colon) != GetParam())
        {
            GTEST_SKIP() << "another system is replayed";
        }
        first = last = std::strtoull(wanted.c_str() + colon + 1, nullptr, 10);
    }
    ScheduleReport sum;
    for (uint64_t seed = first; seed <= last; ++seed)
    {
        const Schedule schedule = Schedule::Random(GetParam(), seed);
        const ScheduleReport report = Adversary(schedule).Run();
        ASSERT_EQ(report.violation, "") << schedule.Describe();
        sum.lost += report.lost;
        sum.duplicated += report.duplicated;
        sum.delayed += report.delayed;
        sum.paused += report.paused;
        sum.results += report.results;
        sum.repairs += report.repairs;
    }
    std::cout << GetParam() << ": " << last - first + 1 << " schedules, " << sum.results
              << " results, " << sum.lost << " packets lost, " << sum.duplicated << " duplicated, "
              << sum.delayed << " delayed, " << sum.paused << " pauses, " << sum.repairs
              << " repairs, 0 violations\n";
    EXPECT_TRUE(replay || (sum.lost > 0 && sum.duplicated > 0 && sum.repairs > 0))
        << "the network did no harm";
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         AdversaryTest,
                         testing::Values("esa", "atp", "switchml", "straw1", "straw2"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
