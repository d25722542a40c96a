// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs with several trees: over the spines of racks, and over a fat tree.

#include "core/switch-systems.h"
#include "scenario/run/level-jobs.h"

#include "ns3/esa-system.h"

#include <algorithm>
#include <tuple>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Jobs with several trees.
json
JobsOf(const std::string& levels, uint32_t trees)
{
    json scenario = test::JobsOf(levels);
    scenario["aggregation"]["trees"] = trees;
    return scenario;
}

/// Two workers in two racks, and a PS in a third one, over four spines with links of 25 Gb/s.
json
OverFourSpines(const std::string& levels, uint32_t trees)
{
    json scenario = JobsOf(levels, trees);
    scenario["topology"] = {{"hosts", 12},
                            {"ps_hosts", 3},
                            {"racks", 3},
                            {"spines", 4},
                            {"uplinks_gbps", {kGbps / 4}}};
    scenario["jobs"] = {{"count", 1}, {"workers", 2}, {"start_max_us", 0}};
    scenario["placement"]["jobs"] = {{{"workers", {0, 4}}, {"ps", 14}}};
    return scenario;
}

/// A system, which switches sum, and how many trees there are.
class Trees : public testing::TestWithParam<std::tuple<std::string, std::string, uint32_t>>
{
  protected:
    void SetUp() override
    {
        if (levels == "one" && NeedsSeveralLevels(system))
        {
            GTEST_SKIP() << system << " has no PS that adds sums";
        }
    }

    const std::string system{std::get<0>(GetParam())}; ///< the system
    const std::string levels{std::get<1>(GetParam())}; ///< "one" to "all"
    const uint32_t trees{std::get<2>(GetParam())};     ///< how many
};

TEST_P(Trees, SumLargeJobsExactly)
{
    json scenario = JobsOf(levels, trees);
    scenario["topology"] = {{"hosts", 128}, {"racks", 8}, {"spines", 4}};
    scenario["jobs"] = {{"count", 1}, {"workers", 128}, {"start_max_us", 0}};
    scenario["placement"] = {{"racks_per_job", 8}};
    scenario["dnns"]["A"]["partitions"][0]["bytes"] = 20000;
    const uint64_t groups = 6; // at a switch, each of which needs an aggregator
    scenario["switch"] = {
        {"memory_bytes",
         std::max<uint64_t>(16000, groups * System(*FindSystem(system)).AggregatorBytes())}};
    scenario["hire"]["job_memory_bytes"] = 16000;
    scenario["recovery"]["enabled"] = true;
    scenario["faults"]["every_link"]["loss_probability"] = 0.001;
    EXPECT_GT(RunExactly(scenario, system).packetsLost, 0U);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         Trees,
                         testing::Combine(testing::ValuesIn(SwitchSystems()),
                                          testing::Values("one", "two", "all"),
                                          testing::Values(1U, 3U, 4U)),
                         [](const auto& info) {
                             return std::get<0>(info.param) + "_" + std::get<1>(info.param) + "_" +
                                    std::to_string(std::get<2>(info.param));
                         });

TEST(TreesOverSpines, TakeTheTimeOfTheirLinksTogether)
{
    for (const std::string system : {"esa", "switchml", "panama"})
    {
        const double bits = System(*FindSystem(system)).DataFrameBytes() * 8;
        for (const uint32_t trees : {1U, 2U, 4U})
        {
            const double frameUs = bits / (kGbps * 1e3);
            const double uplinkUs = 4 * frameUs;
            // Uplinks are four times slower, and each tree has one: all fragments share them. The
            // last one crosses a link of a host and an uplink, and its result two links back.
            const double us = (Fragments(system) - 1) * uplinkUs / trees + 2 * frameUs +
                              2 * uplinkUs + 4 * kHostUs;
            const double jctUs = RunExactly(OverFourSpines("all", trees), system).jctMs * 1000;
            EXPECT_NEAR(jctUs, us, 0.02 * us) << system << ", " << trees << " trees";
        }
    }
}

TEST(TreesOverSpines, EachCarriesItsShare)
{
    for (const std::string levels : {"one", "two", "all"})
    {
        std::map<std::string, uint64_t> ofSpines;
        for (const auto& [sender, frames] :
             CountsOfLinks(OverFourSpines(levels, 4), "esa", "frames"))
        {
            if (const std::size_t at = sender.find("spine"); at != std::string::npos)
            {
                ofSpines[sender.substr(at, 6)] += frames;
            }
        }
        ASSERT_EQ(ofSpines.size(), 4U) << levels;
        const auto [min, max] =
            std::minmax_element(ofSpines.begin(), ofSpines.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
        EXPECT_GT(min->second, 0U);
        EXPECT_LE(max->second - min->second, 10U) << levels;
    }
}

TEST(UnequalTrees, DoNotMakeAnythingLate)
{
    // The spine of one tree is ten times slower. Tasks of the other tree run ahead, and nobody may
    // take that for a collision or a loss.
    const auto node = [](const std::string& name, const std::string& role) {
        return json{{"name", name}, {"role", role}};
    };
    const auto link = [](const std::string& a, const std::string& b, double gbps) {
        return json{{"between", {a, b}}, {"rate_gbps", gbps}};
    };
    json graph = {{"nodes", {node("fast", "switch"), node("slow", "switch")}},
                  {"links", json::array()}};
    for (const std::string rack : {"a", "b", "c"})
    {
        graph["nodes"].push_back(node("rack_" + rack, "switch"));
        graph["nodes"].push_back(node("host_" + rack, "host"));
        graph["links"].push_back(link("host_" + rack, "rack_" + rack, kGbps));
        graph["links"].push_back(link("rack_" + rack, "fast", kGbps));
        graph["links"].push_back(link("rack_" + rack, "slow", kGbps / 10));
    }
    for (const std::string levels : {"one", "two", "all"})
    {
        SCOPED_TRACE(levels);
        json scenario = JobsOf(levels, 2);
        scenario["topology"] = {{"kind", "graph"}, {"graph", graph}};
        scenario["jobs"] = {{"count", 1}, {"workers", 2}, {"start_max_us", 0}};
        scenario["placement"]["jobs"] = {{{"workers", {0, 1}}, {"ps", 2}}};
        scenario["rto"]["min_us"] = 100000;
        const RunResult result = RunExactly(scenario, "esa");
        EXPECT_EQ(result.collisions, 0U);
        EXPECT_EQ(result.remindersWorker, 0U);
        EXPECT_EQ(result.remindersPs, 0U);
    }
}

} // namespace
} // namespace ns3::esa::test
