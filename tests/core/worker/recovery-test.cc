// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What a worker answers when the PS queries, and the fragments that it owes the PS then.

#include "core/worker/worker-clock.h"

namespace ns3::esa
{
namespace
{

using KindList = std::vector<PacketKind>; ///< to compare with

/// A worker that repairs losses.
class WorkerAnswer : public testing::Test
{
  protected:
    /// @return kinds of the packets that are sent now
    std::vector<PacketKind> Kinds()
    {
        std::vector<PacketKind> kinds;
        for (const auto& out : m_worker.Drain(m_worker.now))
        {
            kinds.push_back(out.packet.kind);
        }
        return kinds;
    }

    WorkerClock m_worker; ///< the worker
};

TEST_F(WorkerAnswer, IsThatAResultHasComeWhichIsNotKept)
{
    m_worker.Measure(kUs, 60);
    EXPECT_EQ(m_worker.Query(0).packet.kind, PacketKind::Received);
    EXPECT_EQ(m_worker.Query(40).packet.kind, PacketKind::Answer) << "the last 20 are kept";
}

TEST_F(WorkerAnswer, IsAResultAsFarBackAsAWorkerMayHaveRunAhead)
{
    WorkerTransportParameters parameters = Recovering(4);
    parameters.window.count = WindowCount::Outstanding;
    parameters.window.maxAhead = 64;
    parameters.cachedResults = 64;
    WorkerClock worker("esa", parameters);
    worker.Measure(kUs, 64);
    EXPECT_EQ(worker.Query(0).packet.kind, PacketKind::Answer)
        << "another worker may still lack result 0, and have sent 1 to 63";
}

TEST(WorkerAnswers, ItsFragmentAgainIfResultsComeWithoutSums)
{
    WorkerTransportParameters parameters = FixedWindow(8);
    parameters.cachedResults = 0;
    const std::vector<CollectiveOperation> operations{{CollectiveKind::Reduce, 7}};
    parameters.aggregation.SetRoles(
        std::make_shared<const TaskRoles>(std::vector<uint64_t>{64}, operations, 8));
    WorkerRig worker("esa", parameters);
    worker.transport.Offer(8);
    worker.Drain();
    worker.Results(Range(0, 4));
    for (const uint32_t position : {0U, 3U, 5U})
    {
        const auto answer = worker.Query(position);
        EXPECT_EQ(answer.packet.kind, PacketKind::Retransmission) << position;
        EXPECT_TRUE(answer.bringsGradient) << position;
    }
    EXPECT_EQ(worker.Query(8).packet.kind, PacketKind::NotSent);
}

TEST_F(WorkerAnswer, AFragmentThatThePsSumsFollowsAsSoonAsItIsSent)
{
    m_worker.Send(2);
    m_worker.Query(3, true);
    m_worker.Query(3, true); // the PS's questions may be repeated
    EXPECT_TRUE(Kinds().empty()) << "it is not ready";
    m_worker.transport.Offer(3);
    const auto sent = m_worker.Drain();
    ASSERT_EQ(sent.size(), 4U);
    EXPECT_EQ(sent[1].packet.kind, PacketKind::Gradient);
    EXPECT_EQ(sent[1].position, 3U);
    const InaPacket& copy = sent[2].packet;
    EXPECT_EQ(copy.kind, PacketKind::Retransmission);
    EXPECT_EQ(copy.seq, 3U);
    EXPECT_EQ(copy.worker, 2U);
    EXPECT_EQ(copy.bitmap, 1U << 2);
    EXPECT_TRUE(sent[2].bringsGradient);
    EXPECT_EQ(copy.aggregator, sent[1].packet.aggregator);
    EXPECT_EQ(sent[3].position, 4U);
    EXPECT_EQ(m_worker.transport.RepairsSent(), 0U) << "the PS asked, not the worker";
}

TEST_F(WorkerAnswer, SeveralFragmentsAreOwedInAnyOrder)
{
    for (const uint64_t position : {4, 1, 2})
    {
        m_worker.Query(position, true);
    }
    m_worker.transport.Offer(5);
    const PacketKind gradient = PacketKind::Gradient;
    const PacketKind copy = PacketKind::Retransmission;
    EXPECT_EQ(Kinds(),
              (KindList{gradient, gradient, copy, gradient, copy, gradient, gradient, copy}));
}

TEST_F(WorkerAnswer, NothingIsOwedToAPsThatLooksForTheResult)
{
    m_worker.Query(0, false);
    m_worker.transport.Offer(1);
    EXPECT_EQ(Kinds(), (KindList{PacketKind::Gradient}));
}

TEST_F(WorkerAnswer, WhatHasItsResultIsNotOwed)
{
    m_worker.Query(0, true);
    m_worker.Query(1, true);
    m_worker.transport.Offer(2);
    WorkerTransport::OutgoingPacket out;
    ASSERT_TRUE(m_worker.transport.Poll(m_worker.now, out)); // the device is busy now
    m_worker.now = kUs;
    m_worker.Result(0, m_worker.now);
    EXPECT_EQ(Kinds(), (KindList{PacketKind::Gradient, PacketKind::Retransmission}))
        << "1, and its copy";
}

} // namespace
} // namespace ns3::esa
