// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Trees of jobs that a scenario lists.

#include "core/switch-systems.h"
#include "scenario/run/level-jobs.h"

#include "ns3/esa-aggregation-rule.h"

#include <optional>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Three jobs in a fat tree.
json
InFatTree()
{
    json scenario = JobsOf("two");
    AddCollisionsAndLosses(scenario);
    scenario["topology"] = {{"kind", "fat_tree"}, {"k", 4}};
    scenario["placement"]["jobs"] = {{{"workers", {0, 1, 2, 5, 8, 11, 14}}, {"ps", 15}},
                                     {{"workers", {2, 3, 4, 7, 9, 12, 13}}, {"ps", 6}},
                                     {{"workers", {8, 9, 0}}, {"ps", 0}}};
    return scenario;
}

/// What a plan lists for the jobs of a scenario, by name.
json
Written(const AggregationRule& plan, const json& scenario)
{
    const auto parsed = ParseScenario(OnPaper(scenario.dump()), "FILE");
    const Scenario& read = *parsed.scenario;
    const TopologyRoutes& routes = *read.routes;
    const auto nameOf = [&routes](std::size_t node) { return routes.Graph().nodes[node].name; };
    json jobs = json::array();
    for (const JobPlacement& place : read.placement.jobs)
    {
        std::set<SwitchId> racks;
        for (const uint32_t host : place.workerHosts)
        {
            racks.insert(SwitchId{read.RackOf(host)});
        }
        json trees = json::array();
        const SwitchId home{read.RackOf(place.psHost)};
        for (const SwitchTree& tree :
             plan.TreesOf(routes, static_cast<uint16_t>(jobs.size()), racks, home))
        {
            json ways = json::array();
            json sums = json::array();
            for (const SwitchId rack : racks)
            {
                json names = json::array();
                for (std::optional<SwitchId> at = rack; at; at = tree.at(*at).parent)
                {
                    names.push_back(nameOf(routes.Switches()[ToNumber(*at)]));
                }
                if (rack != home)
                {
                    ways.push_back(names);
                }
            }
            for (const auto& [number, row] : tree)
            {
                if (row.sums != SwitchSums::Nothing)
                {
                    sums.push_back(nameOf(routes.Switches()[ToNumber(number)]));
                }
            }
            trees.push_back({{"ways", ways}, {"sums", sums}});
        }
        jobs.push_back({{"trees", trees}});
    }
    return jobs;
}

/// A scenario that lists what a rule gives.
json
Listed(const AggregationRule& plan)
{
    json scenario = InFatTree();
    scenario["aggregation"]["jobs"] = Written(plan, scenario);
    return scenario;
}

/// Expects the same of two runs.
void
ExpectEqual(const RunResult& a, const RunResult& b)
{
    EXPECT_EQ(a.iterationMs, b.iterationMs);
    EXPECT_EQ(a.packetHops, b.packetHops);
    EXPECT_EQ(a.packetsLost, b.packetsLost);
    EXPECT_EQ(a.collisions, b.collisions);
    EXPECT_EQ(a.remindersPs, b.remindersPs);
    EXPECT_EQ(a.queries, b.queries);
}

/// A system whose switches sum.
class ListedTrees : public testing::TestWithParam<std::string>
{
};

TEST_P(ListedTrees, OfTheRuleHaveTheResultsOfTheRule)
{
    for (const uint32_t trees : {1U, 2U})
    {
        json byRule = InFatTree();
        byRule["aggregation"] = {{"levels", "all"}, {"trees", trees}};
        ExpectEqual(RunExactly(Listed({AggregationLevels::All, trees, {}}), GetParam()),
                    RunExactly(byRule, GetParam()));
    }
}

TEST_P(ListedTrees, SumExactlyAtThePsOnly)
{
    if (!FindSystem(GetParam())->onHost.hasSummingServer)
    {
        GTEST_SKIP() << GetParam() << " has no PS that adds sums";
    }
    json scenario = Listed({AggregationLevels::All, 1, {}});
    for (json& job : scenario["aggregation"]["jobs"])
    {
        job["trees"][0]["sums"] = json::array();
    }
    const RunResult result = RunExactly(scenario, GetParam());
    EXPECT_EQ(result.resultsChecked, 2 * 17 * Fragments(GetParam()));
    EXPECT_EQ(result.collisions, 0U) << "no fragment takes an aggregator";
}

INSTANTIATE_TEST_SUITE_P(All, ListedTrees, testing::ValuesIn(RepairingSystems()));

} // namespace
} // namespace ns3::esa::test
