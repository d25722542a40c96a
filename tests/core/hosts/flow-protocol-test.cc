// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Protocols of flows: NCCL's model of its own times, worked out by hand, and its chunks.

#include "core/hosts/cluster.h"

#include "ns3/esa-flow-protocol.h"

#include <algorithm>
#include <limits>

namespace ns3::esa
{
namespace
{

constexpr auto kSimple = FlowProtocol::Simple;
constexpr auto kLl128 = FlowProtocol::Ll128;
constexpr auto kLl = FlowProtocol::Ll;

/// Eight H100 in a server, whose links of NVLink have 18 x 20.6 GB/s in NCCL's table.
constexpr CollectiveShape kInServer{StepPattern::Ring, 8, 1, 1, 370.8};
/// Four such servers with eight cards of 400 Gb/s.
constexpr CollectiveShape kRings{StepPattern::Ring, 32, 4, 8, 400};
constexpr CollectiveShape kTrees{StepPattern::Tree, 32, 4, 8, 400};
/// Eight servers with one accelerator and a card of 100 Gb/s.
constexpr CollectiveShape kAlone{StepPattern::Ring, 8, 8, 1, 12.5};

/// Expects the time of a collective in us.
void
ExpectUs(double us,
         FlowProtocol protocol,
         const CollectiveShape& shape,
         uint64_t bytes,
         CollectiveKind kind = CollectiveKind::AllReduce)
{
    EXPECT_NEAR(ModelTimeUs(protocol, shape, {kind, bytes}), us, 1e-4 * us)
        << NameOf(protocol) << " " << bytes;
}

TEST(FlowProtocols, HaveTheTimesOfNcclsModelInAServer)
{
    // 14 steps, and 1.75 times the bytes: at 370.8 GB/s, at 0.92 of it, and LL at 141 GB/s at most
    ExpectUs(8.4 + 14 * 3.4 + 0.00483, kSimple, kInServer, 1024);
    ExpectUs(14 + 14 * 1.9 + 0.00525, kLl128, kInServer, 1024);
    ExpectUs(6.6 + 14 * 0.6 + 0.01271, kLl, kInServer, 1024);
    ExpectUs(56 + 37756.2, kSimple, kInServer, 8'000'000'000);
    ExpectUs(40.6 + 41039.5, kLl128, kInServer, 8'000'000'000);
    ExpectUs(15 + 99290.8, kLl, kInServer, 8'000'000'000);
    const auto kind = CollectiveKind::ReduceScatter;
    ExpectUs(8.4 + 7 * 3.4 + 633.433, kSimple, kInServer, 268'435'456, kind);
    ExpectUs(8.4 + 3.4 + 723.93, kSimple, kInServer, 268'435'456, CollectiveKind::Broadcast);
}

TEST(FlowProtocols, HaveTheTimesOfNcclsModelBetweenServers)
{
    // 6 of 62 steps are between servers. A step inside takes 1 us at least, to post a message, and
    // with Simple 3. Simple takes 1.4 times as long from 64 bytes for each worker and channel on.
    ExpectUs(8.4 + 56 * 3.4 + 6 * 14, kSimple, kRings, 1);
    ExpectUs(1.4 * 282.8 + 0.15872, kSimple, kRings, 32'768);
    ExpectUs(282.8 + 0.15872, kSimple, kRings, 32'767);
    ExpectUs(14 + 56 * 1.9 + 6 * 4, kLl128, kRings, 1);
    ExpectUs(6.6 + 56 * 1 + 6 * 2.7, kLl, kRings, 1);
    ExpectUs(78.8 + 99.58, kLl, kRings, 1'048'576); // 20.4 GB/s at most
    // A worker alone in its server: the steps take the time of a tree's.
    ExpectUs(1.4 * (8.4 + 14 * 14) + 146'800.64, kSimple, kAlone, 1'048'576'000);
    ExpectUs(14 + 14 * 8.5, kLl128, kAlone, 1);
    ExpectUs(6.6 + 14 * 5, kLl, kAlone, 1);
    // Two trees: 7 hops in a server, 2 between them, and back; 0.92 of the rate, 0.5 for 1 MiB.
    ExpectUs(8.4 + 2 * (7 * 4 + 2 * 14) + 11.3975, kSimple, kTrees, 1'048'576);
    ExpectUs(120.4 + 46'684.4, kSimple, kTrees, 8'589'934'592);
    ExpectUs(14 + 2 * (7 * 1.25 + 2 * 8.5), kLl128, kTrees, 1);
    ExpectUs(6.8 + 2 * (7 * 0.6 + 2 * 5), kLl, kTrees, 1);
}

TEST(FlowProtocols, AreChosenBySize)
{
    const auto chosen = [](const CollectiveShape& shape, uint64_t bytes) {
        return ChooseProtocol(shape, {{CollectiveKind::AllReduce, bytes}});
    };
    // 15 + 1.75 S / 141, 40.6 + 1.75 S / 341.1 and 56 + 1.75 S / 370.8 (us, KB) meet at 3.516 and
    // at 37.5 MB.
    EXPECT_EQ(chosen(kInServer, 1000), kLl);
    EXPECT_EQ(chosen(kInServer, 3'500'000), kLl);
    EXPECT_EQ(chosen(kInServer, 3'530'000), kLl128);
    EXPECT_EQ(chosen(kInServer, 37'300'000), kLl128);
    EXPECT_EQ(chosen(kInServer, 37'700'000), kSimple);
    EXPECT_EQ(chosen(kInServer, 8'000'000'000), kSimple);
    // Several collectives share one: 9 of LL and one of Simple.
    std::vector<CollectiveCall> calls(9, {CollectiveKind::AllReduce, 1000});
    EXPECT_EQ(ChooseProtocol(kInServer, calls), kLl);
    calls.push_back({CollectiveKind::AllReduce, 8'000'000'000});
    EXPECT_EQ(ChooseProtocol(kInServer, calls), kSimple);
}

TEST(FlowProtocols, LetTreesWinWhereThereIsLittleData)
{
    const auto leastUs = [](const CollectiveShape& shape, uint64_t bytes) {
        double us = std::numeric_limits<double>::max();
        for (const FlowProtocol protocol : {kSimple, kLl128, kLl})
        {
            us = std::min(us, ModelTimeUs(protocol, shape, {CollectiveKind::AllReduce, bytes}));
        }
        return us;
    };
    for (uint64_t bytes = 1024; bytes <= 16'777'216; bytes *= 4)
    {
        EXPECT_LT(leastUs(kTrees, bytes), leastUs(kRings, bytes)) << bytes;
    }
    for (uint64_t bytes = 1'073'741'824; bytes <= 8'589'934'592; bytes *= 2)
    {
        EXPECT_GT(leastUs(kTrees, bytes), leastUs(kRings, bytes)) << bytes;
    }
}

TEST(FlowProtocols, HaveTimesOfMessages)
{
    const auto us = [](Picoseconds time) { return static_cast<double>(time.count()) / 1e6; };
    const ProtocolTimes rings = TimesOf(kSimple, kRings);
    EXPECT_DOUBLE_EQ(us(rings.call), 8.4);
    EXPECT_DOUBLE_EQ(us(rings.inside), 3.4);
    EXPECT_DOUBLE_EQ(us(rings.between), 14);
    EXPECT_DOUBLE_EQ(us(TimesOf(kLl, kRings).inside), 1) << "a message is posted";
    EXPECT_DOUBLE_EQ(us(TimesOf(kLl, kInServer).inside), 0.6);
    EXPECT_DOUBLE_EQ(us(TimesOf(kLl128, kTrees).inside), 1.25);
    EXPECT_DOUBLE_EQ(us(TimesOf(kLl128, kTrees).between), 8.5);
    EXPECT_EQ(TimesOf(FlowProtocol::None, kRings).between, Picoseconds(0));
    EXPECT_EQ(TimesOf(kSimple, {}).call, Picoseconds(0)) << "parameter servers";
}

TEST(FlowProtocols, CutWhatIsSentAsNccl)
{
    EXPECT_EQ(NcclChannelsOf(kInServer), 24U) << "6 of 60 GB/s, twice, and twice";
    EXPECT_EQ(NcclChannelsOf(kRings), 2U) << "8 of 48 GB/s, twice";
    EXPECT_EQ(NcclChannelsOf({StepPattern::Ring, 32, 4, 4, 200}), 4U) << "4 of 48 GB/s";
    EXPECT_EQ(NcclChannelsOf(kAlone), 2U) << "one of 12 GB/s, twice";
    const ChunkSizes simple = ChunksOf(kSimple, kRings, 1000);
    EXPECT_EQ(simple.ofRing, 4194U) << "of two channels";
    EXPECT_EQ(simple.slices, 4U);
    EXPECT_EQ(simple.leastSlice, 32U);
    EXPECT_EQ(ChunksOf(kSimple, kTrees, 1000).InTree(1), 524U) << "it is not shrunk";
    EXPECT_EQ(ChunksOf(kLl, kRings, 1000).ofRing, 65U);
    EXPECT_EQ(ChunksOf(kLl, kTrees, 1000).InTree(1), 32U);
    // (1 + log2(4) + 0.8) / 8 = 0.475 steps: with fewer than 64 x 0.475 = 30.4 chunks they halve
    // until 131 fragments, with fewer than 7.6 until 32.
    const ChunkSizes ll128 = ChunksOf(kLl128, kTrees, 1000);
    EXPECT_EQ(ll128.InTree(100'000), 576U) << "173 chunks";
    EXPECT_EQ(ll128.InTree(10'000), 288U) << "17, then 34";
    EXPECT_EQ(ll128.InTree(1000), 72U) << "1, 3 and 6, then 13";
    EXPECT_EQ(ll128.InTree(10), 18U);
    EXPECT_EQ(ChunksOf(kSimple, kRings, 400'000'000).leastSlice, 1U) << "a fragment at least";
}

/// @return the ranges of a worker's messages to the next one, while nothing arrives there
std::vector<uint64_t>
SlicesOf(const ChunkSizes& sizes, uint64_t fragments)
{
    BlockPlan plan({fragments}, fragments);
    plan.SetChunks(sizes);
    Cluster cluster(kRingSum, 2, plan, 1);
    cluster.Ready(0, {0, fragments});
    return cluster.Waiting(0, 1);
}

TEST(FlowProtocols, PassOnSlicesAndThenTheNextLoop)
{
    using Begins = std::vector<uint64_t>;
    ChunkSizes sizes;
    sizes.ofRing = 10;
    sizes.slices = 2;
    sizes.leastSlice = 2;
    EXPECT_EQ(SlicesOf(sizes, 20), (Begins{0, 5}));
    EXPECT_EQ(SlicesOf(sizes, 6), (Begins{0, 2})) << "3 fragments";
    EXPECT_EQ(SlicesOf(sizes, 2), (Begins{0}));
    EXPECT_EQ(SlicesOf(sizes, 60), (Begins{0, 5})) << "the next loop begins when this one is over";

    for (const uint64_t fragments : {1, 7, 60, 97})
    {
        for (const uint8_t workers : {2, 3, 8})
        {
            BlockPlan plan({fragments}, 1000);
            plan.SetChunks(sizes);
            Cluster cluster(kRingSum, workers, plan, 7);
            cluster.RunTwoBlocks(fragments);
        }
    }
}

} // namespace
} // namespace ns3::esa
