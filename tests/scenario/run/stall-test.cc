// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// @return a scenario of three workers, with some settings
ValidScenario
Small(const std::vector<std::string>& settings)
{
    return ReadOnPaper("tests/scenario/cases/long-links.json", Overrides(settings)).scenario;
}

/// @return whether a run with the least limit ends with results
bool
IsServed(const std::vector<std::string>& settings, const std::string& system = "esa")
{
    RunControl control;
    control.stallAfter = NanoSeconds(1);
    return RunScenario(Small(settings), system, 1, control)->resultsChecked > 0;
}

TEST(Stall, WhatTheScenarioItselfDemandsDoesNotCount)
{
    EXPECT_TRUE(IsServed({"dnns.S.layers=[{\"compute_us\":3e7}]"})) << "30 s of computation";
    EXPECT_TRUE(IsServed({"jobs.start_max_us=10000000"}));
    EXPECT_TRUE(IsServed({"link.delay_us=1000000"}));
    EXPECT_TRUE(IsServed({"faults.worker_pauses=[{\"job\":0,\"worker\":1,\"at_us\":5,"
                          "\"duration_us\":10000000}]"}));
    EXPECT_TRUE(IsServed({"recovery.enabled=true", "rto.min_us=1000000"}));
    EXPECT_TRUE(IsServed({"flow.protocol=simple"}, "ring"));
    EXPECT_TRUE(IsServed({"rto.check_us=10000000",
                          "recovery.enabled=false",
                          "jobs.count=2",
                          "topology.hosts=6",
                          "jitter.mode=partition",
                          "switch.memory_bytes=600"},
                         "straw1"))
        << "a PS looks at its timers every 10 s";
}

TEST(Stall, ASlowRunNeedsALargerLimit)
{
    const ValidScenario scenario =
        Small({"link.rate_gbps=0.001", R"(dnns.S.partitions=[{"layer":1,"bytes":2480000}])"});
    RunControl control;
    control.stallAfter = NanoSeconds(1);
    const auto run = [&] { EXPECT_TRUE(RunScenario(scenario, "ring", 1, control)); };
    EXPECT_TRUE(HasText(ErrorOfRun(run), "--stall-after")) << "blocks of a ring take longer";
    control.stallAfter = Seconds(0);
    EXPECT_EQ(ErrorOfRun(run), "none") << "there is no limit";
}

TEST(Stall, ALongPauseCostsFewEvents)
{
    // Systems whose hosts sum have no timers without recovery, so all events are looks.
    const auto result =
        RunScenario(Small({"dnns.S.layers=[{\"compute_us\":1e9}]"}), "ring", 1, RunControl{});
    ASSERT_TRUE(result);
    EXPECT_GT(result->simMs, 1e6);
    EXPECT_LT(result->events, 50000U);
}

} // namespace
} // namespace ns3::esa::test
