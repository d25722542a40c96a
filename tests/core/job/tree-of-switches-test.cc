// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Trees of all switches on the way to the PS, and of one level of switches below the PS. Racks 0 to
// 3; the PS is in rack 0. Switch 10 is above racks 1 and 2, switch 11 above rack 3, and switch 12
// between these and rack 0.

#include "core/constants.h"
#include "core/job/job-of-levels.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-group-memory.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr SwitchId kPod{10};
constexpr SwitchId kOtherPod{11};
constexpr SwitchId kCore{12};

/// @return the switches between a rack and the PS's rack
std::vector<SwitchId>
Between(SwitchId rack, uint32_t /* tree */)
{
    return {rack == SwitchId{3} ? kOtherPod : kPod, kCore};
}

/// @return the job with workers in these racks
AggregationPlan
JobIn(AggregationLevels levels, const std::vector<uint32_t>& racks, uint32_t maxMembers = 32)
{
    return JobOfLevels(levels, RacksFrom(racks), kHome, Between, maxMembers);
}

/// @return how many groups each switch sums
std::map<uint32_t, int>
GroupsAt(const AggregationTree& tree)
{
    std::map<uint32_t, int> groups;
    for (uint16_t number = tree.First(); number <= tree.Root(); ++number)
    {
        groups[ToNumber(tree.At(number).rack)] += tree.At(number).isServers ? 0 : 1;
    }
    return groups;
}

TEST(TreeOfSwitches, AFragmentPassesARackThatDoesNotSum)
{
    // rack 1 with workers 0 and 1 does not sum, rack 2 does, switch 10 sums both
    const SwitchTree ways{{SwitchId{1}, {kPod, 0, SwitchSums::Nothing}},
                          {SwitchId{2}, {kPod, 0, SwitchSums::All}},
                          {kPod, {std::nullopt, 0, SwitchSums::All}}};
    const AggregationPlan job(RacksFrom({1, 1, 2, 2}),
                              kHome,
                              {AggregationTree(RacksFrom({1, 1, 2, 2}), kHome, ways)});
    const AggregationTree& tree = job.Tree();
    EXPECT_FALSE(tree.SumsAtServer());
    EXPECT_EQ(tree.At(tree.Root()).rack, kPod);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 3U) << "two workers, and the sum of rack 2";
    for (const uint16_t worker : {0, 1})
    {
        EXPECT_EQ(job.AddressOf(worker).group, tree.Root());
        EXPECT_EQ(job.AddressOf(worker).fanIn, 3U);
        EXPECT_FALSE(tree.At(tree.LeafOf(worker)).IsHeld());
    }
    EXPECT_EQ(job.AddressOf(2).group, tree.LeafOf(2));
    EXPECT_EQ(tree.At(tree.LeafOf(2)).members, (std::vector<uint16_t>{2, 3}));
}

TEST(TreeOfSwitches, WhereNoSwitchSumsThePsAddsWorkers)
{
    const SwitchTree ways{{SwitchId{1}, {kHome}}, {kHome, {}}};
    const AggregationTree tree(RacksFrom({1, 1, 0}), kHome, ways);
    EXPECT_TRUE(tree.SumsAtServer());
    EXPECT_EQ(tree.Leaves(), 3U);
    for (uint16_t leaf = tree.First(); leaf < tree.Root(); ++leaf)
    {
        EXPECT_EQ(tree.At(leaf).FanIn(), 1U) << "a switch completes it at once";
        EXPECT_FALSE(tree.At(leaf).isDirect) << "no switch sums the group above";
    }
    // one worker alone
    const AggregationTree alone(RacksFrom({1}), kHome, SwitchTree{{SwitchId{1}, {}}});
    EXPECT_EQ(alone.Groups(), 1U);
    EXPECT_FALSE(alone.At(alone.Root()).isDirect);
}

TEST(TreeOfSwitches, MoreThan32WorkersOfARackThatDoesNotSumAreGroupsAbove)
{
    const AggregationTree tree(
        std::vector<SwitchId>(40, SwitchId{1}),
        kHome,
        SwitchTree{{SwitchId{1}, {kPod}}, {kPod, {std::nullopt, 0, SwitchSums::All}}});
    EXPECT_EQ(tree.Leaves(), 40U);
    EXPECT_EQ(GroupsAt(tree), (std::map<uint32_t, int>{{1, 40}, {10, 3}}));
    EXPECT_EQ(tree.MaxAtOneSwitch(), 3U);
}

TEST(TreeOfSwitches, EverySwitchWhereSumsMeetHasAGroup)
{
    const AggregationPlan job = JobIn(AggregationLevels::All, {1, 1, 2, 3, 0, 3});
    const AggregationTree& tree = job.Tree();
    EXPECT_EQ(GroupsAt(tree),
              (std::map<uint32_t, int>{{0, 2}, {1, 1}, {2, 1}, {3, 1}, {10, 1}, {12, 1}}))
        << "only one sum comes to switch 11, which passes it on";
    EXPECT_EQ(tree.Levels(), 4U) << "rack 1, switches 10 and 12, rack 0";
    EXPECT_FALSE(tree.SumsAtServer());
    EXPECT_EQ(tree.At(tree.Root()).rack, kHome);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 2);
    EXPECT_EQ(tree.MaxAtOneSwitch(), 1U);
    const AggregationTree::Group& beside = tree.At(tree.LeafOf(4));
    EXPECT_TRUE(beside.isDirect) << "a worker beside the PS is a member of the root";
    EXPECT_FALSE(beside.IsHeld());
    EXPECT_EQ(beside.parent, tree.Root());
    EXPECT_FALSE(tree.At(tree.LeafOf(2)).isDirect) << "though alone in its rack";
    const AggregationTree::Group& ofPod = tree.At(tree.At(tree.LeafOf(2)).parent);
    EXPECT_EQ(ofPod.rack, kPod);
    EXPECT_EQ(ofPod.wireName, 0) << "a worker below it, so that packets for it come there";
    EXPECT_EQ(tree.At(tree.LeafOf(3)).parent, ofPod.parent) << "past switch 11";
}

TEST(TreeOfSwitches, WorkersBesideThePsAreGatheredIfABitmapHasNoRoomForThem)
{
    const std::vector<uint32_t> racks{1, 0, 0, 0, 2, 3};
    const AggregationTree roomy = JobIn(AggregationLevels::All, racks, 4).Tree();
    EXPECT_EQ(roomy.At(roomy.Root()).FanIn(), 4) << "3 workers, and the sum from switch 12";
    EXPECT_EQ(roomy.MaxAtOneSwitch(), 1U);
    const AggregationTree tight = JobIn(AggregationLevels::All, racks, 3).Tree();
    EXPECT_FALSE(tight.At(tight.LeafOf(1)).isDirect);
    EXPECT_EQ(tight.At(tight.LeafOf(1)).FanIn(), 3);
    EXPECT_EQ(tight.MaxAtOneSwitch(), 2U);
}

TEST(TreeOfSwitches, TheRootMayBeBetweenRacks)
{
    const AggregationTree tree = JobIn(AggregationLevels::All, {1, 2, 2}).Tree();
    EXPECT_EQ(tree.At(tree.Root()).rack, kPod);
    EXPECT_EQ(tree.Levels(), 2U);
}

TEST(TreeOfSwitches, WithOneLevelThePsSumsWhatRacksSend)
{
    const AggregationPlan job = JobIn(AggregationLevels::One, {1, 1, 2, 3, 0, 3});
    const AggregationTree& tree = job.Tree();
    EXPECT_TRUE(tree.SumsAtServer());
    EXPECT_EQ(tree.Groups(), 5);
    EXPECT_EQ(tree.Levels(), 1U);
    EXPECT_EQ(tree.MaxAtOneSwitch(), 1U) << "no switch keeps a sum of the server's group";
    const AggregationTree::Group& root = tree.At(tree.Root());
    EXPECT_TRUE(root.isServers);
    EXPECT_EQ(root.rack, kHome);
    EXPECT_EQ(root.wireName, kAllWorkers);
    EXPECT_EQ(root.FanIn(), 0) << "no bits complete it";
    EXPECT_EQ(root.members.size(), 4U);
    InaPacket packet;
    packet.group = tree.Root();
    EXPECT_FALSE(tree.IsPossible(packet)) << "nobody sends such a sum";
}

TEST(TreeOfSwitches, ThePsSumsMoreRacksThanABitmapHasBits)
{
    std::vector<uint32_t> racks;
    for (uint32_t worker = 0; worker < 600; ++worker)
    {
        racks.push_back(worker / 6);
    }
    const AggregationTree tree = JobIn(AggregationLevels::One, racks).Tree();
    EXPECT_EQ(tree.At(tree.Root()).members.size(), 100U);
    EXPECT_EQ(tree.At(tree.Root()).endWord, 100);
}

TEST(TreeOfSwitches, AJobInOneRackHasNoMoreLevels)
{
    for (const auto levels :
         {AggregationLevels::One, AggregationLevels::Two, AggregationLevels::All})
    {
        for (const uint32_t rack : {0U, 2U})
        {
            const AggregationTree tree = JobIn(levels, {rack, rack, rack}).Tree();
            ASSERT_EQ(tree.Groups(), 1);
            EXPECT_EQ(tree.At(tree.Root()).rack, SwitchId{rack});
        }
    }
    const AggregationTree large = JobIn(AggregationLevels::One, {2, 2, 2}, 2).Tree();
    EXPECT_FALSE(large.SumsAtServer());
    EXPECT_EQ(large.Groups(), 3);
}

TEST(TreeOfSwitches, WaysOfTwoLevelsMakeTheUsualTree)
{
    const std::vector<SwitchId> rackOf = RacksFrom({3, 0, 1, 1, 3, 0, 2, 2, 2, 3});
    const SwitchTree ways{{kHome, {std::nullopt, 0, SwitchSums::All}},
                          {SwitchId{1}, {kHome, 0, SwitchSums::All}},
                          {SwitchId{2}, {kHome, 0, SwitchSums::All}},
                          {SwitchId{3}, {kHome, 0, SwitchSums::All}}};
    const AggregationTree usual(rackOf, kHome, 2);
    const AggregationTree made(rackOf, kHome, ways, 2);
    ASSERT_EQ(made.Groups(), usual.Groups());
    for (uint16_t number = 1; number <= usual.Groups(); ++number)
    {
        EXPECT_EQ(made.At(number).rack, usual.At(number).rack);
        EXPECT_EQ(made.At(number).members, usual.At(number).members);
        EXPECT_EQ(made.At(number).place, usual.At(number).place);
        EXPECT_EQ(made.At(number).wireName, usual.At(number).wireName);
    }
}

/// @return the workers in a group, each once
std::multiset<uint16_t>
WorkersOf(const AggregationTree& tree, uint16_t number)
{
    const AggregationTree::Group& group = tree.At(number);
    if (group.isLeaf)
    {
        return {group.members.begin(), group.members.end()};
    }
    std::multiset<uint16_t> workers;
    for (const uint16_t member : group.members)
    {
        workers.merge(WorkersOf(tree, member));
    }
    return workers;
}

TEST(TreeOfSwitches, EveryTreeSumsEveryWorkerOnceTowardsThePs)
{
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round)
    {
        std::vector<uint32_t> racks(1 + random() % 60);
        for (uint32_t& rack : racks)
        {
            rack = static_cast<uint32_t>(random() % 4);
        }
        const auto levels = random() % 2 == 0 ? AggregationLevels::One : AggregationLevels::All;
        const uint32_t most = 2 + static_cast<uint32_t>(random() % 31);
        const AggregationPlan job = JobIn(levels, racks, most);
        const AggregationTree& tree = job.Tree();
        const auto all = WorkersOf(tree, tree.Root());
        ASSERT_EQ(all.size(), racks.size());
        ASSERT_EQ(std::set<uint16_t>(all.begin(), all.end()).size(), racks.size());
        for (uint16_t number = tree.First(); number <= tree.Root(); ++number)
        {
            const AggregationTree::Group& group = tree.At(number);
            ASSERT_EQ(group.isServers,
                      number == tree.Root() && levels == AggregationLevels::One && !group.isLeaf &&
                          std::set<uint32_t>(racks.begin(), racks.end()).size() > 1);
            ASSERT_TRUE(group.isServers || group.members.size() <= most);
            ASSERT_TRUE(group.parent == 0 || group.parent > number);
            for (const uint16_t worker : WorkersOf(tree, number))
            {
                std::vector<SwitchId> way{SwitchId{racks[worker]}};
                const auto between = Between(way.front(), 0);
                way.insert(way.end(), between.begin(), between.end());
                way.push_back(kHome);
                ASSERT_TRUE(std::count(way.begin(), way.end(), group.rack) > 0)
                    << "a switch that its packets do not come to";
                ASSERT_GE(tree.BitOf(worker).word, group.firstWord);
                ASSERT_LT(tree.BitOf(worker).word, group.endWord);
            }
        }
        ASSERT_TRUE(racks.size() > most || GroupsAtOneSwitch(job) == 1)
            << "a job that a bitmap has room for needs one aggregator per task and switch";
    }
}

} // namespace
} // namespace ns3::esa
