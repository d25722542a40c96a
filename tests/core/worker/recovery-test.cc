/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/worker/worker-rig.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kMs = FromMicroseconds(1000); ///< the smallest timeout

/// @return parameters of a worker that repairs losses
WorkerTransportParameters
Recovering()
{
    WorkerTransportParameters parameters = FixedWindow(20);
    parameters.repair.recovery = true;
    parameters.cachedResults = 20;
    parameters.slots = {0, 4};
    return parameters;
}

/// A worker that has sent 20 fragments at time 0.
class WorkerRecovery : public testing::Test
{
  protected:
    WorkerRecovery()
    {
        m_rig.transport.Offer(20);
        m_rig.Drain();
    }

    /// @return the answer to a query about a position
    WorkerTransport::OutgoingPacket Ask(uint64_t position)
    {
        Fragment query;
        query.kind = PacketKind::Query;
        query.seq = static_cast<uint32_t>(position);
        return m_rig.transport.OnQuery(query);
    }

    WorkerRig m_rig{"esa", Recovering()}; ///< the worker
};

TEST_F(WorkerRecovery, AReminderAfterATimeoutIsUrgent)
{
    m_rig.transport.OnTimer(kMs);
    const auto sent = m_rig.Drain(kMs);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].packet.kind, PacketKind::WorkerReminder);
    EXPECT_EQ(sent[0].position, 0U);
    EXPECT_TRUE(sent[0].packet.urgent);
}

TEST_F(WorkerRecovery, AReminderOfAnOvertakenResultIsNot)
{
    for (const uint64_t position : {1, 2, 3})
    {
        m_rig.Result(position);
    }
    const auto sent = m_rig.Drain();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_FALSE(sent[0].packet.urgent);
}

TEST_F(WorkerRecovery, EveryOvertakenResultTimesOut)
{
    for (const uint64_t position : {3, 5, 6, 7})
    {
        m_rig.Result(position);
    }
    EXPECT_EQ(m_rig.Repairs(), (Positions{0, 1, 2, 4}));
    m_rig.transport.OnTimer(kMs);
    EXPECT_EQ(m_rig.Repairs(kMs), (Positions{0, 1, 2, 4})) << "again, after a timeout";
}

TEST_F(WorkerRecovery, WhatWaitedForARepairIsNoSample)
{
    m_rig.transport.OnTimer(kMs);
    EXPECT_EQ(m_rig.Repairs(kMs), Positions{0});
    for (uint64_t position = 1; position < 20; ++position)
    {
        m_rig.Result(position, 50 * kMs); // sent before the timeout of 0
    }
    m_rig.Drain(50 * kMs);
    m_rig.Result(0, 50 * kMs);
    m_rig.transport.Offer(1);
    m_rig.Drain(50 * kMs);
    m_rig.transport.OnTimer(51 * kMs);
    EXPECT_EQ(m_rig.Repairs(51 * kMs), Positions{20}) << "the timeout is still the smallest one";
}

TEST_F(WorkerRecovery, AnswersWithAKeptResult)
{
    m_rig.Result(3);
    EXPECT_EQ(Ask(3).packet.kind, PacketKind::Answer);
    EXPECT_EQ(Ask(3).packet.sum.digest, 1003U);
}

TEST_F(WorkerRecovery, AnswersWithItsFragmentIfItHasNoResult)
{
    const auto answer = Ask(3);
    EXPECT_EQ(answer.packet.kind, PacketKind::Retransmission);
    EXPECT_EQ(answer.packet.bitmap0, 1U << 2);
    EXPECT_EQ(answer.position, 3U);
}

TEST_F(WorkerRecovery, SaysThatItHasNotSentAFragment)
{
    EXPECT_EQ(Ask(20).packet.kind, PacketKind::NotSent);
}

TEST_F(WorkerRecovery, SaysThatAResultHasComeThatIsNotKept)
{
    for (uint64_t position = 0; position < 60; ++position)
    {
        m_rig.transport.Offer(1);
        m_rig.Drain();
        m_rig.Result(position);
    }
    EXPECT_EQ(Ask(0).packet.kind, PacketKind::Received);
    EXPECT_EQ(Ask(40).packet.kind, PacketKind::Answer) << "the last 20 are kept";
}

TEST(AtpWorkerRecovery, AResendBringsTheFragment)
{
    WorkerRig rig("atp", Recovering());
    rig.transport.Offer(1);
    rig.Drain();
    rig.transport.OnTimer(kMs);
    const auto sent = rig.Drain(kMs);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].packet.kind, PacketKind::Resend);
    EXPECT_EQ(sent[0].packet.bitmap0, 1U << 2);
}

TEST(SwitchMlWorkerRecovery, ASlotsTimerIsFixedAndGoesOn)
{
    WorkerRig rig("switchml", Recovering());
    rig.transport.Offer(8);
    EXPECT_EQ(rig.Fragments(), Range(0, 4));
    for (uint64_t position = 0; position < 4; ++position)
    {
        rig.Result(position, FromMicroseconds(900)); // near the timeout
    }
    EXPECT_EQ(rig.Fragments(kMs), Range(4, 8));
    for (int again = 2; again < 5; ++again)
    {
        rig.transport.OnTimer(again * kMs - FromMicroseconds(1));
        EXPECT_TRUE(rig.Drain(again * kMs).empty());
        rig.transport.OnTimer(again * kMs);
        EXPECT_EQ(rig.Fragments(again * kMs), Range(4, 8)) << "each a millisecond later";
    }
}

} // namespace
} // namespace ns3::esa
