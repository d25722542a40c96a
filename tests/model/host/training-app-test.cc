/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// EsaTrainingApp works with any way to sum. This test uses one of its own, without a network.

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

constexpr Picoseconds kWakes = FromMicroseconds(30); ///< time between two wakes

/// The calls of a worker's functions, and their times.
struct Log
{
    std::vector<PositionRange> partitions; ///< those that were ready
    std::vector<Time> wakes;               ///< when the timer ran out
    std::vector<Time> packets;             ///< packets that arrived
};

/// A worker that has every result as soon as the gradients are ready.
class InstantApp : public EsaTrainingApp
{
  public:
    /// @param log where it notes the calls
    explicit InstantApp(Log& log)
        : m_log(log)
    {
    }

    uint32_t GetMaxOutstanding() const override
    {
        return 5;
    }

    uint64_t GetRepairsSent() const override
    {
        return 6;
    }

  private:
    void StartApplication() override
    {
        Attach();
        BeginTraining();
        WakeAt(kWakes, Clock().Now());
    }

    void Offer(const PositionRange& fragments, Picoseconds now) override
    {
        m_log.partitions.push_back(fragments);
        for (StreamPosition position = fragments.begin; position < fragments.end; ++position)
        {
            InaPacket result;
            result.kind = PacketKind::Result;
            result.job = Job()->job;
            result.seq = static_cast<uint32_t>(position);
            Job()->oracle.Fill(result, Worker());
            TraceSend(result);
            TakeResult(result, position, now);
        }
    }

    void OnPacket(InaPacket& /* packet */, Picoseconds /* now */) override
    {
        m_log.packets.push_back(Simulator::Now());
    }

    void OnWake(Picoseconds now) override
    {
        m_log.wakes.push_back(Simulator::Now());
        WakeAt(now + 2 * kWakes, now);
        WakeAt(now + kWakes, now);
        WakeAt(now + 3 * kWakes, now);
    }

    Log& m_log; ///< the calls
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
class TrainingAppTest : public testing::Test
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
    TrainingAppTest()
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

    ~TrainingAppTest() override
    {
        Simulator::Destroy();
    }

    Log m_log;             ///< the calls of the worker's functions
    uint64_t m_sent{0};    ///< packets that have left
    Ptr<InstantApp> m_app; ///< the worker
};

TEST_F(TrainingAppTest, TrainsWithAnyWayToSum)
{
    m_app->TraceConnectWithoutContext("Send", MakeCallback(&TrainingAppTest::OnSend, this));
    Simulator::Run();
    ASSERT_EQ(m_log.partitions.size(), 2U * kIterations);
    EXPECT_EQ(m_log.partitions[0].begin, 0U);
    EXPECT_EQ(m_log.partitions[3].begin, kFragments + 4);
    EXPECT_EQ(m_log.partitions[3].end, 2 * kFragments);
    EXPECT_EQ(m_app->GetResults(), kIterations * kFragments);
    EXPECT_EQ(m_app->GetWrongResults(), 0U);
    EXPECT_EQ(m_sent, kIterations * kFragments);
}

TEST_F(TrainingAppTest, TheTimerRunsOutAtTheEarliestTime)
{
    Simulator::Run();
    ASSERT_EQ(m_log.wakes.size(), 10U) << "every 30 us; the training ends after the last one";
    EXPECT_EQ(m_log.wakes.front(), MicroSeconds(30));
    EXPECT_EQ(m_log.wakes.back(), MicroSeconds(300)) << "a timer comes before an action";
}

TEST_F(TrainingAppTest, NothingHappensWhileTheWorkerPauses)
{
    Simulator::Schedule(MicroSeconds(20), &EsaTrainingApp::Pause, m_app, MicroSeconds(100));
    Simulator::Schedule(MicroSeconds(50), &TrainingAppTest::Arrive, this);
    Simulator::Schedule(MicroSeconds(130), &TrainingAppTest::Arrive, this);
    Simulator::Run();
    EXPECT_EQ(m_log.packets, (std::vector<Time>{MicroSeconds(120), MicroSeconds(130)}));
    ASSERT_GE(m_log.wakes.size(), 2U);
    EXPECT_EQ(m_log.wakes[0], MicroSeconds(120)) << "due at 30 us";
    EXPECT_EQ(m_log.wakes[1], MicroSeconds(150));
    EXPECT_EQ(m_app->GetResults(), kIterations * kFragments);
}

} // namespace
} // namespace ns3::esa
