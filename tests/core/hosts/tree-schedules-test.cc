// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What halving and doubling, and the two trees, send to whom.

#include "core/hosts/cluster.h"

#include "ns3/esa-tree-schedules.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

TEST(HalvingDoubling, ExchangesHalfWithTheNeighbourAndAQuarterWithTheNext)
{
    const BlockPlan plan({80}, 1000);
    Cluster cluster(kHalvingDoublingSum, 8, plan, 1);
    cluster.RunOneBlock(80);
    for (uint16_t worker = 0; worker < 8; ++worker)
    {
        EXPECT_EQ(cluster.Carried(worker, worker ^ 1), 2 * 40U);
        EXPECT_EQ(cluster.Carried(worker, worker ^ 2), 2 * 20U);
        EXPECT_EQ(cluster.Carried(worker, worker ^ 4), 2 * 10U);
        EXPECT_EQ(cluster.Carried(worker, worker ^ 3), 0U);
        EXPECT_EQ(cluster.DoneOf(worker), 80U);
    }
}

TEST(HalvingDoubling, AMessageLeavesWhenItsReceiverHasComeToItsStep)
{
    const BlockPlan plan({80}, 1000);
    Cluster cluster(kHalvingDoublingSum, 8, plan, 1);
    for (uint16_t worker = 1; worker < 8; ++worker)
    {
        cluster.Ready(worker, {0, 80});
    }
    cluster.Run();
    for (const uint16_t partner : {1, 2, 4})
    {
        EXPECT_EQ(cluster.Carried(partner, 0), 0U) << partner;
        EXPECT_EQ(cluster.Carried(0, partner, kClearConnection), 0U) << partner;
    }
    EXPECT_EQ(cluster.Carried(3, 1), 0U) << "1 waits for 0";
    EXPECT_EQ(cluster.Carried(5, 4), 40U) << "they are in one step";
    cluster.Ready(0, {0, 80});
    while (cluster.Carried(0, 4) < 10 && cluster.Step())
    {
        EXPECT_TRUE(cluster.Carried(0, 2) == 0 || cluster.Carried(0, 1) >= 40);
        EXPECT_TRUE(cluster.Carried(0, 4) == 0 || cluster.Carried(0, 2) >= 20);
        EXPECT_TRUE(cluster.Carried(2, 0) == 0 || cluster.Carried(1, 0) >= 40);
        EXPECT_TRUE(cluster.Carried(4, 0) == 0 || cluster.Carried(2, 0) >= 20);
    }
    cluster.Run();
    EXPECT_EQ(cluster.DoneOf(0), 80U);
    EXPECT_EQ(cluster.Carried(0, 4, kClearConnection), 2U) << "one for each message";
}

TEST(HalvingDoubling, WorkersBeyondAPowerOfTwoHandTheirDataToANeighbour)
{
    const BlockPlan plan({80}, 1000);
    Cluster cluster(kHalvingDoublingSum, 6, plan, 1);
    cluster.RunOneBlock(80);
    for (const uint16_t worker : {0, 2})
    {
        EXPECT_EQ(cluster.Carried(worker, worker + 1), 80U);
        EXPECT_EQ(cluster.Carried(worker + 1, worker), 80U);
        EXPECT_EQ(cluster.ResultsOf(worker), 80U);
    }
    // Workers 1, 3, 4 and 5 take part in the steps.
    EXPECT_EQ(cluster.Carried(1, 3), 2 * 40U);
    EXPECT_EQ(cluster.Carried(1, 4), 2 * 20U);
    EXPECT_EQ(cluster.Carried(4, 5), 2 * 40U);
}

TEST(DoubleTree, IsTwoTreesOverAllWorkers)
{
    for (uint32_t workers = 1; workers <= 70; ++workers)
    {
        SCOPED_TRACE(workers);
        std::vector<int> trees(workers); // in which a worker has children
        for (const uint32_t tree : {0, 1})
        {
            uint32_t roots = 0;
            for (uint32_t worker = 0; worker < workers; ++worker)
            {
                const TreePlace place = PlaceInTree(worker, workers, tree);
                roots += place.parent ? 0 : 1;
                bool hasChildren = false;
                for (const auto& child : place.children)
                {
                    ASSERT_TRUE(!child || PlaceInTree(*child, workers, tree).parent == worker);
                    hasChildren |= child.has_value();
                }
                trees[worker] += hasChildren ? 1 : 0;
                uint32_t depth = 0;
                for (auto up = place.parent; up; up = PlaceInTree(*up, workers, tree).parent)
                {
                    ASSERT_LE(++depth, 7U); // no cycle, and never deeper than a logarithm
                }
                if (place.parent)
                {
                    const auto siblings = PlaceInTree(*place.parent, workers, tree).children;
                    EXPECT_EQ(std::count(siblings.begin(), siblings.end(), worker), 1);
                }
            }
            EXPECT_EQ(roots, 1U);
        }
        EXPECT_LE(std::count(trees.begin(), trees.end(), 2), workers % 2);
    }
}

TEST(DoubleTree, HalfOfTheDataGoesOverEachTree)
{
    BlockPlan plan({80}, 1000);
    plan.SetChunks(ChunksFollowing(10));
    Cluster cluster(kDoubleTreeSum, 8, plan, 1);
    cluster.RunOneBlock(80);
    // Tree 0: 0 above 4 above 2 and 6; tree 1: 7 above 3 above 5 and 1.
    using Links = std::vector<std::pair<uint16_t, uint16_t>>;
    const std::array<Links, 2> trees{Links{{0, 4}, {4, 2}, {4, 6}}, Links{{7, 3}, {3, 5}, {3, 1}}};
    for (uint8_t tree = 0; tree < 2; ++tree)
    {
        for (const auto& [parent, child] : trees[tree])
        {
            EXPECT_EQ(cluster.Carried(child, parent, tree), 40U);
            EXPECT_EQ(cluster.Carried(parent, child, tree), 40U);
        }
    }
    EXPECT_EQ(cluster.Carried(0, 7), 0U);
}

TEST(DoubleTree, HasAConnectionForEachTree)
{
    BlockPlan plan({80}, 1000);
    plan.SetChunks(ChunksFollowing(10));
    Cluster cluster(kDoubleTreeSum, 3, plan, 1);
    cluster.RunOneBlock(80);
    // Tree 0: 0 above 2 above 1; tree 1: 1 above 0 above 2. So 0 and 2 are neighbours in both.
    for (uint8_t tree = 0; tree < 2; ++tree)
    {
        EXPECT_EQ(cluster.Carried(0, 2, tree), 40U) << int{tree};
        EXPECT_EQ(cluster.Carried(2, 0, tree), 40U) << int{tree};
    }
}

} // namespace
} // namespace ns3::esa
