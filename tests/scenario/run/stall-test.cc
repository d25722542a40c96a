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

/// @return the error of a run
std::string
ErrorOf(const ValidScenario& scenario, const std::string& system)
{
    return ErrorOfRun([&] { RunScenario(scenario, system, 1, RunControl{}); });
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
    EXPECT_TRUE(IsServed({"flow.step_us=10000000"}, "ring"));
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

TEST(Stall, ARunEndsAtOnceIfNothingIsLeftToDo)
{
    // hosts that sum have no timers without recovery
    RunControl control;
    control.stallAfter = Seconds(0);
    const std::string error =
        ErrorOfRun([&] { RunScenario(Small({"link.queue_bytes=1514"}), "ring", 1, control); });
    EXPECT_TRUE(HasText(error, "nothing is left to do"));
    EXPECT_TRUE(HasText(error, "recovery.enabled is false"));
}

TEST(Stall, ARunWithoutProgressNamesWhatIsMissing)
{
    const std::string error = ErrorOf(Small({"link.queue_bytes=306", "link.delay_us=100"}), "esa");
    EXPECT_TRUE(HasText(error, "--stall-after"));
    EXPECT_TRUE(HasText(error, "of 3 workers lack results, most of them worker "));
    EXPECT_TRUE(HasText(error, " of job 0, which has "));
    EXPECT_TRUE(HasText(error, " of 200; 0 packets were lost on links (faults), "));
    EXPECT_TRUE(HasText(error, " at full queues (link.queue_bytes = 306)"));
    EXPECT_TRUE(HasText(error, "recovery.enabled is false"));
}

TEST(Stall, ARunWithoutProgressNamesTheQueuesOfAGraph)
{
    const auto scenario = ParseScenario(OnPaper(R"({
        "systems": ["ring"],
        "jobs": {"count": 1, "workers": 2, "start_max_us": 0},
        "jitter": {"mode": "none"},
        "dnns": {"A": {"layers": [{"compute_us": 1}],
                       "partitions": [{"layer": 1, "bytes": 100000}], "comm_comp_ratio": 1}},
        "topology": {"kind": "graph", "graph": {
            "nodes": [{"name": "a", "role": "host"}, {"name": "b", "role": "host"},
                      {"name": "c", "role": "host"}, {"name": "s", "role": "switch"}],
            "links": [{"between": ["a", "s"]}, {"between": ["c", "s"]},
                      {"between": ["b", "s"], "rate_gbps": 1, "queue_bytes": 1514}]}}})"),
                                        "FILE");
    EXPECT_TRUE(HasText(ErrorOf(scenario.scenario, "ring"),
                        " at full queues (link.queue_bytes = 0, and 1 of topology.graph.links have "
                        "queue_bytes of their own)"));
}

TEST(Stall, NoPacketEverArrives)
{
    const std::string error =
        ErrorOf(Small({"recovery.enabled=true", "faults.every_link.loss_probability=1"}),
                "switchml");
    EXPECT_TRUE(HasText(error, "recovery.enabled is true"));
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
