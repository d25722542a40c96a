// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Calls in requests, of which a few are under way (SHARP).

#include "core/worker/worker-rig.h"

#include "ns3/esa-request-clocking.h"

namespace ns3::esa
{
namespace
{

constexpr uint32_t kPayload = 4096; ///< of a fragment: a chunk of 32 KiB has eight

TEST(Chunks, AreShorterWhereAChannelHasLittleData)
{
    const uint64_t kib = 1024;
    EXPECT_EQ(ChunkBytesOf(1, 1), 32 * kib);
    EXPECT_EQ(ChunkBytesOf(64 * kib, 1), 64 * kib) << "one of 64 KiB, so no shorter ones";
    EXPECT_EQ(ChunkBytesOf(64 * kib - 1, 1), 32 * kib);
    EXPECT_EQ(ChunkBytesOf(1024 * kib, 1), 128 * kib) << "eight of 128 KiB";
    EXPECT_EQ(ChunkBytesOf(1024 * kib - 1, 1), 64 * kib);
    EXPECT_EQ(ChunkBytesOf(16384 * kib, 1), 256 * kib) << "64 of 256 KiB";
    EXPECT_EQ(ChunkBytesOf(16384 * kib, 8), 128 * kib) << "a channel has 2 MiB";
}

/// A worker with requests of eight fragments.
class Requests : public testing::Test
{
  protected:
    /// @param aggregators of the job
    static WorkerRig Make(uint32_t requests, uint32_t aggregators)
    {
        WorkerTransportParameters parameters;
        parameters.job = 1;
        parameters.aggregation = AggregationPlan(8);
        TransportParts parts = MakeTransportParts(System(*FindSystem("sharp")), parameters);
        parts.clocking = std::make_unique<RequestClocking>(
            RequestParameters{kPayload, requests, 1, aggregators});
        return {std::move(parts), parameters};
    }
};

TEST_F(Requests, AFewAreUnderWay)
{
    WorkerRig rig = Make(2, 1000);
    rig.transport.Offer(15); // less than 64 KiB
    EXPECT_EQ(rig.Fragments(), Range(0, 15));
    rig.Results(Range(0, 15));
    WorkerRig one = Make(1, 1000);
    one.transport.Offer(15);
    EXPECT_EQ(one.Fragments(), Range(0, 8));
    one.Results(Range(0, 7));
    EXPECT_TRUE(one.Fragments().empty()) << "the request lacks a result";
    one.Result(7);
    EXPECT_EQ(one.Fragments(), Range(8, 15));
}

TEST_F(Requests, ACallBeginsWithARequestOfItsOwn)
{
    WorkerRig rig = Make(1, 1000);
    rig.transport.Offer(3);
    EXPECT_EQ(rig.Fragments(), Range(0, 3));
    rig.Results(Range(0, 3));
    rig.transport.Offer(10);
    EXPECT_EQ(rig.Fragments(), Range(3, 11));
}

TEST_F(Requests, NeedAggregators)
{
    WorkerRig rig = Make(8, 5);
    rig.transport.Offer(15);
    EXPECT_EQ(rig.Fragments(), Range(0, 5));
    rig.Result(1);
    EXPECT_TRUE(rig.Fragments().empty()) << "the aggregator of 0 is taken";
    rig.Result(0);
    EXPECT_EQ(rig.Fragments(), Range(5, 7));
    EXPECT_EQ(rig.transport.MaxOutstanding(), 5U);
}

TEST_F(Requests, NothingIsRepaired)
{
    WorkerRig rig = Make(8, 100);
    rig.transport.Offer(4);
    rig.Fragments();
    EXPECT_TRUE(rig.RepairsAtTimer(FromMicroseconds(1e6)).empty());
}

} // namespace
} // namespace ns3::esa
