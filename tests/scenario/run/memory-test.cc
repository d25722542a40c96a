// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Switches with different memory: where tasks collide then, and that sums stay exact.

#include "scenario/run/level-jobs.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kEnough = 20'000'000; ///< for 75,757 aggregators
constexpr uint64_t kFew = 2 * 264;       ///< for two

/// Jobs over three pods of a fat tree of 16 hosts, with sums at every level. There are four core
/// switches, which jobs take in turn.
json
JobsInAFatTree(uint32_t jobs = 4)
{
    json scenario = JobsOf("all");
    scenario["topology"] = {{"kind", "fat_tree"}, {"k", 4}};
    scenario["jobs"] = {{"count", jobs}, {"workers", 6}, {"start_max_us", 0}};
    for (uint32_t job = 0; job < jobs; ++job)
    {
        const json workers = job % 2 == 0 ? json{0, 2, 4, 6, 8, 9} : json{1, 3, 5, 7, 10, 11};
        scenario["placement"]["jobs"].push_back({{"workers", workers}, {"ps", 12 + job % 4}});
    }
    scenario["window"] = {{"initial_packets", 10}, {"max_packets", 10}};
    scenario["switch"] = {{"aggregator_index", "mix64"}};
    return scenario;
}

/// @return collisions by level of switches
std::map<std::string, uint64_t>
CollisionsByLevel(const json& scenario, const std::string& system)
{
    const TemporaryDirectory directory;
    RunControl control;
    control.recording.switches = directory.Path("switches.csv");
    RunExactly(scenario, system, control);
    std::map<std::string, uint64_t> collisions;
    for (const auto& row : ReadTable(control.recording.switches))
    {
        collisions[row.at("level")] +=
            std::stoull(row.at("preempted")) + std::stoull(row.at("passed_through"));
    }
    return collisions;
}

class MemoryByLevel : public testing::TestWithParam<std::string>
{
};

TEST_P(MemoryByLevel, WithASmallCoreTasksCollideOnlyThere)
{
    json scenario = JobsInAFatTree(6);    // so that two jobs share a core switch
    scenario["jitter"] = {{"max_us", 5}}; // sums of the pods wait there for each other
    scenario["switch"]["level_memory_bytes"] = {kEnough, kEnough, kFew};
    const auto collisions = CollisionsByLevel(scenario, GetParam());
    EXPECT_EQ(collisions.at("1"), 0U);
    EXPECT_EQ(collisions.at("2"), 0U);
    EXPECT_GT(collisions.at("3"), 20U);
    scenario["switch"]["level_memory_bytes"] = {kEnough, kEnough, kEnough};
    EXPECT_EQ(CollisionsByLevel(scenario, GetParam()).at("3"), 0U);
}

TEST_P(MemoryByLevel, LargeJobsKeepTheirGroupsApart)
{
    json scenario = JobsOf("all");
    scenario["topology"] = {{"hosts", 128}, {"racks", 2}, {"spines", 2}};
    scenario["jobs"] = {{"count", 1}, {"workers", 128}, {"start_max_us", 0}};
    scenario["placement"] = {{"racks_per_job", 2}};
    scenario["switch"] = {{"level_memory_bytes", {kEnough, kEnough / 2}}};
    scenario["window"] = {{"initial_packets", 2}, {"max_packets", 2}};
    scenario["dnns"]["A"]["partitions"][0]["bytes"] = 20000;
    EXPECT_EQ(RunExactly(scenario, GetParam()).collisions, 0U);
}

INSTANTIATE_TEST_SUITE_P(Pools, MemoryByLevel, testing::Values("esa", "atp", "straw1", "straw2"));

TEST(MemoryOfSwitches, NoneIsEnoughWhereNothingIsSummed)
{
    for (const std::string system : {"esa", "atp", "switchml", "ring"})
    {
        json scenario = JobsInAFatTree();
        scenario["aggregation"]["levels"] = "two";
        scenario["switch"] = {{"aggregator_index", "auto"}, {"memory_bytes", 50'000}};
        const RunResult before = RunExactly(scenario, system);
        scenario["switch"]["level_memory_bytes"] = {50'000, 30'000, 0};
        const RunResult after = RunExactly(scenario, system);
        EXPECT_EQ(after.jctMs, before.jctMs) << system;
        EXPECT_EQ(after.collisions, before.collisions) << system;
        EXPECT_EQ(after.aggregators, before.aggregators) << system;
    }
}

/// Two workers in one rack, one in another, and the PS in a third.
json
ThreeRacks(uint64_t ofOneWorker)
{
    json nodes = json::array();
    json links = json::array();
    for (const auto& [host, rack] : std::map<std::string, std::string>{{"a", "first"},
                                                                       {"b", "first"},
                                                                       {"c", "second"},
                                                                       {"d", "third"}})
    {
        nodes.push_back({{"name", host}, {"role", "host"}});
        links.push_back({{"between", {host, rack}}});
    }
    for (const std::string rack : {"first", "second", "third"})
    {
        nodes.push_back({{"name", rack}, {"role", "switch"}});
        links.push_back({{"between", {rack, "middle"}}});
    }
    nodes[5]["memory_bytes"] = ofOneWorker;
    nodes.push_back({{"name", "middle"}, {"role", "switch"}, {"memory_bytes", 0}});
    json scenario = JobsOf("two");
    scenario["switch"] = {{"aggregator_index", "mix64"}};
    scenario["topology"] = {{"kind", "graph"}, {"graph", {{"nodes", nodes}, {"links", links}}}};
    scenario["jobs"] = {{"count", 1}, {"workers", 3}, {"start_max_us", 0}};
    scenario["placement"] = {{"jobs", {{{"workers", {0, 1, 2}}, {"ps", 3}}}}};
    return scenario;
}

TEST(MemoryOfSwitches, MayDifferForJobsOfATrace)
{
    json scenario = JobsOf("all");
    scenario.erase("jobs");
    scenario["topology"] = {{"hosts", 4}, {"racks", 2}};
    scenario["switch"] = {{"level_memory_bytes", {100000, 20000}}};
    // It comes when all switches have begun to work.
    scenario["trace"]["jobs"] = {
        {{"submit_time", 30}, {"gpu_num", 3}, {"duration", 1}, {"model", "A"}}};
    EXPECT_GT(RunExactly(scenario, "esa").resultsChecked, 0U);
}

TEST(MemoryOfSwitches, ARackOfOneWorkerNeedsNone)
{
    for (const std::string system : {"esa", "atp", "switchml"})
    {
        EXPECT_EQ(RunExactly(ThreeRacks(0), system).jctMs,
                  RunExactly(ThreeRacks(5'000'000), system).jctMs)
            << system;
    }
}

} // namespace
} // namespace ns3::esa::test
