// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// TrainingProcess works with any way to sum. This test uses one of its own, without a network.

#include "node/silent-port-owner.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-host-node.h"
#include "ns3/esa-host-settings.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-training-process.h"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kJob = 7;        ///< its number
constexpr uint64_t kFragments = 10; ///< of an iteration
constexpr uint32_t kIterations = 3; ///< of the job
constexpr uint32_t kPayload = 248;  ///< bytes of a fragment

constexpr Picoseconds kWakes = FromMicroseconds(30); ///< time between two wakes

/// A host whose link leads nowhere. It goes from step to step.
class LoneNode : private Agenda::Driver, private test::SilentPortOwner
{
  public:
    static constexpr uint64_t kBitsPerS = 100000000000; ///< rate of the link

    LoneNode()
    {
        Agenda::Driver& driver = *this;
        m_agenda = std::make_shared<Agenda>(driver, StepClock(1000), 0);
        m_port.SetNode(m_agenda, 0);
        host.Connect(m_agenda, m_port, {kBitsPerS});
    }

    LoneNode(const LoneNode&) = delete;
    LoneNode& operator=(const LoneNode&) = delete;

    ~LoneNode() override
    {
        m_agenda->Close();
    }

    /// @return what is due at the host
    Agenda& Due()
    {
        return *m_agenda;
    }

    /// @brief Runs until nothing is due any more.
    void Run()
    {
        while (m_agenda->Next() != Agenda::kNoStep)
        {
            m_agenda->Run(m_agenda->Next() + 1);
            for (Line* const line : m_sent)
            {
                line->Publish();
            }
            m_sent.clear();
        }
    }

    HostNode host; ///< the host

  private:
    void Wake(Agenda& /* agenda */, int64_t /* step */) override
    {
    }

    void OnSent(Line& line) override
    {
        if (Agenda::Running())
        {
            m_sent.push_back(&line);
            return;
        }
        line.Publish();
    }

    // The owner of the port

    void PreparePort() override
    {
        Line::Rules rules;
        rules.rate.bitsPerS = kBitsPerS;
        rules.delay = Picoseconds(1000);
        m_port.SetRules(rules);
        m_far.SetNode(m_agenda, 1);
        m_port.Connect(m_far);
    }

    std::shared_ptr<Agenda> m_agenda; ///< what is due
    std::vector<Line*> m_sent;        ///< lines with news
    Port m_port{*this};               ///< of the host
    Port m_far{*this};                ///< at the other end
};

/// The calls of a worker's functions, and their times.
struct Log
{
    std::vector<PositionRange> partitions; ///< those that were ready
    std::vector<Picoseconds> wakes;        ///< when the timer ran out
    std::vector<Picoseconds> packets;      ///< packets that arrived
    std::vector<uint32_t> numbers;         ///< the same, their sequence numbers
};

/// A worker that has every result as soon as the gradients are ready: the sum of all workers.
class InstantProcess : public TrainingProcess
{
  public:
    /// @param log where it notes the calls @param wrong position of a wrong sum
    InstantProcess(std::shared_ptr<const TrainingJob> job, Log& log, StreamPosition wrong)
        : TrainingProcess(std::move(job), 0),
          m_log(log),
          m_wrong(wrong)
    {
    }

    void Start(HostNode& host, Picoseconds now) override
    {
        Attach(host);
        BeginTraining(now);
        WakeAt(now + kWakes, now);
    }

    void ReceiveFragment(InaPacket& packet, Picoseconds now) override
    {
        if (!Postpones(packet))
        {
            m_log.packets.push_back(now);
            m_log.numbers.push_back(packet.seq);
        }
    }

    uint32_t MaxOutstanding() const override
    {
        return 5;
    }

    uint64_t RepairsSent() const override
    {
        return 6;
    }

    /// @return time of the last iteration's communication
    Picoseconds Communication() const
    {
        return LastCommunication();
    }

  private:
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
            for (uint32_t other = 1; other < Job()->workers; ++other)
            {
                InaPacket gradient;
                gradient.seq = result.seq;
                Job()->oracle.Fill(gradient, other);
                result.sum.Add(gradient.sum);
            }
            result.sum.digest += position == m_wrong ? 1 : 0;
            NotifySend(result);
            TakeResult(result, position, now);
        }
    }

    void OnWake(Picoseconds now) override
    {
        m_log.wakes.push_back(now);
        WakeAt(now + 2 * kWakes, now);
        WakeAt(now + kWakes, now);
        WakeAt(now + 3 * kWakes, now);
    }

    Log& m_log;             ///< the calls
    StreamPosition m_wrong; ///< position of a wrong sum
};

/// A job with two partitions of one layer, which computes for 100 us.
std::shared_ptr<const TrainingJob>
MakeJob(uint32_t workers = 2)
{
    const Dnn dnn{{FromMicroseconds(100)}, {{1, 4 * kPayload}, {1, 6 * kPayload}}, 1.0};
    JitterSource::Parameters noJitter;
    noJitter.mode = JitterMode::None;
    const FragmentPlan plan(dnn, kPayload);
    return std::make_shared<const TrainingJob>(TrainingJob{System(*FindSystem("esa")),
                                                           kJob,
                                                           workers,
                                                           kIterations,
                                                           plan,
                                                           GradientOracle(kJob, workers, false),
                                                           JitterSource(noJitter),
                                                           {},
                                                           {},
                                                           {},
                                                           {},
                                                           {}});
}

/// A worker that trains on a host of its own.
class TrainingProcessTest : public testing::Test
{
  protected:
    void Train()
    {
        m_worker.Start(m_node.host, Picoseconds(0));
        m_node.Run();
    }

    /// A packet for the worker arrives. @param at when
    void ArriveAt(Picoseconds at, uint32_t number = 0)
    {
        m_node.Due().PlanArrival(at, 0, [this, number](Picoseconds now) {
            InaPacket packet;
            packet.kind = PacketKind::Result;
            packet.job = kJob;
            packet.seq = number;
            m_node.host.ReceiveFragment(packet, now);
        });
    }

    Log m_log;                                       ///< the calls of the worker's functions
    LoneNode m_node;                                 ///< the host
    InstantProcess m_worker{MakeJob(), m_log, 1000}; ///< the worker
};

TEST(StepTimes, OfAMessageInsideAServerAreItsOwn)
{
    TrainingJob job = *MakeJob();
    job.workers = 4;
    job.times.inside = Picoseconds(1);
    job.times.between = Picoseconds(2);
    EXPECT_EQ(job.StepTime(0, 1), job.times.between) << "without servers";
    job.channels = std::make_shared<const Channels>(
        MakeChannels({{SwitchId{0}, 0}, {SwitchId{0}, 1}, {SwitchId{1}, 0}, {SwitchId{1}, 1}}, 2));
    EXPECT_EQ(job.StepTime(0, 1), job.times.inside);
    EXPECT_EQ(job.StepTime(0, 2), job.times.between);
    EXPECT_EQ(job.StepTime(0, 4), job.times.between) << "a server of host aggregation";
}

TEST_F(TrainingProcessTest, TrainsWithAnyWayToSum)
{
    uint64_t sent = 0;
    m_worker.GetHooks().send.Set([&sent](const InaPacket&) { ++sent; });
    Train();
    ASSERT_EQ(m_log.partitions.size(), 2U * kIterations);
    EXPECT_EQ(m_log.partitions[0].begin, 0U);
    EXPECT_EQ(m_log.partitions[3].begin, kFragments + 4);
    EXPECT_EQ(m_log.partitions[3].end, 2 * kFragments);
    EXPECT_EQ(m_worker.Results(), kIterations * kFragments);
    EXPECT_EQ(m_worker.WrongResults(), 0U);
    EXPECT_EQ(sent, kIterations * kFragments);
    EXPECT_FALSE(m_worker.IsTraining());
}

TEST_F(TrainingProcessTest, AWorkerAloneHasTheResultsAndSendsNothing)
{
    uint64_t sent = 0;
    std::vector<uint32_t> results;
    std::vector<Picoseconds> ends;
    InstantProcess worker(MakeJob(1), m_log, 1000);
    worker.GetHooks().send.Set([&sent](const InaPacket&) { ++sent; });
    worker.GetHooks().result.Set(
        [&results](const InaPacket& result) { results.push_back(result.seq); });
    worker.GetHooks().iteration.Set(
        [&ends](const IterationRecord& record) { ends.push_back(record.end); });
    worker.Start(m_node.host, Picoseconds(0));
    m_node.Run();
    EXPECT_EQ(m_log.partitions.size(), 0U);
    EXPECT_EQ(sent, 0U);
    EXPECT_EQ(worker.WrongResults(), 0U);
    std::vector<uint32_t> all(kIterations * kFragments);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(results, all);
    const auto layer = FromMicroseconds(100);
    EXPECT_EQ(ends, (std::vector<Picoseconds>{layer, 2 * layer, 3 * layer}));
}

TEST_F(TrainingProcessTest, IsInNoIterationAfterItsJobHasLeft)
{
    const Picoseconds begin = FromMicroseconds(100); // of the second iteration
    IterationRecord underWay;
    m_node.Due().Plan(begin + FromMicroseconds(50), [&] {
        underWay = m_worker.UnderWay();
        EXPECT_FALSE(m_worker.HasLeft());
        m_worker.Release();
    });
    std::size_t layers = 0;
    m_worker.GetHooks().layer.Set([&layers](const LayerRecord&) { ++layers; });
    Train();
    EXPECT_EQ(underWay.iteration, 1U);
    EXPECT_EQ(underWay.begin, begin);
    EXPECT_EQ(layers, 1U) << "the layer that computes is not ended";
    EXPECT_EQ(m_log.partitions.size(), 4U);
    EXPECT_EQ(m_worker.Results(), 2 * kFragments) << "counts stay";
    EXPECT_TRUE(m_worker.HasLeft() && !m_worker.IsTraining());
}

TEST_F(TrainingProcessTest, TellsOfIterationsLayersAndPartitions)
{
    std::vector<Picoseconds> ends;
    std::vector<uint32_t> partitions;
    std::vector<Picoseconds> layers;
    m_worker.GetHooks().iteration.Set(
        [&ends](const IterationRecord& record) { ends.push_back(record.end); });
    m_worker.GetHooks().layer.Set(
        [&layers](const LayerRecord& record) { layers.push_back(record.begin); });
    m_worker.GetHooks().partition.Set(
        [&partitions](uint32_t partition) { partitions.push_back(partition); });
    Train();
    const auto layer = FromMicroseconds(100);
    EXPECT_EQ(ends, (std::vector<Picoseconds>{layer, 2 * layer, 3 * layer}));
    EXPECT_EQ(layers, (std::vector<Picoseconds>{0 * layer, layer, 2 * layer}));
    EXPECT_EQ(partitions, (std::vector<uint32_t>{0, 1, 0, 1, 0, 1}));
}

TEST_F(TrainingProcessTest, TellsOnceWhenItWillEnd)
{
    std::vector<Picoseconds> told;
    m_worker.GetHooks().ending.Set([this, &told](Picoseconds end) {
        told.push_back(m_node.Due().Now());
        told.push_back(end);
    });
    Train();
    EXPECT_EQ(told, (std::vector<Picoseconds>{FromMicroseconds(200), FromMicroseconds(300)}));
}

TEST_F(TrainingProcessTest, CountsAndTellsOfAWrongSum)
{
    InstantProcess worker(MakeJob(), m_log, kFragments + 3);
    std::vector<uint32_t> wrong;
    worker.GetHooks().wrongResult.Set(
        [&wrong](const InaPacket& result) { wrong.push_back(result.seq); });
    worker.Start(m_node.host, Picoseconds(0));
    m_node.Run();
    EXPECT_EQ(worker.Results(), kIterations * kFragments);
    EXPECT_EQ(worker.WrongResults(), 1U);
    EXPECT_EQ(wrong, (std::vector<uint32_t>{kFragments + 3}));
}

TEST_F(TrainingProcessTest, TheTimerRunsOutAtTheEarliestTime)
{
    Train();
    ASSERT_EQ(m_log.wakes.size(), 10U) << "every 30 us; the training ends after the last one";
    EXPECT_EQ(m_log.wakes.front(), FromMicroseconds(30));
    EXPECT_EQ(m_log.wakes.back(), FromMicroseconds(300)) << "a timer comes before an action";
}

TEST_F(TrainingProcessTest, NothingHappensWhileTheWorkerPauses)
{
    m_node.Due().Plan(FromMicroseconds(20), [this] {
        m_worker.Pause(FromMicroseconds(100), m_node.Due(), m_node.Due().Now());
    });
    ArriveAt(FromMicroseconds(50));
    ArriveAt(FromMicroseconds(130));
    Train();
    EXPECT_EQ(m_log.packets,
              (std::vector<Picoseconds>{FromMicroseconds(120), FromMicroseconds(130)}));
    ASSERT_GE(m_log.wakes.size(), 2U);
    EXPECT_EQ(m_log.wakes[0], FromMicroseconds(120)) << "due at 30 us";
    EXPECT_EQ(m_log.wakes[1], FromMicroseconds(150));
    EXPECT_EQ(m_worker.Results(), kIterations * kFragments);
}

TEST_F(TrainingProcessTest, WhatComesAsAPauseEndsFollowsWhatCameBefore)
{
    m_node.Due().Plan(FromMicroseconds(20), [this] {
        m_worker.Pause(FromMicroseconds(100), m_node.Due(), m_node.Due().Now());
    });
    ArriveAt(FromMicroseconds(50), 1);
    ArriveAt(FromMicroseconds(120), 2);
    ArriveAt(FromMicroseconds(120), 3);
    Train();
    EXPECT_EQ(m_log.numbers, (std::vector<uint32_t>{1, 2, 3}));
}

TEST_F(TrainingProcessTest, AShortPauseDoesNotEndALongerOne)
{
    for (const auto& [at, us] : {std::pair{10.0, 100.0}, {30.0, 5.0}})
    {
        m_node.Due().Plan(FromMicroseconds(at), [this, us = us] {
            m_worker.Pause(FromMicroseconds(us), m_node.Due(), m_node.Due().Now());
        });
    }
    ArriveAt(FromMicroseconds(20));
    Train();
    EXPECT_EQ(m_log.packets, (std::vector<Picoseconds>{FromMicroseconds(110)}));
}

TEST_F(TrainingProcessTest, ACommunicationEndsWithItsLastResult)
{
    Train();
    EXPECT_EQ(m_worker.Communication(), Picoseconds(0)) << "results are here at once";
}

TEST(HostSettingsOfJobs, APsKeepsResultsAsFarAsTwoWorkersMayBeApart)
{
    HostSettings settings;
    settings.recovery = true;
    settings.worker.window.maxPackets = 100;
    TrainingJob job = *MakeJob();
    for (const SystemRecord& record : Systems())
    {
        job.system = System(record);
        const bool keeps = !record.onHost.workersKeepResults;
        EXPECT_EQ(settings.ServerParameters(job).keptResults, keeps ? 2 * 1600U : 0U)
            << record.name;
    }
}

TEST_F(TrainingProcessTest, ADeliveryDuringAPauseIsNotLostIfThePauseIsExtended)
{
    for (const double at : {10.0, 60.0})
    {
        m_node.Due().Plan(FromMicroseconds(at), [this] {
            m_worker.Pause(FromMicroseconds(100), m_node.Due(), m_node.Due().Now());
        });
    }
    ArriveAt(FromMicroseconds(20));
    Train();
    EXPECT_EQ(m_log.packets, (std::vector<Picoseconds>{FromMicroseconds(160)}));
}

} // namespace
} // namespace ns3::esa
