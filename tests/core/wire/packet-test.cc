// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets of flows, and the text that describes a packet.

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>

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
        EXPECT_FALSE(IsExtraServer(ServerOf(worker)));
        EXPECT_TRUE(IsExtraServer(ExtraServer(worker)));
        EXPECT_EQ(ExtraServerAt(ExtraServer(worker)), worker);
    }
    EXPECT_NE(kDedicatedServer, kAllWorkers);
}

/// @return the text that describes a packet
std::string
TextOf(const InaPacket& fragment)
{
    std::ostringstream out;
    out << fragment;
    return out.str();
}

TEST(FragmentText, NamesTaskSenderAndWhatASwitchLooksAt)
{
    InaPacket fragment;
    fragment.job = 3;
    fragment.seq = 17;
    fragment.worker = 2;
    fragment.aggregator = 40;
    fragment.bitmap = 0b1100;
    fragment.fanIn = 8;
    fragment.priority = 200;
    EXPECT_EQ(
        TextOf(fragment),
        "gradient of job 3, seq 17, worker 2 [aggregator 40, workers 0xc of 8, priority 200]");
    fragment.kind = PacketKind::Result;
    fragment.worker = kAllWorkers;
    fragment.group = 4;
    fragment.ecn = true;
    fragment.collision = true;
    EXPECT_EQ(TextOf(fragment),
              "result of job 3, seq 17, all workers [aggregator 40, group 4, members 0xc of 8, "
              "priority 200, ECN, collision]");
}

TEST(FragmentText, NamesBothEndsOfAFlow)
{
    const FlowPacket data{0, 1, ServerOf(3), 5, false, false};
    EXPECT_EQ(TextOf(data.ToFragment()),
              "data of job 0, number 5 from worker 1 to the server beside worker 3");
    EXPECT_EQ(TextOf(FlowPacket{0, 1, ExtraServer(2), 5, false, false}.ToFragment()),
              "data of job 0, number 5 from worker 1 to the extra server 2");
    const FlowPacket ack{0, 1, kDedicatedServer, 5, true, false};
    EXPECT_EQ(TextOf(ack.ToFragment()),
              "acknowledgement of job 0, number 5 from worker 1 to the PS");
}

TEST(FragmentText, EveryKindHasANameOfItsOwn)
{
    std::set<std::string> names;
    for (std::size_t kind = 0; kind < kKindsWithFlows; ++kind)
    {
        names.insert(KindName(static_cast<PacketKind>(kind)));
    }
    EXPECT_EQ(names.size(), kKindsWithFlows);
    EXPECT_EQ(names.count("unknown packet"), 0U);
}

} // namespace
} // namespace ns3::esa
