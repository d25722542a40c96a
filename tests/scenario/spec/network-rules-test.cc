/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Rules between fields on trees, levels, memory and congestion control: what is refused, at which
// field, and what is allowed beside it.

#include "scenario/test-util.h"

#include "ns3/esa-switch-memory.h"

namespace ns3::esa::test
{
namespace
{

using Settings = std::vector<std::string>;

const std::string kTreeOfEight =
    R"({"topology": {"kind": "fat_tree", "k": 8}, "jobs": {"count": 1, "workers": 4}})";

TEST(TreesErrors, EachTreeNeedsASpine)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2, "spines": 3}})";
    EXPECT_TRUE(Accepts(racks, {"aggregation.trees=3"}));
    EXPECT_TRUE(Refuses(racks, {"aggregation.trees=4"}, "/aggregation/trees: 4"));
    const Settings one{"topology.spines=1", "aggregation.trees=2"};
    EXPECT_TRUE(Refuses(racks, one, "/aggregation/trees: 2"));
    EXPECT_TRUE(Refuses("{}", {"aggregation.trees=2"}, "/aggregation/trees: 2"));
    EXPECT_TRUE(Accepts("{}", {"aggregation.trees=1"}));
}

TEST(TreesErrors, EachTreeNeedsAWayOfAGraph)
{
    EXPECT_TRUE(Accepts(kTreeOfEight, {"aggregation.trees=4"}));
    EXPECT_TRUE(Refuses(kTreeOfEight, {"aggregation.trees=5"}, "/aggregation/trees: 5"));
}

TEST(TreesErrors, WhereHostsSumThereIsNoTree)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2, "spines": 2}})";
    const std::string trees = "aggregation.trees=2";
    EXPECT_TRUE(
        Refuses(racks, {R"(systems=["esa","ring","byteps"])", trees}, "/aggregation/trees: 2"));
    EXPECT_TRUE(Accepts(racks, {R"(systems=["esa","hire"])", trees}));
    EXPECT_TRUE(Accepts(racks, {R"(systems=["ring"])"}));
}

TEST(TreesErrors, OtherValuesAreRefused)
{
    for (const std::string value : {"0", "1025", "1.5"})
    {
        EXPECT_TRUE(Refuses("{}", {"aggregation.trees=" + value}, "/aggregation/trees: " + value));
    }
}

TEST(LevelsErrors, ASystemWithoutAPsThatAddsNeedsSeveralLevels)
{
    const std::string racks = R"({"topology": {"hosts": 64, "racks": 2}})";
    const std::string one = "aggregation.levels=one";
    const std::string place = "/aggregation/levels: \"one\"";
    EXPECT_TRUE(Refuses(racks, {R"(systems=["esa","switchml","hire"])", one}, place));
    EXPECT_TRUE(Refuses(kTreeOfEight, {R"(systems=["switchml"])", one}, place));
    EXPECT_TRUE(Accepts(racks, {"aggregation.levels=two"}));
    EXPECT_TRUE(Accepts(racks, {"aggregation.levels=all"}));
    EXPECT_TRUE(Accepts(racks, {R"(systems=["esa","atp","panama"])", one}));
    EXPECT_TRUE(Accepts("{}", {R"(systems=["switchml"])", one}))
        << "a single rack has one level only";
}

TEST(LevelsErrors, OtherNamesAreRefused)
{
    EXPECT_TRUE(Refuses("{}", {"aggregation.levels=3"}, "/aggregation/levels: 3"));
    EXPECT_TRUE(Refuses("{}", {"aggregation.levels=three"}, "/aggregation/levels: \"three\""));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"aggregation.level=all"})), "levels"))
        << "the likely meaning";
}

TEST(LevelsErrors, SwitchesNeedMemoryAtEveryLevel)
{
    const std::string scenario =
        R"({"topology": {"kind": "fat_tree", "k": 8}, "jobs": {"count": 2, "workers": 8},
            "systems": ["esa", "switchml"], "aggregation": {"levels": "all"}})";
    const std::string switchml = R"(systems=["switchml"])";
    EXPECT_TRUE(Accepts(scenario));
    EXPECT_TRUE(Refuses(scenario,
                        {"switch.memory_bytes=263", R"(systems=["esa"])"},
                        "/switch/memory_bytes: 263"));
    EXPECT_TRUE(Accepts(scenario, {"switch.memory_bytes=264", R"(systems=["esa"])"}));
    EXPECT_TRUE(
        Refuses(scenario, {"switch.memory_bytes=543", switchml}, "/switch/memory_bytes: 543"))
        << "a slot for each job";
    EXPECT_TRUE(Accepts(scenario, {"switch.memory_bytes=544", switchml}));
    EXPECT_TRUE(Refuses(scenario,
                        {"jobs.workers=40", switchml, "switch.memory_bytes=800"},
                        "/switch/memory_bytes: 800"));
}

TEST(LevelsErrors, ATreeCountsSoManyWorkers)
{
    for (const std::string levels : {"one", "two", "all"})
    {
        EXPECT_TRUE(Refuses(R"({"topology": {"hosts": 100000, "racks": 10}, "systems": ["esa"],
                                "jobs": {"count": 1, "workers": 40000}})",
                            {"aggregation.levels=" + levels},
                            "/jobs/workers: 40000"))
            << levels;
    }
}

/// Two jobs of four workers in a fat tree of 16 hosts: each has a worker in each of four racks.
const std::string kTwoJobsInAFatTree =
    R"({"topology": {"kind": "fat_tree", "k": 4}, "systems": ["esa", "atp"],
        "jobs": {"count": 2, "workers": 4}, "placement": {"policy": "spread"},
        "aggregation": {"levels": "all"}})";

/// @return what sets the memory of three levels
std::string
MemoryOfLevels(const std::string& sizes)
{
    return "switch.level_memory_bytes=[" + sizes + "]";
}

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

TEST(MemoryErrors, ALevelThatSumsNeedsMemory)
{
    const std::string two = "aggregation.levels=two";
    const std::string place = "/switch/level_memory_bytes/";
    EXPECT_TRUE(Accepts(kTwoJobsInAFatTree, {MemoryOfLevels("5000000,300000,264")}));
    EXPECT_TRUE(Refuses(kTwoJobsInAFatTree, {MemoryOfLevels("5000000,300000,0")}, place + "2: 0"));
    EXPECT_TRUE(
        Refuses(kTwoJobsInAFatTree, {MemoryOfLevels("5000000,263,5000000")}, place + "1: 263"));
    EXPECT_TRUE(Accepts(kTwoJobsInAFatTree, {MemoryOfLevels("5000000,0,0"), two}))
        << "only racks sum";
    EXPECT_TRUE(Refuses(kTwoJobsInAFatTree, {MemoryOfLevels("0,0,0"), two}, place + "0: 0"));
    EXPECT_TRUE(
        Accepts(kTwoJobsInAFatTree, {MemoryOfLevels("0,0,0"), R"(systems=["ring","byteps"])"}))
        << "hosts sum";
}

TEST(MemoryErrors, ASwitchThatOnlyOneSumComesToNeedsNone)
{
    const std::string spread = R"({"topology": {"hosts": 4, "racks": 4, "spines": 1},
        "jobs": {"count": 1, "workers": 4}, "systems": ["esa"],
        "aggregation": {"levels": "all"}, "placement": {"racks_per_job": 4}})";
    // The PS stands beside a worker, so its rack adds that one to what the spine sends.
    const Settings noRack{MemoryOfLevels("0,5000000")};
    EXPECT_TRUE(Refuses(spread, noRack, "/switch/level_memory_bytes/0: 0"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(spread, noRack)), "rack0"));
    EXPECT_TRUE(Accepts(spread, {MemoryOfLevels("264,264")}));
    const Settings noSpine{MemoryOfLevels("5000000,0")};
    EXPECT_TRUE(Refuses(spread, noSpine, "/switch/level_memory_bytes/1: 0"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(spread, noSpine)), "spine0"));
}

TEST(MemoryErrors, ThereIsANumberForEachLevel)
{
    const std::string place = "/switch/level_memory_bytes";
    EXPECT_TRUE(Refuses(kTwoJobsInAFatTree,
                        {MemoryOfLevels("5000000,5000000")},
                        place + ": [5000000,5000000]"));
    EXPECT_TRUE(Refuses("{}", {MemoryOfLevels("5000000")}, place + ": [5000000]"));
    EXPECT_TRUE(Refuses(Graph("", ""), {MemoryOfLevels("5000000")}, place + ": [5000000]"));
    EXPECT_TRUE(Refuses("{}", {MemoryOfLevels("1,-1")}, place + "/1: -1"));
    EXPECT_TRUE(Refuses("{}", {"switch.level_memory_bytes=5000000"}, place + ": 5000000"));
}

TEST(MemoryErrors, DividedMemoryIsTheSameEverywhere)
{
    for (const std::string system : {"switchml", "panama", "hire", "sharp"})
    {
        const std::string systems = "systems=[\"" + system + "\"]";
        EXPECT_TRUE(Refuses(kTwoJobsInAFatTree,
                            {systems, MemoryOfLevels("5000000,300000,5000000")},
                            "/switch/level_memory_bytes/1: 300000"));
        EXPECT_TRUE(
            Accepts(kTwoJobsInAFatTree, {systems, MemoryOfLevels("5000000,5000000,5000000")}));
        EXPECT_TRUE(Accepts(kTwoJobsInAFatTree,
                            {systems, MemoryOfLevels("5000000,0,0"), "aggregation.levels=two"}));
    }
    EXPECT_TRUE(
        HasText(Joined(ErrorsOf(kTwoJobsInAFatTree,
                                {R"(systems=["switchml"])", MemoryOfLevels("300,300,300")})),
                "/switch/level_memory_bytes/1: 300 is not allowed: must be at least 544"));
}

TEST(MemoryErrors, AFallbackThatSumsInHostsNeedsNoMemory)
{
    for (const std::string system : {"hire", "sharp"})
    {
        const std::vector<std::string> settings{"systems=[\"" + system + "\"]",
                                                "switch.memory_bytes=10",
                                                "jobs.count=1"};
        EXPECT_EQ(ErrorsOf("{}", settings).size(), 1U) << Joined(ErrorsOf("{}", settings));
    }
}

TEST(MemoryErrors, NeighboursDoNotShareAnAggregator)
{
    const std::string linear = "switch.aggregator_index=linear";
    EXPECT_TRUE(Refuses(kTwoJobsInAFatTree,
                        {linear, MemoryOfLevels("5000000,300000,5000000")},
                        "/switch/aggregator_index: \"linear\""));
    EXPECT_TRUE(Accepts(kTwoJobsInAFatTree, {linear, MemoryOfLevels("300000,300000,300000")}));
}

TEST(MemoryErrors, ANodeOfATopologyHasMemory)
{
    const std::string place = "/topology/graph/nodes/";
    EXPECT_TRUE(Accepts(Graph(R"(, "memory_bytes": 300000)", "")));
    EXPECT_TRUE(Accepts(Graph("", R"(, "memory_bytes": 0)")));
    EXPECT_TRUE(Refuses(Graph(R"(, "memory_bytes": 0)", ""), {}, place + "3/memory_bytes: 0"));
    EXPECT_TRUE(Refuses(Graph(R"(, "memory_bytes": -1)", ""), {}, place + "3/memory_bytes: -1"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(R"({"topology": {"kind": "graph", "graph": {"nodes": [
                            {"name": "a", "role": "host", "memory_bytes": 300000},
                            {"name": "b", "role": "switch"}],
                            "links": [{"between": ["a", "b"]}]}}})")),
                        place + "0/memory_bytes: 300000 is not allowed: must be absent"));
}

TEST(MemoryErrors, OneErrorWhereTheJobsAreWrong)
{
    EXPECT_TRUE(Refuses(kTwoJobsInAFatTree, {MemoryOfLevels("0,0,0"), "jobs.workers=40"}, "/jobs"));
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

TEST(CongestionErrors, OtherNamesAreRefused)
{
    EXPECT_TRUE(
        Refuses("{}", {"flow.congestion_control=timely"}, "/flow/congestion_control: \"timely\""));
}

TEST(CongestionErrors, AQueueHasToBeLongerThanTheThresholdOfItsMarks)
{
    const std::string room = "link.queue_bytes=50000";
    const std::string dctcp = "flow.congestion_control=dctcp";
    const std::string dcqcn = "flow.congestion_control=dcqcn";
    EXPECT_TRUE(Refuses("{}", {dctcp, room}, "/flow/dctcp/threshold_bytes: 97500"));
    EXPECT_TRUE(Refuses("{}",
                        {dctcp, room, "flow.dctcp.threshold_bytes=50000"},
                        "/flow/dctcp/threshold_bytes: 50000"));
    EXPECT_TRUE(Accepts("{}", {dctcp, room, "flow.dctcp.threshold_bytes=49999"}));
    EXPECT_TRUE(Accepts("{}", {dcqcn, room})) << "Kmin is 5 KB";
    EXPECT_TRUE(
        Refuses("{}", {dcqcn, "link.queue_bytes=5000"}, "/flow/dcqcn/min_threshold_bytes: 5000"));
    EXPECT_TRUE(Accepts("{}", {"flow.congestion_control=window", room})) << "needs no marks";
}

TEST(CongestionErrors, KmaxIsNotBelowKmin)
{
    const std::string dcqcn = "flow.congestion_control=dcqcn";
    EXPECT_TRUE(Accepts("{}", {dcqcn, "flow.dcqcn.max_threshold_bytes=5000"}));
    EXPECT_TRUE(Refuses("{}",
                        {dcqcn, "flow.dcqcn.max_threshold_bytes=4999"},
                        "/flow/dcqcn/max_threshold_bytes: 4999"));
}

TEST(CongestionErrors, TheFirstWindowIsNotAboveTheLargest)
{
    for (const std::string control : {"dctcp", "swift"})
    {
        const std::string setting = "flow.congestion_control=" + control;
        EXPECT_TRUE(Accepts("{}", {setting, "flow.window_packets=10"}));
        EXPECT_TRUE(Refuses("{}", {setting, "flow.window_packets=9"}, "/flow/initial_packets: 10"));
    }
    EXPECT_TRUE(Accepts("{}", {"flow.congestion_control=dcqcn", "flow.window_packets=9"}))
        << "a rate has no first window";
}

TEST(CongestionErrors, ATargetOfDelayIsAboveTheDelayWithoutAQueue)
{
    const std::string swift = "flow.congestion_control=swift";
    const std::string slow = "link.delay_us=10";
    EXPECT_TRUE(Refuses("{}", {swift, slow}, "/flow/swift/target_us: 25"));
    EXPECT_TRUE(
        Refuses("{}", {swift, slow, "flow.swift.target_us=40.2"}, "/flow/swift/target_us: 40.2"));
    EXPECT_TRUE(Accepts("{}", {swift, slow, "flow.swift.target_us=40.3"}));
    EXPECT_TRUE(Refuses("{}", {swift, "switch.processing_ns=2400"}, "/flow/swift/target_us: 25"));
    EXPECT_TRUE(Accepts("{}", {"flow.congestion_control=dctcp", slow}));
}

TEST(CongestionErrors, RingsBesideOthersAreJobsOfTheScenario)
{
    EXPECT_TRUE(Accepts("{}", {"jobs.rings=8"}));
    EXPECT_TRUE(Refuses("{}", {"jobs.rings=9"}, "/jobs/rings: 9"));
    EXPECT_TRUE(Refuses("{}", {"jobs.rings=1", "payload=full"}, "/payload: \"full\""));
    EXPECT_TRUE(
        HasText(Joined(ErrorsOf("{}",
                                {"jobs.rings=1",
                                 "recovery.enabled=true",
                                 R"(faults.ps_failures=[{"job": 1, "at_us": 5, "until_us": 5}])"})),
                "must be [] with /jobs/rings = 1"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}",
                                        {R"(trace.jobs=[{"submit_time": 0, "duration": 1,)"
                                         R"( "gpu_num": 2, "model": "A"}])",
                                         "jobs.rings=1"})),
                        "/jobs/rings: 1 is not allowed: must be 0 with a trace"));
}

} // namespace
} // namespace ns3::esa::test
