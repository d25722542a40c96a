// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Which switches sum where only some of them can.

#include "core/constants.h"

#include "ns3/esa-aggregation-rule.h"
#include "ns3/esa-topology-shapes.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr SwitchId kSpine{3};
const std::vector<SwitchId> kRackOf = RacksFrom({0, 1, 1, 2, 2});

/// Three racks of two hosts, and a spine.
TopologyRoutes
ThreeRacks()
{
    return TopologyRoutes(MakeLeafSpine(3, 2, 1, {}, {}));
}

/// A plan of a rule and of the switches that can sum.
AggregationRule
Plan(AggregationLevels levels, std::set<SwitchId> only)
{
    AggregationRule plan;
    plan.levels = levels;
    plan.only = std::move(only);
    return plan;
}

/// The switches that sum by a plan.
std::set<SwitchId>
Sums(const AggregationRule& plan)
{
    const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
    std::set<SwitchId> sums;
    const SwitchTree tree = plan.TreesOf(ThreeRacks(), 0, racks, kHome).at(0);
    for (const auto& [number, row] : tree)
    {
        if (row.sums != SwitchSums::Nothing)
        {
            sums.insert(number);
        }
    }
    return sums;
}

TEST(AggregationRule, SumsWhereTheRuleSaysSoAndTheSwitchCan)
{
    const std::set<SwitchId> some{SwitchId{1}, kSpine};
    EXPECT_EQ(Sums(Plan(AggregationLevels::Two, some)), std::set<SwitchId>{SwitchId{1}});
    EXPECT_EQ(Sums(Plan(AggregationLevels::All, some)), some);
    EXPECT_EQ(Sums(Plan(AggregationLevels::Two, {})).size(), 3U) << "all can";
}

TEST(AggregationRule, ThePsAddsWhatIsNotSummed)
{
    const auto racks = [](const AggregationRule& plan) {
        return plan.PlanOf(ThreeRacks(), 0, kRackOf, kHome);
    };
    const AggregationPlan one = racks(Plan(AggregationLevels::Two, {SwitchId{1}}));
    EXPECT_TRUE(one.Tree().SumsAtServer());
    EXPECT_EQ(one.Tree().At(one.Tree().LeafOf(1)).FanIn(), 2U) << "its rack sums";
    EXPECT_EQ(one.Tree().At(one.Tree().LeafOf(3)).FanIn(), 1U);
    EXPECT_FALSE(racks(Plan(AggregationLevels::Two, {kHome})).Tree().SumsAtServer());
    EXPECT_TRUE(racks(Plan(AggregationLevels::One, {kHome})).Tree().SumsAtServer())
        << "its switch sums for its own workers only";
}

TEST(AggregationRule, AJobAtOneSwitchHasOneTree)
{
    AggregationRule rule;
    rule.trees = 4;
    EXPECT_EQ(rule.PlanOf(ThreeRacks(), 0, kRackOf, kHome).Trees(), 4U);
    EXPECT_EQ(rule.PlanOf(ThreeRacks(), 0, {kHome, kHome}, kHome).Trees(), 1U);
    EXPECT_EQ(rule.PlanOf(ThreeRacks(), 0, {SwitchId{1}, SwitchId{1}}, kHome).Trees(), 4U)
        << "the sums pass other switches to the PS";
}

TEST(AggregationRule, RowsOfRacksWithoutWorkersAreLeftOut)
{
    const TopologyRoutes routes = ThreeRacks();
    AggregationRule plan;
    plan.levels = AggregationLevels::All;
    const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
    plan.jobs = {{}, plan.TreesOf(routes, 1, racks, kHome)};
    for (const uint16_t job : {1, 3, 5}) // smaller jobs have numbers beyond the list
    {
        EXPECT_EQ(plan.TreesOf(routes, job, racks, kHome).at(0).size(), 4U);
        const SwitchTree left = plan.TreesOf(routes, job, {SwitchId{1}}, kHome).at(0);
        EXPECT_EQ(left.size(), 3U) << "the rack, the spine and the PS's rack";
        EXPECT_EQ(left.count(SwitchId{2}), 0U);
        const AggregationPlan two = plan.PlanOf(routes, job, {SwitchId{1}, SwitchId{1}}, kHome);
        EXPECT_EQ(two.Tree().At(two.Tree().LeafOf(1)).FanIn(), 2U);
    }
}

/// What is wrong with a tree of workers in all three racks.
std::vector<std::string>
FaultsOf(const SwitchTree& tree)
{
    return FindTreeFaults(tree,
                          ThreeRacks(),
                          std::set<SwitchId>(kRackOf.begin(), kRackOf.end()),
                          kHome);
}

TEST(TreeFaults, ATreeOfARuleHasNone)
{
    for (const auto levels :
         {AggregationLevels::One, AggregationLevels::Two, AggregationLevels::All})
    {
        const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
        const auto trees = Plan(levels, {}).TreesOf(ThreeRacks(), 0, racks, kHome);
        EXPECT_EQ(FaultsOf(trees.at(0)), std::vector<std::string>{});
    }
}

TEST(TreeFaults, EachIsFound)
{
    using Faults = std::vector<std::string>;
    const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
    const SwitchTree right = AggregationRule().TreesOf(ThreeRacks(), 0, racks, kHome).at(0);
    SwitchTree tree = right;
    tree.erase(SwitchId{2});
    EXPECT_EQ(FaultsOf(tree), Faults{"switch 2 has workers, but no row"});
    EXPECT_EQ(PathsFrom(tree, racks).count(SwitchId{2}), 0U) << "a path ends where a row lacks";
    tree = right;
    tree.erase(kSpine);
    EXPECT_EQ(FaultsOf(tree),
              (Faults{"the path from switch 1 to switch 3 leads out of the tree",
                      "the path from switch 2 to switch 3 leads out of the tree"}));
    tree = right;
    tree[SwitchId{2}].parent = SwitchId{1};
    EXPECT_EQ(
        FaultsOf(tree),
        Faults{"the path from switch 2 to switch 1 leads through a rack that is not the PS's"});
    tree = right;
    tree[SwitchId{2}].link = tree[SwitchId{1}].link;
    EXPECT_EQ(FaultsOf(tree),
              Faults{"the path from switch 2 to switch 3 has a link that does not connect them"});
    tree = right;
    tree[SwitchId{2}].parent.reset();
    EXPECT_EQ(FaultsOf(tree), Faults{"the path from switch 2 does not end at the PS's, switch 0"});
    tree = right;
    tree[SwitchId{77}] = {};
    EXPECT_EQ(FaultsOf(tree), Faults{"switch 77 is not in the network"});
}

} // namespace
} // namespace ns3::esa
