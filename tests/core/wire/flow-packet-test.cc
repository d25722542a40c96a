// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

/// Encodes a flow's packet for the wire and decodes it again.
FlowPacket
OverTheWire(const FlowPacket& packet)
{
    const InaPacket sent = packet.ToFragment();
    auto read = DecodeInaHeader(EncodeInaHeader(sent));
    EXPECT_TRUE(read.has_value());
    read->worker = sent.worker; // the IPv4 address tells it
    EXPECT_TRUE(IsFlowKind(read->kind));
    return FlowPacket::From(*read);
}

TEST(FlowPacket, SaysTheSameOnTheOtherSide)
{
    for (const bool isAck : {false, true})
    {
        const FlowPacket sent{9, ServerOf(31), 17, 0xfedcba98, isAck, !isAck};
        const FlowPacket read = OverTheWire(sent);
        EXPECT_EQ(read.job, sent.job);
        EXPECT_EQ(read.sender, sent.sender);
        EXPECT_EQ(read.receiver, sent.receiver);
        EXPECT_EQ(read.number, sent.number);
        EXPECT_EQ(read.isAck, sent.isAck);
        EXPECT_EQ(read.isUrgent, sent.isUrgent);
    }
}

TEST(FlowPacket, AnAcknowledgementTellsOfMarksAndOfTheSwitchesThatItHasPassed)
{
    const FlowPacket ack{9, 3, 17, 5, true, false, 7, 0xfffffffe};
    InaPacket fragment = ack.ToFragment();
    EXPECT_EQ(FlowPacket::From(fragment).switches, 0);
    for (int i = 0; i < 100; ++i)
    {
        EXPECT_EQ(FlowPacket::From(fragment).switches, std::min(i, 32)) << "the field's range";
        FlowPacket::CountSwitch(fragment);
    }
    const auto read = DecodeInaHeader(EncodeInaHeader(fragment));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(FlowPacket::From(*read).marked, 0xfffffffe);
    EXPECT_EQ(FlowPacket::From(*read).switches, 32);
    EXPECT_EQ(FlowPacket::From(*read).round, 7);
}

TEST(FlowPacket, DataTellsOfItsOwnMark)
{
    InaPacket data = FlowPacket{9, 3, 17, 5}.ToFragment();
    data.seq = 1234;
    EXPECT_EQ(FlowPacket::From(data).marked, 0U);
    data.ecn = true;
    EXPECT_EQ(FlowPacket::From(data).marked, 1U);
}

TEST(FlowPacket, EndpointsOfWorkersServersAndThePsDiffer)
{
    for (uint16_t worker = 0; worker < 32; ++worker)
    {
        EXPECT_EQ(WorkerAt(worker), worker);
        EXPECT_EQ(WorkerAt(ServerOf(worker)), worker);
        EXPECT_NE(ServerOf(worker), worker);
        EXPECT_NE(ServerOf(worker), kDedicatedServer);
    }
    EXPECT_NE(kDedicatedServer, kAllWorkers);
}

} // namespace
} // namespace ns3::esa
