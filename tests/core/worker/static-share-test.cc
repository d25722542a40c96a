// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Systems whose jobs have a share of the aggregators: addressing, windows, and DCTCP's reaction to
// ECN marks.

#include "core/worker/worker-rig.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-congestion-window.h"

namespace ns3::esa
{
namespace
{

/// The worker of a system.
WorkerRig
MakeWorker(const std::string& system, ShareIndex share)
{
    WorkerTransportParameters parameters;
    parameters.job = 1;
    parameters.aggregation = AggregationPlan(8);
    parameters.share = share;
    return {system, parameters};
}

/// Sends what may be sent; returns the aggregators.
std::vector<uint32_t>
SendAll(WorkerRig& worker)
{
    std::vector<uint32_t> aggregators;
    for (const auto& out : worker.Drain())
    {
        EXPECT_EQ(out.packet.kind, PacketKind::Gradient);
        aggregators.push_back(out.packet.aggregator);
    }
    return aggregators;
}

TEST(StaticShare, AFixedWindowUsesTheWholeShareAndThenWhatIsFree)
{
    auto worker = MakeWorker("iswitch", {100, 7});
    worker.transport.Offer(50);
    EXPECT_EQ(SendAll(worker), (std::vector<uint32_t>{100, 101, 102, 103, 104, 105, 106}));
    EXPECT_TRUE(worker.Result(0).isNew);
    EXPECT_EQ(SendAll(worker), std::vector<uint32_t>{100});
    auto large = MakeWorker("iswitch", {0, 900});
    large.transport.Offer(1000);
    EXPECT_EQ(SendAll(large).size(), 900U) << "whatever the initial window";
}

TEST(StaticShare, WhereAPartIsASumOthersAreAheadByAnIterationAndAWindow)
{
    WorkerTransportParameters parameters;
    parameters.aggregation = AggregationPlan(8);
    parameters.share = {0, 4};
    parameters.sumOfAllEvery = 10;
    WorkerRig worker("iswitch", parameters);
    for (uint64_t position = 1; position < 14; ++position)
    {
        EXPECT_FALSE(worker.Result(position).isNew) << "the worker has not sent " << position;
    }
    if (kHasAssertions)
    {
        EXPECT_DEATH(worker.Result(14), "ahead by a window");
    }
    worker.transport.Offer(20);
    std::vector<StreamPosition> ofAll;
    for (StreamPosition sent = 0; sent < 14; ++sent)
    {
        WorkerTransport::OutgoingPacket out;
        ASSERT_TRUE(worker.transport.Poll(Picoseconds(0), out));
        EXPECT_EQ(out.position, sent);
        if (out.packet.urgent)
        {
            ofAll.push_back(sent);
        }
        InaPacket early = WorkerRig::ResultOf(sent);
        EXPECT_EQ(worker.transport.TakeEarly(sent, early), sent > 0);
        EXPECT_TRUE(worker.transport.OnResult(early, Picoseconds(0)).isNew);
    }
    EXPECT_EQ(ofAll, (std::vector<StreamPosition>{0, 10}));
    EXPECT_FALSE(worker.transport.HasEarly());
}

TEST(StaticShare, NothingIsLate)
{
    auto worker = MakeWorker("iswitch", {0, 300});
    worker.transport.Offer(10);
    SendAll(worker);
    worker.transport.OnTimer(FromMicroseconds(1e6));
    EXPECT_TRUE(SendAll(worker).empty());
}

/// The worker of PANAMA, whose job alone has so many aggregators.
WorkerRig
MakeSharer(uint32_t aggregators)
{
    WorkerTransportParameters parameters;
    parameters.job = 1;
    parameters.aggregation = AggregationPlan(8);
    parameters.pool = SharedPoolIndex{IndexRule::Linear, aggregators, 2};
    parameters.window.maxPackets = 0; // as many as there are aggregators
    return {"panama", parameters};
}

/// A result arrives, which says how many jobs are active.
void
TakeResult(WorkerRig& worker, uint32_t seq, uint8_t active)
{
    InaPacket result = WorkerRig::ResultOf(seq);
    result.priority = active;
    EXPECT_TRUE(worker.transport.OnResult(result, Picoseconds(0)).isNew);
    SendAll(worker);
}

TEST(ActiveShare, AWindowGrowsToThePartOfTheJob)
{
    auto worker = MakeSharer(600);
    worker.transport.Offer(10000);
    EXPECT_EQ(SendAll(worker).size(), 200U);
    for (uint32_t seq = 0; seq < 1000; ++seq)
    {
        TakeResult(worker, seq, 2);
    }
    EXPECT_EQ(worker.transport.MaxOutstanding(), 300U);
    EXPECT_EQ(worker.transport.NextPosition(), 1300U);
    for (uint32_t seq = 1000; seq < 1300; ++seq)
    {
        TakeResult(worker, seq, 6);
    }
    EXPECT_EQ(worker.transport.MaxOutstanding(), 100U) << "more jobs are active";
    for (uint32_t seq = 1300; seq < 2500; ++seq)
    {
        TakeResult(worker, seq, 1);
    }
    EXPECT_EQ(worker.transport.MaxOutstanding(), 600U) << "the job is alone";
}

TEST(ActiveShare, IsNotBelowTheLeastWindow)
{
    auto worker = MakeSharer(3);
    worker.transport.Offer(10);
    EXPECT_EQ(SendAll(worker).size(), 3U);
    TakeResult(worker, 0, 200);
    EXPECT_EQ(worker.transport.MaxOutstanding(), WindowParameters{}.minPackets);
}

class DctcpWindow : public testing::Test
{
  protected:
    /// One window of 100 results, of which the first ones are marked.
    void Window(uint32_t marked)
    {
        for (uint32_t i = 0; i < 100; ++i)
        {
            m_window.OnResult(i < marked, m_position, m_position + 100);
            ++m_position;
        }
    }

    static WindowParameters Parameters()
    {
        WindowParameters parameters;
        parameters.initialPackets = 100;
        parameters.ssthreshPackets = 1; // growth of 1 per window
        parameters.rule = WindowRule::Dctcp;
        return parameters;
    }

    CongestionWindow m_window{Parameters()}; ///< the window
    uint64_t m_position{0};                  ///< of the next result
};

TEST_F(DctcpWindow, GrowsWithoutMarks)
{
    Window(0);
    EXPECT_GE(m_window.Packets(), 100U);
    EXPECT_LE(m_window.Packets(), 101U);
}

TEST_F(DctcpWindow, TheFirstMarkNearlyHalves)
{
    m_window.OnResult(true, 0, 100);
    EXPECT_EQ(m_window.Packets(), 50U); // alpha is 1
}

TEST_F(DctcpWindow, IsCutOnceAWindow)
{
    m_window.OnResult(true, 0, 100);
    for (uint64_t position = 1; position < 100; ++position)
    {
        m_window.OnResult(true, position, 200);
        EXPECT_GE(m_window.Packets(), 50U);
    }
    m_window.OnResult(true, 100, 200);
    EXPECT_LT(m_window.Packets(), 30U);
}

TEST_F(DctcpWindow, AFewMarksCutALittle)
{
    // Fifty clean windows bring alpha down to (15/16)^50 = 4 %.
    for (int i = 0; i < 50; ++i)
    {
        Window(0);
    }
    const uint32_t before = m_window.Packets();
    m_window.OnResult(true, m_position, m_position + 100);
    Window(0);
    EXPECT_LT(m_window.Packets(), before);
    EXPECT_GT(m_window.Packets(), before * 9 / 10);
}

} // namespace
} // namespace ns3::esa
