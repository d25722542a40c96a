// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/adversary.h"
#include "core/switch-systems.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

namespace ns3::esa
{
namespace
{

/// Schedules of each system; ESA_SCHEDULES sets more.
uint64_t
Schedules()
{
    const char* wanted = std::getenv("ESA_SCHEDULES");
    return wanted ? std::strtoull(wanted, nullptr, 10) : 1000;
}

/// Prints the totals of schedules, none of which had a violation.
void
Print(const std::string& system, uint64_t schedules, const ScheduleReport& sum)
{
    std::cout << system << ": " << schedules << " schedules, " << sum.results
              << " results; faults: " << sum.lost << " packets lost, " << sum.duplicated
              << " duplicated, " << sum.delayed << " delayed, " << sum.junk << " impossible, "
              << sum.paused << " pauses, " << sum.restarts << " restarts; " << sum.repairs
              << " repairs, 0 violations\n";
}

/// Random schedules of one system.
class AdversaryTest : public testing::TestWithParam<std::string>
{
  protected:
    void SetUp() override
    {
        if (std::getenv("ESA_REPLAY"))
        {
            GTEST_SKIP() << "one schedule is replayed";
        }
    }

    /// Runs schedules, which are made from seeds. @return the totals
    ScheduleReport Sum(uint64_t schedules,
                       Schedule (*make)(const std::string& system, uint64_t seed))
    {
        ScheduleReport sum;
        for (uint64_t seed = 1; seed <= schedules; ++seed)
        {
            const Schedule schedule = make(GetParam(), seed);
            const ScheduleReport report = Adversary(schedule).Run();
            EXPECT_EQ(report.violation, "") << schedule.Describe();
            sum += report;
            if (!report.violation.empty())
            {
                break;
            }
        }
        Print(GetParam(), schedules, sum);
        return sum;
    }

    /// Runs schedules with faults.
    void RunAll(uint64_t schedules, Schedule (*make)(const std::string& system, uint64_t seed))
    {
        const ScheduleReport sum = Sum(schedules, make);
        EXPECT_TRUE(sum.lost > 0 && sum.duplicated > 0 && sum.delayed > 0 && sum.paused > 0 &&
                    sum.junk > 0 && sum.repairs > 0)
            << "the network did no harm";
    }
};

TEST_P(AdversaryTest, EveryFragmentCountsExactlyOnce)
{
    RunAll(Schedules(), &Schedule::Random);
}

TEST_P(AdversaryTest, FaultsMadeOnPurposeAreFound)
{
    const Schedule schedule = Schedule::Random(GetParam(), 1);
    for (const Canary canary : {Canary::WrongGradients, Canary::HiddenLoss, Canary::HiddenCopy})
    {
        EXPECT_NE(Adversary(schedule, canary).Run().violation, "") << static_cast<int>(canary);
    }
}

TEST_P(AdversaryTest, EveryFragmentOfJobsWithGroupsCountsExactlyOnce)
{
    RunAll(std::max<uint64_t>(Schedules() / 5, 1), &Schedule::RandomWithGroups);
}

TEST_P(AdversaryTest, EveryFragmentOfJobsWithTreesCountsExactlyOnce)
{
    RunAll(std::max<uint64_t>(Schedules() / 5, 1), &Schedule::RandomWithTrees);
}

TEST_P(AdversaryTest, WithoutFaultsNothingIsSentTwice)
{
    const ScheduleReport sum =
        Sum(std::max<uint64_t>(Schedules() / 10, 10), &Schedule::RandomWithoutFaults);
    // All outcomes that a system can have occur, and no others.
    const SwitchPart& record = FindSystem(GetParam())->onSwitch;
    const bool isShared = record.memory == MemoryLayout::SharedPool;
    const bool alwaysPreempts = GetParam() == "straw1" || GetParam() == "panama";
    const bool preempts = alwaysPreempts || GetParam() == "esa" || GetParam() == "straw2";
    EXPECT_EQ(sum.Of(Outcome::Preempted) > 0, preempts);
    EXPECT_EQ(sum.Of(Outcome::PassedThrough) > 0, isShared && !alwaysPreempts);
    EXPECT_EQ(sum.Of(Outcome::Fetched) > 0, isShared);
    EXPECT_EQ(sum.Of(Outcome::Released) > 0, record.release == ReleaseRule::OnResult);
}

TEST(AdversaryTests, WithAnAggregatorForEachFragmentThePsOfEsaHasNothingToDo)
{
    std::string error;
    const Schedule schedule = Schedule::Parse(
        "esa:2:jobs=1,workers=4,fragments=24,aggregators=24,linear=1,recovers=0,loss=0,"
        "duplication=0,reordering=0,junk=0,restart=0,racks=1,pause=0",
        error);
    ASSERT_EQ(error, "");
    const ScheduleReport report = Adversary(schedule).Run();
    EXPECT_EQ(report.violation, "");
    EXPECT_EQ(report.Of(Outcome::Allocated), 24U);
    EXPECT_EQ(report.Of(Outcome::Aggregated), 2 * 24U);
    EXPECT_EQ(report.Of(Outcome::Completed), 24U);
    EXPECT_EQ(report.Of(Outcome::Returned), 0U);
}

TEST(AdversaryTests, AResendThatCrossesTheResultTakesTheSumToThePsOnceMore)
{
    // Worker 1 pauses for a millisecond. So worker 0 resends, and its resend reaches the switch 1
    // us before the result does.
    std::string error;
    const Schedule schedule = Schedule::Parse(
        "atp:380:jobs=2,workers=2,group=32,levels=2,spines=0,trees=1,racks=1,fragments=15,"
        "aggregators=8,window=1,ahead=2,restart=0,loss=0,duplication=0,reordering=0,pause=0.01,"
        "junk=0,turn=0,wraps=1,fullPayload=0,recovers=0,linear=1",
        error);
    ASSERT_EQ(error, "");
    const ScheduleReport report = Adversary(schedule).Run();
    EXPECT_EQ(report.violation, "");
    EXPECT_EQ(report.fetchedAgain, 1U);
}

TEST(AdversaryReplay, OfTheScheduleOfTheUserCountsExactlyOnce)
{
    const char* const text = std::getenv("ESA_REPLAY");
    if (!text)
    {
        GTEST_SKIP() << "ESA_REPLAY names no schedule";
    }
    std::string error;
    const Schedule schedule = Schedule::Parse(text, error);
    ASSERT_EQ(error, "") << "ESA_REPLAY is system:seed or system:seed:field=value,...";
    const ScheduleReport report = Adversary(schedule).Run();
    ASSERT_EQ(report.violation, "") << schedule.Describe();
    Print(schedule.system, 1, report);
}

TEST(AdversaryReplay, TheLineMakesTheScheduleAgain)
{
    for (uint64_t seed = 1; seed <= 100; ++seed)
    {
        // The line names all fields, since Random() makes another schedule of this seed.
        const Schedule schedule = Schedule::RandomWithTrees("esa", seed);
        std::string error;
        const Schedule again = Schedule::Parse(schedule.Replay(), error);
        EXPECT_EQ(error, "");
        EXPECT_EQ(again.Describe(), schedule.Describe());
        EXPECT_EQ(again.loss, schedule.loss);
        EXPECT_EQ(again.duplication, schedule.duplication);
        EXPECT_EQ(again.pause, schedule.pause);
        EXPECT_EQ(again.junk, schedule.junk);
    }
}

TEST(AdversaryReplay, ARandomScheduleIsItsSystemAndSeed)
{
    EXPECT_EQ(Schedule::Random("atp", 17).Replay(), "atp:17");
}

TEST(AdversaryReplay, ALineThatCannotBeIsRefused)
{
    for (const std::string line : {"",
                                   "esa",
                                   "esa:",
                                   "nobody:1",
                                   "esa:-1",
                                   "esa:1:jobs",
                                   "esa:1:jobs=4",
                                   "esa:1:jobs=1.5",
                                   "esa:1:loss=x",
                                   "esa:1:loss=0.1x",
                                   "esa:1:loss=nan",
                                   "esa:1:lost=0.1",
                                   "esa:1:jobs=1,,"})
    {
        std::string error;
        Schedule::Parse(line, error);
        EXPECT_NE(error, "") << line;
    }
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         AdversaryTest,
                         testing::ValuesIn(test::RepairingSystems()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
