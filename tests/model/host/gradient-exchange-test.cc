/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EsaTrainingApp works with any exchange. This test uses one of its own, without a network.

#include "ns3/callback.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-training-app.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint64_t kFragments = 10; ///< of an iteration
constexpr uint32_t kIterations = 3; ///< of the job
constexpr uint32_t kPayload = 248;  ///< bytes of a fragment
constexpr double kLinkRate = 100e9; ///< bits per second

/// The calls of an exchange, and their times.
struct Log
{
    std::vector<StreamPosition> iterations; ///< their first fragments
    std::vector<PositionRange> partitions;  ///< those that were ready
    std::vector<Time> timers;               ///< checks of timeouts
    std::vector<Time> packets;              ///< packets that arrived
    int stops{0};                           ///< ends of training
};

/// Has every result as soon as the gradients are ready.
class InstantExchange : public GradientExchange
{
  public:
    InstantExchange(const ExchangeContext& context, Log& log)
        : m_context(context),
          m_log(log)
    {
    }

    void OnIteration(StreamPosition first) override
    {
        m_log.iterations.push_back(first);
    }

    void OnPartitionReady(const PositionRange& partition, Picoseconds now) override
    {
        m_log.partitions.push_back(partition);
        for (StreamPosition position = partition.begin; position < partition.end; ++position)
        {
            InaPacket result;
            result.kind = PacketKind::Result;
            result.job = m_context.job->job;
            result.seq = static_cast<uint32_t>(position);
            m_context.job->oracle.Fill(result, m_context.worker);
            m_context.owner.OnSend(result);
            m_context.owner.OnResult(result, position, now);
        }
    }

    void OnPacket(InaPacket& /* packet */, Picoseconds /* now */) override
    {
        m_log.packets.push_back(Simulator::Now());
    }

    Time CheckInterval() const override
    {
        return MicroSeconds(30);
    }

    void OnTimer(Picoseconds /* now */) override
    {
        m_log.timers.push_back(Simulator::Now());
    }

    void Stop() override
    {
        ++m_log.stops;
    }

    void Dispose() override
    {
    }

    uint32_t MaxOutstanding() const override
    {
        return 5;
    }

    uint64_t RepairsSent() const override
    {
        return 6;
    }

  private:
    ExchangeContext m_context; ///< the worker
    Log& m_log;                ///< the calls
};

/// A worker with that exchange.
class InstantApp : public EsaTrainingApp
{
  public:
    /// @param log where the exchange notes its calls
    explicit InstantApp(Log& log)
        : m_log(log)
    {
    }

  private:
    std::unique_ptr<GradientExchange> MakeExchange(const ExchangeContext& context) override
    {
        return std::make_unique<InstantExchange>(context, m_log);
    }

    Log& m_log; ///< of the exchange
};

/// A job of one worker: two partitions of one layer, which computes for 100 us.
std::shared_ptr<const TrainingJob>
MakeJob()
{
    const Dnn dnn{{FromMicroseconds(100)}, {{1, 4 * kPayload}, {1, 6 * kPayload}}, 1.0};
    JitterSource::Parameters noJitter;
    noJitter.mode = JitterMode::None;
    const FragmentPlan plan(dnn, kPayload, kLinkRate, PriorityCodec{});
    return std::make_shared<const TrainingJob>(TrainingJob{FindSystem("esa"),
                                                           7,
                                                           1,
                                                           kIterations,
                                                           plan,
                                                           GradientOracle(7, 1, false),
                                                           JitterSource(noJitter),
                                                           {},
                                                           {},
                                                           {},
                                                           {},
                                                           {}});
}

/// A worker that trains on a node of its own.
class GradientExchangeTest : public testing::Test
{
  public:
    /// A packet for the worker arrives.
    void Arrive()
    {
        InaPacket packet;
        m_app->ReceiveFragment(packet, Picoseconds(0));
    }

    /// A packet leaves.
    void OnSend(const InaPacket& /* packet */)
    {
        ++m_sent;
    }

  protected:
    GradientExchangeTest()
    {
        const auto node = CreateObject<Node>();
        const auto device = CreateObject<EsaNetDevice>();
        const auto host = CreateObject<EsaHostDemux>();
        host->SetDevice(device);
        node->AggregateObject(host);
        m_app = CreateObject<InstantApp>(m_log);
        m_app->SetJob(MakeJob(), 0);
        node->AddApplication(m_app);
    }

    ~GradientExchangeTest() override
    {
        Simulator::Destroy();
    }

    Log m_log;             ///< the calls of the exchange
    uint64_t m_sent{0};    ///< packets that have left
    Ptr<InstantApp> m_app; ///< the worker
};

TEST_F(GradientExchangeTest, TrainsWithAnyExchange)
{
    m_app->TraceConnectWithoutContext("Send", MakeCallback(&GradientExchangeTest::OnSend, this));
    EXPECT_EQ(m_app->GetMaxOutstanding(), 0U) << "not started yet";
    Simulator::Run();
    EXPECT_EQ(m_log.iterations, (std::vector<StreamPosition>{0, kFragments, 2 * kFragments}));
    ASSERT_EQ(m_log.partitions.size(), 2U * kIterations);
    EXPECT_EQ(m_log.partitions[3].begin, kFragments + 4);
    EXPECT_EQ(m_log.partitions[3].end, 2 * kFragments);
    EXPECT_EQ(m_app->GetResults(), kIterations * kFragments);
    EXPECT_EQ(m_app->GetWrongResults(), 0U);
    EXPECT_EQ(m_sent, kIterations * kFragments);
    EXPECT_EQ(m_log.stops, 1);
    EXPECT_EQ(m_app->GetMaxOutstanding(), 5U);
    EXPECT_EQ(m_app->GetRepairsSent(), 6U);
    m_app->Dispose();
    EXPECT_EQ(m_app->GetRepairsSent(), 6U) << "the counts of a job that has left are kept";
}

TEST_F(GradientExchangeTest, TheTimerEndsWithTheTraining)
{
    Simulator::Run();
    ASSERT_EQ(m_log.timers.size(), 10U) << "every 30 us; the training ends after the last one";
    EXPECT_EQ(m_log.timers.front(), MicroSeconds(30));
    EXPECT_EQ(m_log.timers.back(), MicroSeconds(300));
    EXPECT_EQ(Simulator::Now(), MicroSeconds(330))
        << "the event of the cancelled timer is the last";
}

TEST_F(GradientExchangeTest, NothingReachesItWhileTheWorkerPauses)
{
    Simulator::Schedule(MicroSeconds(20), &EsaTrainingApp::Pause, m_app, MicroSeconds(100));
    Simulator::Schedule(MicroSeconds(50), &GradientExchangeTest::Arrive, this);
    Simulator::Schedule(MicroSeconds(130), &GradientExchangeTest::Arrive, this);
    Simulator::Run();
    EXPECT_EQ(m_log.packets, (std::vector<Time>{MicroSeconds(120), MicroSeconds(130)}));
    ASSERT_GE(m_log.timers.size(), 2U);
    EXPECT_EQ(m_log.timers[0], MicroSeconds(120)) << "due at 30 us";
    EXPECT_EQ(m_log.timers[1], MicroSeconds(150));
    EXPECT_EQ(m_app->GetResults(), kIterations * kFragments);
}

} // namespace
} // namespace ns3::esa
