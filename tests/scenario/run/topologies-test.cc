// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs over fat trees and graphs.

#include "scenario/run/level-jobs.h"

#include "ns3/esa-link-ends.h"

namespace ns3::esa::test
{
namespace
{

/// The network of these tests.
const std::string kFatTree = R"("topology": {"kind": "fat_tree", "uplink_delay_us": 1.5},
                                "link": {"delay_us": 1})";

TEST(Topologies, JobsAreSpreadOverTheWays)
{
    std::string jobs;
    for (int job = 0; job < 24; ++job) // from pod 0 to pod 3
    {
        jobs += std::string(job == 0 ? "" : ", ") + R"({"workers": [0, 12], "ps": 13})";
    }
    const std::string text =
        R"({"iterations": 1, "jobs": {"count": 24, "workers": 2, "start_max_us": 0},
            "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                           "partitions": [{"layer": 1, "bytes": 3000}]}},
            "placement": {"jobs": [)" +
        jobs + "]}, " + kFatTree + "}";
    const auto frames = CountsOfLinks(nlohmann::json::parse(text), "esa", "frames");
    for (const std::string sender : {"aggregation0_0--core0",
                                     "aggregation0_0--core1",
                                     "aggregation0_1--core2",
                                     "aggregation0_1--core3",
                                     "aggregation3_0--core0-port",
                                     "edge0_0--aggregation0_1"})
    {
        EXPECT_GT(frames.at(sender), 0U) << sender;
    }
    EXPECT_EQ(frames.at("aggregation1_0--core0"), 0U) << "no job is in pod 1";
}

TEST(Topologies, EveryLinkHasANameOfItsOwn)
{
    const std::string graph = R"({
        "nodes": [{"name": "x", "role": "host"}, {"name": "y", "role": "host"},
                  {"name": "a", "role": "switch"}, {"name": "b", "role": "switch"},
                  {"name": "top", "role": "switch"}],
        "links": [{"between": ["x", "a"]}, {"between": ["b", "y"]}, {"between": ["a", "b"]},
                  {"between": ["top", "a"]}, {"between": ["a", "top"]},
                  {"between": ["b", "top"]}]})";
    const auto scenario =
        ValidScenarioOf(OnPaper(R"({"jobs": {"count": 1, "workers": 1}, "topology":
        {"kind": "graph", "graph": )" +
                                graph +
                                R"(},
        "placement": {"jobs": [{"workers": [0], "ps": 0}]}})"));
    std::vector<std::string> names;
    for (const LinkEnd& end : LinkEnds(scenario))
    {
        if (!end.isUpper)
        {
            names.push_back(end.name);
        }
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"job0-worker0+job0-ps",
                                        "y",
                                        "a--b",
                                        "a--top",
                                        "a--top--1",
                                        "b--top"}));
}

/// Jobs of a trace in a fat tree with four hosts for PSes, and which switches sum.
std::string
JobsOverTime(const std::string& levels)
{
    return R"({"jitter": {"mode": "none"}, "aggregation": {"levels": ")" + levels + R"("},
        "topology": {"kind": "fat_tree", "k": 4, "oversubscription": 4, "ps_hosts": 4},
        "placement": {"rule": "spread"}, "switch": {"memory_bytes": 4352},
        "dnns": {"A": {"layers": [{"compute_us": 8}], "comm_comp_ratio": 2,
                       "partitions": [{"layer": 1, "bytes": 20000}]}},
        "trace": {"time_scale": 1e-6, "max_jobs": 4, "jobs": [
            {"submit_time": 0, "gpu_num": 12, "duration": 30, "model": "A"},
            {"submit_time": 1, "gpu_num": 5, "duration": 60, "model": "A"},
            {"submit_time": 2, "gpu_num": 6, "duration": 30, "model": "A"},
            {"submit_time": 3, "gpu_num": 1, "duration": 90, "model": "A"},
            {"submit_time": 4, "gpu_num": 2, "duration": 30, "model": "A"}]}})";
}

TEST(Topologies, JobsOfATraceComeAndGoInAFatTree)
{
    for (const std::string levels : {"two", "all"})
    {
        for (const std::string system : {"esa", "atp", "switchml", "panama", "ring", "byteps"})
        {
            SCOPED_TRACE(system + ", " + levels);
            const RunResult result = Simulate(JobsOverTime(levels), system);
            ASSERT_EQ(result.jobTimes.size(), 5U);
            EXPECT_GE(result.jobTimes[1].start, result.jobTimes[0].end)
                << "12 of the 16 hosts are for workers, and the first job has them all";
            EXPECT_EQ(result.jobTimes[2].start, result.jobTimes[1].start) << "both fit";
        }
    }
}

} // namespace
} // namespace ns3::esa::test
