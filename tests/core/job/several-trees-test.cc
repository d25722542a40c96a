// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs whose tasks take several trees in turn: every part finds the tree of a task by itself.

#include "core/constants.h"
#include "core/job/job-of-levels.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-group-table.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kTrees = 3;
constexpr uint32_t kFirstSpine = 10;

/// @return the job with two workers in each of three racks; tree t has spine 10 + t, but in tree 2
///         the racks meet beside the PS only
AggregationPlan
JobOf(AggregationLevels levels, uint32_t maxMembers = 32)
{
    const std::vector<SwitchId> rackOf = RacksFrom({0, 1, 2, 0, 1, 2});
    const auto between = [](SwitchId rack, uint32_t tree) {
        return std::vector{SwitchId{kFirstSpine + tree + (tree == 2 ? ToNumber(rack) : 0)}};
    };
    return JobOfLevels(levels, rackOf, kHome, between, maxMembers, kTrees);
}

TEST(SeveralTrees, EachHasItsOwnSpineWhereAllLevelsSum)
{
    const AggregationPlan job = JobOf(AggregationLevels::All);
    ASSERT_EQ(job.Trees(), kTrees);
    for (uint32_t seq = 0; seq < 2; ++seq)
    {
        const AggregationTree& tree = job.TreeOfTask(seq);
        const auto summing = tree.At(tree.At(tree.LeafOf(1)).parent);
        EXPECT_EQ(summing.rack, SwitchId{kFirstSpine + seq});
        EXPECT_EQ(summing.members.size(), 2U) << "of the racks 1 and 2";
        EXPECT_EQ(&tree, &job.TreeOfTask(seq + kTrees));
    }
    const AggregationTree& apart = job.TreeOfTask(2);
    EXPECT_EQ(apart.At(apart.At(apart.LeafOf(1)).parent).rack, kHome);
    EXPECT_EQ(&apart, &job.Tree(2));
    EXPECT_NE(apart.Groups(), job.Tree().Groups());
}

TEST(SeveralTrees, HaveTheSameGroupsWhereTheSameSwitchesSum)
{
    for (const auto levels : {AggregationLevels::One, AggregationLevels::Two})
    {
        const AggregationPlan job = JobOf(levels, 2);
        ASSERT_EQ(job.Trees(), kTrees);
        for (uint16_t group = 1; group <= job.Tree().Groups(); ++group)
        {
            EXPECT_EQ(job.TreeOfTask(2).At(group).rack, job.Tree().At(group).rack);
            EXPECT_EQ(job.TreeOfTask(2).At(group).members, job.Tree().At(group).members);
        }
    }
}

TEST(SeveralTrees, AWorkersAddressIsThatOfTheTree)
{
    const AggregationPlan job = JobOf(AggregationLevels::All);
    for (uint32_t tree = 0; tree < kTrees; ++tree)
    {
        const WorkerAddress address = job.AddressOf(4, tree);
        const AggregationTree& groups = job.Tree(tree);
        EXPECT_EQ(address.group, groups.LeafOf(4));
        EXPECT_EQ(address.bitmap, groups.BitOf(4).bit);
        EXPECT_EQ(address.fanIn, 2);
    }
}

TEST(SeveralTrees, ASwitchSumsTheTasksOfItsTreesOnly)
{
    AggregationPlan job = JobOf(AggregationLevels::All);
    job.SetGroupIndexes(GroupIndexesOf(MemoryLayout::SharedPool, 100, 100, job));
    const GroupTable spine(job, SwitchId{kFirstSpine + 1});
    for (uint32_t seq = 0; seq < 6; ++seq)
    {
        const AggregationTree& tree = job.TreeOfTask(seq);
        uint32_t found = 0;
        for (uint16_t group = 1; group <= tree.Groups(); ++group)
        {
            const GroupTable::Row* entry = spine.Find(group, seq);
            ASSERT_EQ(entry != nullptr, tree.At(group).rack == SwitchId{kFirstSpine + 1});
            found += entry ? 1 : 0;
        }
        EXPECT_EQ(found, seq % kTrees == 1 ? 1U : 0U);
    }
}

TEST(SeveralTrees, TheirGroupsTakeTheSameMemory)
{
    const AggregationPlan job = JobOf(AggregationLevels::All, 2);
    uint32_t most = 0;
    for (uint32_t tree = 0; tree < kTrees; ++tree)
    {
        most = std::max(most, job.Tree(tree).MaxAtOneSwitch());
    }
    EXPECT_GT(most, job.Tree().MaxAtOneSwitch()) << "tree 2 has more sums beside the PS";
    EXPECT_EQ(GroupsAtOneSwitch(job), most);
}

} // namespace
} // namespace ns3::esa
