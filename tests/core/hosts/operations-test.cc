// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Operations beside all-reduce: every worker gets what the operation owes it, once, and exact.

#include "core/hosts/cluster.h"

#include "ns3/esa-system-registry.h"

#include <numeric>
#include <string>

namespace ns3::esa
{
namespace
{

constexpr CollectiveKind kKinds[]{CollectiveKind::AllReduce,
                                  CollectiveKind::ReduceScatter,
                                  CollectiveKind::AllGather,
                                  CollectiveKind::Broadcast,
                                  CollectiveKind::Reduce,
                                  CollectiveKind::AllToAll,
                                  CollectiveKind::Barrier,
                                  CollectiveKind::SendReceive,
                                  CollectiveKind::Gather,
                                  CollectiveKind::Scatter};

/// What a worker is owed of a block.
struct Due
{
    uint64_t sums{0};              ///< sums of all workers
    std::vector<uint64_t> foreign; ///< fragments of each other worker

    /// Adds what is owed of another block.
    void Add(const Due& other)
    {
        sums += other.sums;
        for (std::size_t worker = 0; worker < foreign.size(); ++worker)
        {
            foreign[worker] += other.foreign[worker];
        }
    }
};

uint64_t
ChunkSize(uint64_t size, uint64_t chunk, uint64_t chunks)
{
    return size * (chunk + 1) / chunks - size * chunk / chunks;
}

/// What the definition of the operation header.
Due
DueOf(const CollectiveOperation& operation, uint64_t size, uint32_t worker, uint32_t workers)
{
    Due due;
    due.foreign.resize(workers);
    for (uint32_t other = 0; other < workers; ++other)
    {
        uint64_t& foreign = due.foreign[other];
        const bool isRoot = other == operation.root;
        switch (operation.kind)
        {
        case CollectiveKind::AllReduce:
            due.sums = size;
            break;
        case CollectiveKind::ReduceScatter:
            due.sums = ChunkSize(size, worker, workers);
            break;
        case CollectiveKind::Reduce:
            due.sums = worker == operation.root ? size : 0;
            break;
        case CollectiveKind::AllGather:
            foreign = ChunkSize(size, other, workers);
            break;
        case CollectiveKind::AllToAll:
            foreign = ChunkSize(size, worker, workers);
            break;
        case CollectiveKind::Broadcast:
            foreign = isRoot ? size : 0;
            break;
        case CollectiveKind::SendReceive:
            foreign = isRoot && worker == operation.peer ? size : 0;
            break;
        case CollectiveKind::Gather:
            foreign = worker == operation.root ? ChunkSize(size, other, workers) : 0;
            break;
        case CollectiveKind::Scatter:
            foreign = isRoot ? ChunkSize(size, worker, workers) : 0;
            break;
        case CollectiveKind::Barrier:
            for (uint32_t distance = 1; distance < workers; distance *= 2)
            {
                foreign += (other + distance) % workers == worker ? 1 : 0;
            }
            break;
        }
    }
    due.foreign[worker] = 0;
    return due;
}

/// Makes all partitions of a plan ready at all workers, in another order at each; delivers a few
/// packets in between, and all of them afterwards.
void
ReadyAll(Cluster& cluster, uint32_t workers, const std::vector<uint64_t>& ends, uint32_t seed)
{
    std::mt19937 random(seed);
    std::vector<uint32_t> next(workers);
    for (uint64_t left = workers * ends.size(); left > 0;)
    {
        const auto worker = static_cast<uint16_t>(random() % workers);
        if (next[worker] < ends.size())
        {
            const uint32_t partition = next[worker]++;
            cluster.Ready(worker, {partition > 0 ? ends[partition - 1] : 0, ends[partition]});
            --left;
        }
        for (auto steps = random() % 20; steps > 0; --steps)
        {
            cluster.Step();
        }
    }
    cluster.Run();
}

/// One partition for each operation, all in one stream.
void
RunStream(uint8_t workers, const std::vector<CollectiveOperation>& operations, uint32_t seed)
{
    SCOPED_TRACE(std::to_string(workers) + " workers, seed " + std::to_string(seed));
    std::vector<uint64_t> sizes;
    for (std::size_t partition = 0; partition < operations.size(); ++partition)
    {
        sizes.push_back(1 + 11 * partition);
    }
    std::vector<uint64_t> ends(sizes.size());
    std::partial_sum(sizes.begin(), sizes.end(), ends.begin());
    BlockPlan plan(ends, 1000);
    plan.SetOperations(operations);
    plan.SetChunks(ChunksFollowing(4));
    Cluster cluster(kRingSum, workers, plan, seed);
    ReadyAll(cluster, workers, ends, seed + 1);
    for (uint16_t worker = 0; worker < workers; ++worker)
    {
        SCOPED_TRACE("worker " + std::to_string(worker));
        Due due = DueOf(operations[0], sizes[0], worker, workers);
        for (std::size_t partition = 1; partition < sizes.size(); ++partition)
        {
            due.Add(DueOf(operations[partition], sizes[partition], worker, workers));
        }
        EXPECT_EQ(cluster.ResultsOf(worker), due.sums);
        EXPECT_EQ(cluster.DoneOf(worker), ends.back());
        for (uint16_t other = 0; other < workers; ++other)
        {
            EXPECT_EQ(cluster.ForeignOf(worker, other), due.foreign[other]) << "of " << other;
        }
    }
}

TEST(Operations, EachAloneGivesEveryWorkerWhatItIsOwed)
{
    for (const CollectiveKind kind : kKinds)
    {
        for (uint8_t workers = kind == CollectiveKind::SendReceive ? 2 : 1; workers <= 9; ++workers)
        {
            SCOPED_TRACE(static_cast<int>(kind));
            const auto root = static_cast<uint16_t>(workers / 2);
            const auto peer = static_cast<uint16_t>((root + 1) % workers);
            // three in turn, so that workers run ahead of each other
            RunStream(workers, {3, CollectiveOperation{kind, root, peer}}, workers);
        }
    }
}

TEST(Operations, OfAllKindsFollowEachOtherInOneStream)
{
    for (uint32_t seed = 0; seed < 30; ++seed)
    {
        std::mt19937 random(seed);
        const auto workers = static_cast<uint8_t>(2 + random() % 7);
        std::vector<CollectiveOperation> operations;
        for (int number = 0; number < 12; ++number)
        {
            const auto root = static_cast<uint16_t>(random() % workers);
            const auto other =
                static_cast<uint16_t>((root + 1 + random() % (workers - 1)) % workers);
            operations.push_back({kKinds[random() % std::size(kKinds)], root, other});
        }
        RunStream(workers, operations, seed);
    }
}

TEST(Operations, BelongToBlocks)
{
    BlockPlan plan({10, 20}, 6);
    EXPECT_TRUE(plan.IsAllReduce());
    plan.SetOperations({{CollectiveKind::AllReduce, 0, 1}, {CollectiveKind::Broadcast, 3, 1}});
    EXPECT_FALSE(plan.IsAllReduce());
    EXPECT_EQ(plan.At(9).operation.kind, CollectiveKind::AllReduce);
    EXPECT_EQ(plan.At(20 + 10).operation.kind, CollectiveKind::Broadcast);
    EXPECT_EQ(plan.At(19).operation.root, 3);
}

TEST(Operations, OfARingAllReduceSendWhatTheRingSends)
{
    const BlockPlan alone({83}, 1000);
    BlockPlan mixed({83, 84}, 1000);
    mixed.SetOperations({{}, {CollectiveKind::Barrier, 0, 1}});
    Cluster ring(kRingSum, 8, alone, 1);
    Cluster schedules(kRingSum, 8, mixed, 1);
    for (Cluster* const cluster : {&ring, &schedules})
    {
        cluster->RunOneBlock(83);
    }
    for (uint16_t worker = 0; worker < 8; ++worker)
    {
        const uint16_t next = (worker + 1) % 8;
        EXPECT_EQ(schedules.Carried(worker, next), ring.Carried(worker, next));
        EXPECT_EQ(schedules.ResultsOf(worker), 83U);
    }
}

TEST(Operations, NobodyPassesABarrierBeforeAllHaveCome)
{
    BlockPlan plan({1}, 1000);
    plan.SetOperations({{CollectiveKind::Barrier, 0, 1}});
    Cluster cluster(kRingSum, 7, plan, 1);
    for (uint16_t worker = 0; worker < 6; ++worker)
    {
        cluster.Ready(worker, {0, 1});
    }
    cluster.Run();
    for (uint16_t worker = 0; worker < 7; ++worker)
    {
        EXPECT_EQ(cluster.DoneOf(worker), 0U) << worker;
    }
    cluster.Ready(6, {0, 1});
    cluster.Run();
    for (uint16_t worker = 0; worker < 7; ++worker)
    {
        EXPECT_EQ(cluster.DoneOf(worker), 1U) << worker;
    }
}

TEST(Operations, OfEachPlace)
{
    for (const CollectiveKind kind : kKinds)
    {
        const bool isAllReduce = kind == CollectiveKind::AllReduce;
        EXPECT_TRUE(KnowsOperation(*FindSystem("ring"), kind));
        EXPECT_EQ(KnowsOperation(*FindSystem("esa"), kind), HelpsInSwitches(kind));
        for (const char* system : {"byteps", "halving_doubling", "double_tree"})
        {
            EXPECT_EQ(KnowsOperation(*FindSystem(system), kind), isAllReduce) << system;
        }
    }
}

} // namespace
} // namespace ns3::esa
