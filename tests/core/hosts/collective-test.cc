// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Gradients that hosts sum: every worker gets every sum once, and it is exact, in whatever order
// flows deliver the data.

#include "core/hosts/cluster.h"

#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return every way in which the hosts of a system sum
std::vector<const HostSum*>
HostSums()
{
    std::vector<const HostSum*> sums;
    for (const SystemRecord& system : Systems())
    {
        const HostSum* sum = system.onHost.sum;
        if (sum && std::find(sums.begin(), sums.end(), sum) == sums.end())
        {
            sums.push_back(sum);
        }
    }
    return sums;
}

/// Runs iterations in which workers become ready at random, each as soon as it has all results.
void
RunIterations(const HostSum& sum, uint8_t workers, uint64_t blockFragments, uint32_t seed)
{
    const std::vector<uint64_t> partitionEnds{13, 14, 40};
    const uint64_t fragments = partitionEnds.back();
    constexpr uint64_t kIterations = 5;
    const BlockPlan plan(partitionEnds, blockFragments);
    Cluster cluster(sum, workers, plan, seed);
    std::mt19937 random(seed + 1);
    std::vector<uint64_t> ready(workers); // partitions, through all iterations
    const uint64_t partitions = partitionEnds.size();
    for (bool moves = true; moves;)
    {
        moves = false;
        for (uint16_t worker = 0; worker < workers; ++worker)
        {
            const uint64_t iteration = ready[worker] / partitions;
            const uint64_t partition = ready[worker] % partitions;
            if (iteration == kIterations || cluster.ResultsOf(worker) < iteration * fragments)
            {
                continue;
            }
            moves = true;
            if (random() % 3 == 0)
            {
                const uint64_t first = iteration * fragments;
                cluster.Ready(worker,
                              {first + (partition > 0 ? partitionEnds[partition - 1] : 0),
                               first + partitionEnds[partition]});
                ++ready[worker];
            }
        }
        const auto steps = random() % 50;
        for (uint32_t step = 0; step < steps; ++step)
        {
            moves |= cluster.Step();
        }
        while (!moves && cluster.Step())
        {
            moves = true;
        }
    }
    for (uint16_t worker = 0; worker < workers; ++worker)
    {
        EXPECT_EQ(cluster.ResultsOf(worker), kIterations * fragments);
    }
}

class CollectiveTest : public testing::TestWithParam<const HostSum*>
{
};

TEST_P(CollectiveTest, EveryWorkerGetsEverySumOnce)
{
    for (uint8_t workers = 1; workers <= 9; ++workers)
    {
        for (const uint64_t blockFragments : {1, 5, 1000})
        {
            for (uint32_t seed = 0; seed < 10; ++seed)
            {
                SCOPED_TRACE(std::to_string(workers) + " workers, blocks of " +
                             std::to_string(blockFragments) + ", seed " + std::to_string(seed));
                RunIterations(*GetParam(), workers, blockFragments, seed);
            }
        }
    }
}

TEST_P(CollectiveTest, ABitmapOf32WorkersIsFull)
{
    RunIterations(*GetParam(), 32, 1000, 1);
}

INSTANTIATE_TEST_SUITE_P(Systems, CollectiveTest, testing::ValuesIn(HostSums()));

TEST(Collective, ARingLinkCarriesAllButTwoChunksTwice)
{
    const BlockPlan plan({80}, 1000);
    Cluster cluster(kRingSum, 8, plan, 1);
    cluster.RunOneBlock(80);
    for (uint16_t worker = 0; worker < 8; ++worker)
    {
        EXPECT_EQ(cluster.Carried(worker, (worker + 1) % 8), 2 * 7 * 10U);
    }
}

TEST(Collective, ALateWorkerOfARingSendsFirstWhatTheNextOneNeedsFirst)
{
    using Begins = std::vector<uint64_t>;
    const auto waiting = [](CollectiveKind kind) {
        BlockPlan plan({80}, 1000);
        plan.SetOperations({{kind}});
        Cluster cluster(kRingSum, 8, plan, 1);
        for (const uint16_t worker : {0, 1, 2, 4, 5, 6, 7})
        {
            cluster.Ready(worker, {0, 80});
        }
        cluster.Run(); // 3 has got all that it passes on
        cluster.Ready(3, {0, 80});
        return cluster.Waiting(3, 4);
    };
    EXPECT_EQ(waiting(CollectiveKind::AllReduce), (Begins{30, 20, 10, 0, 70, 60, 50, 40}));
    EXPECT_EQ(waiting(CollectiveKind::ReduceScatter), (Begins{20, 10, 0, 70, 60, 50, 40}));
    EXPECT_EQ(waiting(CollectiveKind::AllGather), (Begins{30, 20, 10, 0, 70, 60, 50}));
}

TEST(Collective, AServerAnswersWhenAllOfABlockIsThere)
{
    const BlockPlan plan({10}, 1000);
    Cluster cluster(kDedicatedServerSum, 3, plan, 1);
    cluster.Ready(0, {0, 10});
    cluster.Ready(1, {0, 10});
    cluster.Run();
    EXPECT_EQ(cluster.Carried(kDedicatedServer, 0), 0U);
    cluster.Ready(2, {0, 10});
    cluster.Run();
    EXPECT_EQ(cluster.Carried(kDedicatedServer, 0), 10U);
}

TEST(Collective, BlocksGoToTheServersInTurn)
{
    const BlockPlan plan({10, 20, 25}, 5); // blocks of 5, 5, 5, 5, 5
    Cluster cluster(kColocatedServersSum, 3, plan, 1);
    cluster.RunOneBlock(25);
    EXPECT_EQ(cluster.Carried(1, ServerOf(0)), 10U); // blocks 0 and 3
    EXPECT_EQ(cluster.Carried(1, ServerOf(1)), 10U); // blocks 1 and 4
    EXPECT_EQ(cluster.Carried(1, ServerOf(2)), 5U);  // block 2
}

TEST(HostSum, SaysWhichServersThereAre)
{
    using Endpoints = std::vector<uint16_t>;
    EXPECT_EQ(kDedicatedServerSum.endpoints(3), Endpoints{kDedicatedServer});
    EXPECT_EQ(kColocatedServersSum.endpoints(3),
              (Endpoints{ServerOf(0), ServerOf(1), ServerOf(2)}));
    EXPECT_TRUE(kRingSum.endpoints(3).empty());
    EXPECT_TRUE(kDedicatedServerSum.HasDedicatedServer());
    EXPECT_FALSE(kColocatedServersSum.HasDedicatedServer());
    EXPECT_FALSE(kRingSum.HasDedicatedServer());
    for (const HostSum* sum : HostSums())
    {
        EXPECT_EQ(sum->makeServer == nullptr, sum->endpoints(8).empty());
    }
}

TEST(BlockPlan, CutsPartitionsAndNothingElse)
{
    const BlockPlan plan({7, 10}, 4);
    EXPECT_EQ(plan.Blocks(), 3U);
    const Block second = plan.At(10 * 100 + 6);
    EXPECT_EQ(second.number, 1U);
    EXPECT_EQ(second.iteration, 100U);
    EXPECT_EQ(second.range.begin, 1004U);
    EXPECT_EQ(second.range.end, 1007U);
    EXPECT_EQ(plan.At(7).range.end, 10U);
}

} // namespace
} // namespace ns3::esa
