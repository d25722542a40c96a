// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A ring of racks with a switch that sums, and of single workers: who sends what to whom.

#include "core/hosts/cluster.h"

#include <cstdint>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kFragments = 48;

/// A plan of one block per iteration.
BlockPlan
OneBlock()
{
    return {{kFragments}, 1000};
}

TEST(RackRing, RacksSendToEachOtherAsTheWorkersOfARingDo)
{
    const BlockPlan plan = OneBlock();
    const SummedRacks racks{{{0, 1}, {2, 3, 4}, {5, 6}}};
    const uint16_t firstSwitch = 7;
    for (const uint32_t seed : {1, 2, 3})
    {
        Cluster cluster(kRackRingSum, 7, plan, seed, racks);
        cluster.RunTwoBlocks(kFragments);
        for (uint16_t rack = 0; rack < 3; ++rack)
        {
            const uint16_t from = firstSwitch + rack;
            EXPECT_EQ(cluster.ResultsOf(from) + cluster.DoneOf(from), 0U) << "it has no results";
            EXPECT_EQ(cluster.Carried(from, firstSwitch + (rack + 1) % 3),
                      2 * 2 * 2 * kFragments / 3);
            for (const uint16_t worker : racks.workers[rack])
            {
                EXPECT_EQ(cluster.Carried(worker, from), 2 * kFragments);
                EXPECT_EQ(cluster.Carried(from, worker), 2 * kFragments);
            }
        }
        EXPECT_EQ(cluster.Carried(0, 2), 0U);
    }
}

TEST(RackRing, IsARingWhereNoSwitchSums)
{
    const BlockPlan plan = OneBlock();
    Cluster none(kRackRingSum, 5, plan, 1);
    Cluster ring(kRingSum, 5, plan, 1);
    none.RunTwoBlocks(kFragments);
    ring.RunTwoBlocks(kFragments);
    for (uint16_t from = 0; from < 5; ++from)
    {
        for (uint16_t to = 0; to < 5; ++to)
        {
            EXPECT_EQ(none.Carried(from, to), ring.Carried(from, to)) << from << " " << to;
        }
    }
}

TEST(RackRing, OtherWorkersAreMembersOneByOne)
{
    const BlockPlan plan = OneBlock();
    Cluster cluster(kRackRingSum, 5, plan, 1, {{{1, 3}}}); // the ring: 0, the rack, 2, 4
    cluster.RunTwoBlocks(kFragments);
    const uint64_t each = 2 * 2 * 3 * kFragments / 4;
    EXPECT_EQ(cluster.Carried(0, 5), each);
    EXPECT_EQ(cluster.Carried(5, 2), each);
    EXPECT_EQ(cluster.Carried(2, 4), each);
    EXPECT_EQ(cluster.Carried(4, 0), each);
    EXPECT_EQ(cluster.Carried(3, 5), 2 * kFragments);
    EXPECT_EQ(cluster.Carried(3, 4), 0U);
}

TEST(RackRing, ChunksFollowEachOtherThroughOneSwitch)
{
    BlockPlan plan = OneBlock();
    plan.SetChunkFragments(5);
    Cluster cluster(kRackRingSum, 3, plan, 1, {{{0, 1, 2}}});
    cluster.Ready(0, {0, kFragments});
    cluster.Ready(1, {0, kFragments});
    cluster.Run();
    cluster.Ready(2, {0, kFragments});
    for (uint64_t arrived = 0; cluster.Carried(3, 0) == 0; ++arrived)
    {
        ASSERT_LT(arrived, kFragments) << "a result leaves before all gradients have arrived";
        ASSERT_TRUE(cluster.Step());
    }
    cluster.Run();
    EXPECT_EQ(cluster.ResultsOf(2), kFragments);
}

TEST(RackRing, ABlockMayLeaveOutTheSwitches)
{
    const BlockPlan plan = OneBlock();
    Cluster cluster(kRackRingSum, 4, plan, 1, {{{0, 1, 2, 3}}});
    cluster.SumInHosts(0);
    cluster.RunTwoBlocks(kFragments);
    EXPECT_EQ(cluster.Carried(0, 1), 2 * 3 * kFragments / 4) << "one block in a ring";
    EXPECT_EQ(cluster.Carried(0, 4), kFragments) << "one through the switch";
    EXPECT_EQ(cluster.Carried(4, 0), kFragments);
}

TEST(RackRing, SmallBlocksLeaveOutSteps)
{
    const BlockPlan plan({2}, 1000); // fewer fragments than members
    Cluster cluster(kRackRingSum, 6, plan, 1, {{{0, 1}, {4, 5}}});
    cluster.RunOneBlock(2);
    for (uint16_t worker = 0; worker < 6; ++worker)
    {
        EXPECT_EQ(cluster.ResultsOf(worker), 2U);
        EXPECT_EQ(cluster.DoneOf(worker), 2U);
    }
}

} // namespace
} // namespace ns3::esa
