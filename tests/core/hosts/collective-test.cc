// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Gradients that hosts sum: every worker gets every sum once, and it is exact, in whatever order
// flows deliver the data.

#include "core/hosts/cluster.h"

#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// How the hosts of a system sum.
struct HostMethod
{
    const HostSum* sum;       ///< the method
    uint32_t extraServers{0}; ///< if it has servers: how many of them are not beside workers ...
    bool isColocated{true};   ///< ... and whether the others are there

    /// @return the servers of a job with an iteration of such blocks
    std::optional<ServerPlan> ServersOf(uint32_t workers, const BlockPlan& blocks) const
    {
        if (!sum->makeServer)
        {
            return std::nullopt;
        }
        std::vector<uint64_t> keys(blocks.Blocks());
        std::iota(keys.begin(), keys.end(), 0);
        const uint32_t most = ServerPlan::MostExtraServers(workers, isColocated);
        return ServerPlan(workers, std::min(extraServers, most), isColocated, keys);
    }
};

/// @return every way in which the hosts of a system sum
std::vector<HostMethod>
HostMethods()
{
    std::vector<HostMethod> methods;
    for (const SystemRecord& system : Systems())
    {
        const HostSum* const sum = system.onHost.sum;
        const bool isNew = std::none_of(methods.begin(), methods.end(), [sum](const auto& method) {
            return method.sum == sum;
        });
        if (sum && isNew)
        {
            methods.push_back({sum});
            if (sum->makeServer)
            {
                methods.insert(methods.end(), {{sum, 1, false}, {sum, 2}, {sum, 5, false}});
            }
        }
    }
    return methods;
}

/// Runs iterations in which workers become ready at random, each as soon as it has all results.
void
RunIterations(const HostMethod& method, uint8_t workers, uint64_t blockFragments, uint32_t seed)
{
    const std::vector<uint64_t> partitionEnds{13, 14, 40};
    const uint64_t fragments = partitionEnds.back();
    constexpr uint64_t kIterations = 5;
    const BlockPlan plan(partitionEnds, blockFragments);
    const auto servers = method.ServersOf(workers, plan);
    Cluster cluster(*method.sum, workers, plan, seed, nullptr, servers ? &*servers : nullptr);
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

class CollectiveTest : public testing::TestWithParam<HostMethod>
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
                RunIterations(GetParam(), workers, blockFragments, seed);
            }
        }
    }
}

TEST_P(CollectiveTest, ABitmapOf32WorkersIsFull)
{
    RunIterations(GetParam(), 32, 1000, 1);
}

INSTANTIATE_TEST_SUITE_P(Systems, CollectiveTest, testing::ValuesIn(HostMethods()));

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

/// Three workers and a server elsewhere, which sums a block of 10 fragments.
class OneServer : public testing::Test
{
  protected:
    const BlockPlan m_plan{{10}, 1000};
    const ServerPlan m_servers{3, 1, false, {0}};
    Cluster m_cluster{kPushPullSum, 3, m_plan, 1, nullptr, &m_servers};
};

TEST_F(OneServer, AnswersWhenAllOfABlockIsThere)
{
    m_cluster.Ready(0, {0, 10});
    m_cluster.Ready(1, {0, 10});
    m_cluster.Run();
    EXPECT_EQ(m_cluster.Carried(kDedicatedServer, 0), 0U);
    m_cluster.Ready(2, {0, 10});
    m_cluster.Run();
    EXPECT_EQ(m_cluster.Carried(kDedicatedServer, 0), 10U);
}

TEST_F(OneServer, GetsARequestOnceItHasAllOfAWorkersBlock)
{
    m_cluster.Ready(0, {0, 10});
    for (int packet = 0; packet < 9; ++packet)
    {
        m_cluster.Step();
    }
    EXPECT_TRUE(m_cluster.Waiting(0, kDedicatedServer, kClearConnection).empty());
    m_cluster.Step(); // the tenth, which is acknowledged
    EXPECT_EQ(m_cluster.Waiting(0, kDedicatedServer, kClearConnection).size(), 1U);
    m_cluster.Run();
    EXPECT_EQ(m_cluster.Carried(0, kDedicatedServer, kClearConnection), 1U);
    EXPECT_EQ(m_cluster.ResultsOf(0), 0U) << "others have sent nothing";
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
