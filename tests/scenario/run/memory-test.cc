// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Switches with different memory: where tasks collide then.

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
JobsInAFatTree(uint32_t jobs)
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

INSTANTIATE_TEST_SUITE_P(Pools, MemoryByLevel, testing::Values("esa", "atp", "straw1", "straw2"));

} // namespace
} // namespace ns3::esa::test
