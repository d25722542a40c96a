// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Which switches sum where only some of them can.

#include "core/constants.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-topology-shapes.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <set>
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
AggregationPlan
Plan(AggregationLevels levels, std::set<SwitchId> only)
{
    AggregationPlan plan;
    plan.levels = levels;
    plan.only = std::move(only);
    return plan;
}

/// The switches that sum by a plan.
std::set<SwitchId>
Sums(const AggregationPlan& plan)
{
    const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
    return plan.WaysOf(ThreeRacks(), 0, racks, kHome).at(0).sums;
}

TEST(AggregationPlan, SumsWhereTheRuleSaysSoAndTheSwitchCan)
{
    const std::set<SwitchId> some{SwitchId{1}, kSpine};
    EXPECT_EQ(Sums(Plan(AggregationLevels::Two, some)), std::set<SwitchId>{SwitchId{1}});
    EXPECT_EQ(Sums(Plan(AggregationLevels::All, some)), some);
    EXPECT_EQ(Sums(Plan(AggregationLevels::Two, {})).size(), 3U) << "all can";
}

TEST(AggregationPlan, ThePsAddsWhatIsNotSummed)
{
    const auto racks = [](const AggregationPlan& plan) {
        return plan.RacksOf(ThreeRacks(), 0, kRackOf, kHome);
    };
    const JobRacks one = racks(Plan(AggregationLevels::Two, {SwitchId{1}}));
    EXPECT_TRUE(one.Tree().SumsAtServer());
    EXPECT_EQ(one.Tree().At(one.Tree().LeafOf(1)).FanIn(), 2U) << "its rack sums";
    EXPECT_EQ(one.Tree().At(one.Tree().LeafOf(3)).FanIn(), 1U);
    EXPECT_FALSE(racks(Plan(AggregationLevels::Two, {kHome})).Tree().SumsAtServer());
    EXPECT_TRUE(racks(Plan(AggregationLevels::One, {kHome})).Tree().SumsAtServer())
        << "its switch sums for its own workers only";
}

TEST(AggregationPlan, ListedWaysOfRacksWithoutWorkersAreLeftOut)
{
    const TopologyRoutes routes = ThreeRacks();
    AggregationPlan plan;
    plan.levels = AggregationLevels::All;
    const std::set<SwitchId> racks(kRackOf.begin(), kRackOf.end());
    plan.jobs = {{}, plan.WaysOf(routes, 1, racks, kHome)};
    for (const uint16_t job : {1, 3, 5}) // smaller jobs have numbers beyond the list
    {
        EXPECT_EQ(plan.WaysOf(routes, job, racks, kHome).at(0).ways.size(), 3U);
        const auto left = plan.WaysOf(routes, job, {SwitchId{1}}, kHome);
        ASSERT_EQ(left.at(0).ways.size(), 1U);
        EXPECT_EQ(left.at(0).ways.front().from, SwitchId{1});
        const JobRacks two = plan.RacksOf(routes, job, {SwitchId{1}, SwitchId{1}}, kHome);
        EXPECT_EQ(two.Tree().At(two.Tree().LeafOf(1)).FanIn(), 2U);
    }
}

} // namespace
} // namespace ns3::esa
