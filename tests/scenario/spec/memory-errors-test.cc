/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Memory by level and by node of a topology: what is refused, and what is allowed.

#include "scenario/test-util.h"

#include "ns3/esa-switch-memory.h"

namespace ns3::esa::test
{
namespace
{

/// Two jobs of four workers in a fat tree of 16 hosts: each has a worker in each of four racks.
const std::string kTwoJobsInAFatTree =
    R"({"topology": {"kind": "fat_tree", "k": 4}, "systems": ["esa", "atp"],
        "jobs": {"count": 2, "workers": 4}, "placement": {"policy": "spread"},
        "aggregation": {"levels": "all"}})";

/// A graph of two rooms with two racks each, whose switches meet at one in the middle.
std::string
Graph(const std::string& rack, const std::string& middle)
{
    return R"({"topology": {"kind": "graph", "graph": {"nodes": [
        {"name": "a", "role": "host"}, {"name": "b", "role": "host"}, {"name": "c", "role": "host"},
        {"name": "left", "role": "switch")" +
           rack + R"(}, {"name": "right", "role": "switch"},
        {"name": "middle", "role": "switch")" +
           middle + R"(}],
        "links": [{"between": ["a", "left"]}, {"between": ["b", "left"]},
                  {"between": ["c", "right"]}, {"between": ["left", "middle"]},
                  {"between": ["right", "middle"]}]}},
        "jobs": {"count": 1, "workers": 2}, "systems": ["esa"],
        "placement": {"jobs": [{"workers": [0, 1], "ps": 2}]}})";
}

void
ExpectError(const std::string& scenario,
            const std::vector<std::string>& overrides,
            const std::string& text)
{
    const std::string found = Joined(ErrorsOf(scenario, overrides));
    EXPECT_TRUE(HasText(found, text)) << found;
}

TEST(MemoryErrors, ALevelThatSumsNeedsMemory)
{
    EXPECT_TRUE(
        ErrorsOf(kTwoJobsInAFatTree, {"switch.level_memory_bytes=[5000000,300000,264]"}).empty());
    ExpectError(kTwoJobsInAFatTree,
                {"switch.level_memory_bytes=[5000000,300000,0]"},
                "/switch/level_memory_bytes/2: 0 is not allowed: must be at least one aggregator, "
                "/switch/aggregator_bytes = 264 (esa, atp); core");
    ExpectError(kTwoJobsInAFatTree,
                {"switch.level_memory_bytes=[5000000,263,5000000]"},
                "/switch/level_memory_bytes/1: 263 is not allowed");
    EXPECT_TRUE(ErrorsOf(kTwoJobsInAFatTree,
                         {"switch.level_memory_bytes=[5000000,0,0]", "aggregation.levels=two"})
                    .empty())
        << "only racks sum";
    ExpectError(kTwoJobsInAFatTree,
                {"switch.level_memory_bytes=[0,0,0]", "aggregation.levels=two"},
                "/switch/level_memory_bytes/0: 0 is not allowed");
    EXPECT_TRUE(ErrorsOf(kTwoJobsInAFatTree,
                         {"switch.level_memory_bytes=[0,0,0]", R"(systems=["ring","byteps"])"})
                    .empty())
        << "hosts sum";
}

TEST(MemoryErrors, ASwitchThatOnlyOneSumComesToNeedsNone)
{
    const std::string spread = R"({"topology": {"hosts": 4, "racks": 4, "spines": 1},
        "jobs": {"count": 1, "workers": 4}, "systems": ["esa"],
        "aggregation": {"levels": "all"}, "placement": {"racks_per_job": 4}})";
    // The PS stands beside a worker, so its rack adds that one to what the spine sends.
    ExpectError(spread, {"switch.level_memory_bytes=[0,5000000]"}, "; rack0 sums for job 0");
    EXPECT_TRUE(ErrorsOf(spread, {"switch.level_memory_bytes=[264,264]"}).empty());
    ExpectError(spread, {"switch.level_memory_bytes=[5000000,0]"}, "; spine0 sums for job 0");
}

TEST(MemoryErrors, ThereIsANumberForEachLevel)
{
    ExpectError(kTwoJobsInAFatTree,
                {"switch.level_memory_bytes=[5000000,5000000]"},
                "/switch/level_memory_bytes: [5000000,5000000] is not allowed: must be [] or a "
                "list of three, of edge, aggregation and core switches, with /topology/kind = "
                "\"fat_tree\"");
    ExpectError("{}",
                {"switch.level_memory_bytes=[5000000]"},
                "[] or a list of two, of racks and spines, with /topology/kind");
    ExpectError(Graph("", ""),
                {"switch.level_memory_bytes=[5000000]"},
                "must be [] with /topology/kind = \"graph\", whose nodes have memory_bytes");
    ExpectError("{}", {"switch.level_memory_bytes=[1,-1]"}, "/switch/level_memory_bytes/1: -1");
    ExpectError("{}", {"switch.level_memory_bytes=5000000"}, "/switch/level_memory_bytes: 5000000");
}

TEST(MemoryErrors, DividedMemoryIsTheSameEverywhere)
{
    for (const std::string system : {"switchml", "panama", "hire", "sharp"})
    {
        const std::string systems = "systems=[\"" + system + "\"]";
        ExpectError(kTwoJobsInAFatTree,
                    {systems, "switch.level_memory_bytes=[5000000,300000,5000000]"},
                    "/switch/level_memory_bytes/1: 300000 is not allowed: must be that of "
                    "/switch/level_memory_bytes/0 = 5000000");
        EXPECT_TRUE(ErrorsOf(kTwoJobsInAFatTree,
                             {systems, "switch.level_memory_bytes=[5000000,5000000,5000000]"})
                        .empty());
        EXPECT_TRUE(
            ErrorsOf(kTwoJobsInAFatTree,
                     {systems, "switch.level_memory_bytes=[5000000,0,0]", "aggregation.levels=two"})
                .empty());
    }
    ExpectError(kTwoJobsInAFatTree,
                {R"(systems=["switchml"])", "switch.level_memory_bytes=[300,300,300]"},
                "/switch/level_memory_bytes/1: 300 is not allowed: must be at least 544, one slot "
                "per job");
}

TEST(MemoryErrors, NeighboursDoNotShareAnAggregator)
{
    const std::string linear = "switch.aggregator_index=linear";
    ExpectError(kTwoJobsInAFatTree,
                {linear, "switch.level_memory_bytes=[5000000,300000,5000000]"},
                "/switch/aggregator_index: \"linear\" is not allowed: must be \"mix64\" or "
                "\"crc32\" where switches have different memory");
    EXPECT_TRUE(
        ErrorsOf(kTwoJobsInAFatTree, {linear, "switch.level_memory_bytes=[300000,300000,300000]"})
            .empty());
}

TEST(MemoryErrors, ANodeOfATopologyHasMemory)
{
    EXPECT_TRUE(ErrorsOf(Graph(R"(, "memory_bytes": 300000)", "")).empty());
    EXPECT_TRUE(ErrorsOf(Graph("", R"(, "memory_bytes": 0)")).empty());
    ExpectError(Graph(R"(, "memory_bytes": 0)", ""),
                {},
                "/topology/graph/nodes/3/memory_bytes: 0 is not allowed: must be at least one "
                "aggregator, /switch/aggregator_bytes = 264 (esa); left sums for job 0");
    ExpectError(R"({"topology": {"kind": "graph", "graph": {"nodes": [
                    {"name": "a", "role": "host", "memory_bytes": 300000},
                    {"name": "b", "role": "switch"}], "links": [{"between": ["a", "b"]}]}}})",
                {},
                "/topology/graph/nodes/0/memory_bytes: 300000 is not allowed: must be absent, as "
                "a is a host");
    ExpectError(Graph(R"(, "memory_bytes": -1)", ""),
                {},
                "/topology/graph/nodes/3/memory_bytes: -1 is not allowed");
}

TEST(MemoryErrors, OneErrorWhereTheJobsAreWrong)
{
    const std::vector<std::string> errors =
        ErrorsOf(kTwoJobsInAFatTree, {"switch.level_memory_bytes=[0,0,0]", "jobs.workers=40"});
    EXPECT_EQ(errors.size(), 1U) << Joined(errors);
}

TEST(MemoryErrors, AbsentMeansOneMemory)
{
    const ValidScenario scenario = ParseScenario(kTwoJobsInAFatTree, "FILE").scenario;
    EXPECT_FALSE(HasMemoryOfItsOwn(*scenario));
    for (const ScenarioSwitch& node : ScenarioSwitches(*scenario))
    {
        EXPECT_EQ(node.memoryBytes, 5000000U) << node.name;
        EXPECT_EQ(node.memoryField, "/switch/memory_bytes");
    }
}

} // namespace
} // namespace ns3::esa::test
