/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/test-util.h"

#include "ns3/esa-quiet-time.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// @return a scenario of three workers, with some settings
ValidScenario
Small(const std::vector<std::string>& settings)
{
    std::vector<ScenarioOverride> overrides;
    for (const std::string& setting : settings)
    {
        overrides.push_back(ParseSetting(setting));
    }
    return ReadScenario("tests/scenario/cases/long-links.json", overrides).scenario;
}

/// @return the longest time without results, in seconds
double
LimitS(const std::string& system, const std::vector<std::string>& settings)
{
    return LongestQuietTime(Small(settings), *FindSystem(system)).GetSeconds();
}

/// @return the error with which a run ends
std::string
ErrorOfRun(const ValidScenario& scenario, const std::string& system)
{
    try
    {
        RunScenario(scenario, system, 1, RunControl{});
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return "none";
}

TEST(QuietTime, FollowsFromTheScenario)
{
    const double base = LimitS("esa", {});
    EXPECT_GT(base, 64 * 0.001) << "the longest back-off of the smallest timeout";
    EXPECT_LT(base, 2) << "a run that hangs ends soon";
    EXPECT_GT(LimitS("esa", {"link.delay_us=1000000"}), 4) << "a round trip";
    EXPECT_GT(LimitS("esa", {"link.rate_gbps=0.001"}), base);
    EXPECT_GT(LimitS("esa", {"jobs.start_max_us=10000000"}), 10);
    EXPECT_GT(LimitS("esa", {"jitter.max_us=10000000"}), 10);
    EXPECT_GT(LimitS("esa", {"switch.processing_ns=1000000000"}), 2);
    EXPECT_GT(LimitS("esa", {"rto.min_us=10000000"}), 640);
    EXPECT_GT(LimitS("ring", {"link.rate_gbps=0.001"}), 3 * 24800 * 8 / 1e6);
    EXPECT_GT(LimitS("ring", {"flow.step_us=1000000"}), 2) << "steps that come one after the other";
    const std::vector<std::string> losses{"recovery.enabled=true",
                                          "faults.every_link.loss_probability=0.2"};
    EXPECT_GT(LimitS("esa", losses), 5 * base);
    EXPECT_GT(LimitS("esa",
                     {"faults.worker_pauses=[{\"job\":0,\"worker\":1,\"at_us\":5,"
                      "\"duration_us\":10000000}]"}),
              10);
}

TEST(QuietTime, TimesOfFaultsThatOverlapCountOnce)
{
    const auto pauses = [](const std::string& second) {
        return LimitS(
            "esa",
            {R"(faults.worker_pauses=[{"job":0,"worker":1,"at_us":0,"duration_us":1e6},)" + second +
             "]"});
    };
    const double same = pauses(R"({"job":0,"worker":2,"at_us":0,"duration_us":1e6})");
    const double later = pauses(R"({"job":0,"worker":2,"at_us":5e6,"duration_us":1e6})");
    EXPECT_GT(later, same + 1);
}

TEST(QuietTime, ARunWithoutProgressNamesWhatIsMissing)
{
    const std::string error =
        ErrorOfRun(Small({"link.queue_bytes=306", "link.delay_us=100"}), "esa");
    EXPECT_TRUE(BeginsWith(error, "the jobs wait for results that never arrive: none came from "));
    EXPECT_TRUE(HasText(error, "of 3 workers lack results, most of them worker "));
    EXPECT_TRUE(HasText(error, " of job 0, which has "));
    EXPECT_TRUE(HasText(error, " of 200; 0 packets were lost on links (faults), "));
    EXPECT_TRUE(HasText(error, " at full queues (link.queue_bytes = 306)"));
    EXPECT_TRUE(HasText(error, "recovery.enabled is false"));
}

TEST(QuietTime, ARunWithoutProgressNamesTheQueuesOfAGraph)
{
    const auto scenario = ParseScenario(R"({
        "systems": ["ring"],
        "jobs": {"count": 1, "workers": 2, "start_max_us": 0},
        "jitter": {"mode": "none"},
        "dnns": {"A": {"layers": [{"compute_us": 1}],
                       "partitions": [{"layer": 1, "bytes": 100000}], "comm_comp_ratio": 1}},
        "topology": {"kind": "graph", "graph": {
            "nodes": [{"name": "a", "role": "host"}, {"name": "b", "role": "host"},
                      {"name": "c", "role": "host"}, {"name": "s", "role": "switch"}],
            "links": [{"between": ["a", "s"]}, {"between": ["c", "s"]},
                      {"between": ["b", "s"], "rate_gbps": 1, "queue_bytes": 1514}]}}})",
                                        "FILE");
    EXPECT_TRUE(HasText(ErrorOfRun(scenario.scenario, "ring"),
                        " at full queues (link.queue_bytes = 0, and 1 of topology.graph.links have "
                        "queue_bytes of their own)"));
}

TEST(QuietTime, NoPacketEverArrives)
{
    const std::string error =
        ErrorOfRun(Small({"recovery.enabled=true", "faults.every_link.loss_probability=1"}),
                   "switchml");
    EXPECT_TRUE(HasText(error, "recovery.enabled is true"));
}

TEST(QuietTime, ALongPauseCostsFewEvents)
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
