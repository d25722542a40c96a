// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Channels: the order of workers, and exact sums over several rings and trees.

#include "core/hosts/cluster.h"

#include "ns3/esa-channels.h"

#include <cstdint>
#include <set>

namespace ns3::esa
{
namespace
{

/// Places of workers that take these servers in turn, each at the next card.
std::vector<WorkerPlace>
InTurn(uint32_t workers, uint32_t servers)
{
    std::vector<WorkerPlace> places;
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        places.push_back({SwitchId{worker % servers}, worker / servers});
    }
    return places;
}

/// Places of workers that fill servers.
std::vector<WorkerPlace>
Packed(uint32_t servers, uint32_t perServer)
{
    std::vector<WorkerPlace> places;
    for (uint32_t worker = 0; worker < servers * perServer; ++worker)
    {
        places.push_back({SwitchId{worker / perServer}, worker % perServer});
    }
    return places;
}

TEST(Channels, LeaveEachServerFromTheWorkerAtTheirCard)
{
    const auto places = Packed(3, 4);
    const Channels channels = MakeChannels(places, 4);
    ASSERT_EQ(channels.rings.size(), 4U);
    for (uint32_t channel = 0; channel < 4; ++channel)
    {
        const auto& order = channels.rings[channel].order;
        ASSERT_EQ(order.size(), 12U);
        EXPECT_EQ(std::set<uint16_t>(order.begin(), order.end()).size(), 12U);
        for (std::size_t place = 0; place < order.size(); ++place)
        {
            EXPECT_EQ(channels.rings[channel].placeOf[order[place]], place);
            const WorkerPlace& from = places[order[place]];
            const WorkerPlace& to = places[order[(place + 1) % 12]];
            EXPECT_TRUE(from.server == to.server || from.card == channel) << place;
        }
    }
}

TEST(Channels, AreNoMoreThanTheWorkersOfEachServer)
{
    EXPECT_EQ(MakeChannels(Packed(2, 3), 8).rings.size(), 3U);
    EXPECT_EQ(MakeChannels(InTurn(5, 2), 8).rings.size(), 2U);
    EXPECT_EQ(MakeChannels(Packed(2, 8), 2).rings.size(), 2U);
    EXPECT_EQ(MakeChannels(Packed(1, 8), 8).rings.size(), 1U) << "no card is used";
    EXPECT_EQ(MakeChannels(InTurn(6, 2), 8).PerServer(), 3U);
    EXPECT_EQ(MakeChannels(InTurn(5, 2), 8).PerServer(), 0U);
}

/// Runs two blocks at all workers, in a random order; each worker has all sums.
void
ExpectSums(const HostSum& sum, const std::vector<WorkerPlace>& places, uint64_t fragments)
{
    const auto workers = static_cast<uint8_t>(places.size());
    const Channels channels = MakeChannels(places, 8);
    BlockPlan plan({fragments}, 1000);
    plan.SetChunks(ChunksFollowing(7));
    for (const uint32_t seed : {1, 2, 3})
    {
        Cluster cluster(sum, workers, plan, seed, &channels);
        cluster.RunTwoBlocks(fragments);
    }
}

TEST(Channels, SumExactlyInEveryWay)
{
    for (const HostSum* sum : {&kRingSum, &kDoubleTreeSum, &kHierarchicalSum})
    {
        for (const uint64_t fragments : {1, 5, 96, 100})
        {
            ExpectSums(*sum, Packed(4, 3), fragments);
            ExpectSums(*sum, InTurn(8, 4), fragments);
            ExpectSums(*sum, InTurn(7, 3), fragments); // servers of different sizes
            ExpectSums(*sum, Packed(1, 8), fragments);
            ExpectSums(*sum, Packed(5, 1), fragments);
        }
    }
}

TEST(Channels, WhatIsNeededFirstLeavesFirst)
{
    // Two servers of two. Worker 1 has all that it needs of its part, [40, 80). The ring over
    // servers begins with its second chunk here, and with the first one at worker 3.
    using Begins = std::vector<uint64_t>;
    const Channels channels = MakeChannels(Packed(2, 2), 2);
    const BlockPlan plan({80}, 1000);
    Cluster levels(kHierarchicalSum, 4, plan, 1, &channels);
    for (const uint16_t worker : {0, 2, 3})
    {
        levels.Ready(worker, {0, 80});
    }
    levels.Run();
    EXPECT_EQ(levels.Carried(3, 1), 20U) << "the first chunk";
    levels.Ready(1, {0, 80});
    EXPECT_EQ(levels.Waiting(1, 0), (Begins{0, 20, 40})) << "at last a sum";
    EXPECT_EQ(levels.Waiting(1, 3), (Begins{60, 40}));

    // Chunks of a broadcast take both channels in turn, within the root's server.
    const Channels four = MakeChannels(Packed(2, 4), 4);
    BlockPlan broadcast({80}, 1000);
    broadcast.SetChunks(ChunksFollowing(10));
    broadcast.SetOperations({{CollectiveKind::Broadcast, 1, 0}});
    Cluster ring(kRingSum, 8, broadcast, 1, &four);
    ring.ReadyAtAll({0, 80});
    const Begins within = ring.Waiting(1, 2); // channel 1 leaves the server
    EXPECT_EQ(within, (Begins{0, 40, 60, 10, 50, 70}));
}

TEST(Channels, OperationsOfARingUseAllOfThem)
{
    const std::vector<WorkerPlace> places = Packed(2, 4);
    const Channels channels = MakeChannels(places, 4);
    for (const CollectiveKind kind : {CollectiveKind::ReduceScatter,
                                      CollectiveKind::AllGather,
                                      CollectiveKind::Broadcast,
                                      CollectiveKind::Reduce})
    {
        BlockPlan plan({96}, 1000);
        plan.SetChunks(ChunksFollowing(8));
        plan.SetOperations({{kind, 5, 0}});
        Cluster cluster(kRingSum, 8, plan, 1, &channels);
        cluster.RunOneBlock(96);
        uint64_t leaving = 0;
        for (uint16_t card = 0; card < 4; ++card)
        {
            const uint16_t next = 4 + (card + 1) % 4;
            leaving += cluster.Carried(card, next) > 0 ? 1 : 0;
            EXPECT_EQ(cluster.DoneOf(card), 96U) << NameOf(kind);
        }
        EXPECT_EQ(leaving, kind == CollectiveKind::Broadcast ? 3U : 4U)
            << NameOf(kind) << ": a broadcast ends before the root";
    }
}

} // namespace
} // namespace ns3::esa
