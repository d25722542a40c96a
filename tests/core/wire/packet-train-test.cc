/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-packet-train.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::esa::test
{
namespace
{

/// @return data of a flow
InaPacket
DataOf(uint16_t sender, uint32_t number, uint32_t seq)
{
    InaPacket packet = FlowPacket{3, sender, 7, number}.ToFragment();
    packet.seq = seq;
    packet.frameBytes = 1514;
    return packet;
}

TEST(PacketTrainTest, OnlyTheNextPacketOfTheSameFlowContinues)
{
    const InaPacket first = DataOf(1, UINT32_MAX, 40);
    const PacketTrain train{first, 1};
    const TrainPacket next{first, 41, 0, 9};
    EXPECT_TRUE(train.Continues(next)) << "the number is modulo 2^32";
    EXPECT_FALSE(train.Continues({first, 42, 0, 9})) << "a fragment is missing";
    EXPECT_FALSE(train.Continues({first, 41, 1, 9})) << "a packet is missing";

    const auto continues = [&train](auto change) {
        InaPacket other = DataOf(1, UINT32_MAX, 40);
        change(other);
        return train.Continues({other, 41, 0, 9});
    };
    EXPECT_TRUE(continues([](InaPacket&) {}));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.job = 4; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.worker = 8; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.group = 2; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.frameBytes = 58; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.bitmap = 1; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.priority = 1; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.kind = PacketKind::Ack; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.urgent = true; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.ecn = true; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.fanIn = 1; }));
}

TEST(PacketTrainTest, TheNextPacketIsWhatTheTrainSays)
{
    const InaPacket first = DataOf(1, 7, UINT32_MAX);
    const InaPacket next = PacketTrain{first, 2}.Next(99).Packet();
    EXPECT_EQ(next.seq, 1U);
    EXPECT_EQ(next.aggregator, 9U);
    EXPECT_EQ(next.sum.digest, 99U);
    EXPECT_EQ(next.kind, PacketKind::Data);
    EXPECT_EQ(next.group, 1);
    EXPECT_EQ(next.frameBytes, 1514);
}

TEST(PacketTrainTest, AFollowerKeepsItsTimeAndItsTrain)
{
    const Picoseconds late = std::chrono::hours(24 * 13);
    for (uint32_t train = 0; train < kTrains; ++train)
    {
        const Follower follower{Follower::WordOf(late, train), 5};
        EXPECT_EQ(follower.Arrival(), late);
        EXPECT_EQ(follower.Train(), train);
    }
}

TEST(PacketTrainTest, FlowsHaveDifferentTrainsMostly)
{
    std::set<uint32_t> trains;
    for (uint16_t sender = 0; sender < 32; ++sender)
    {
        const uint32_t train = TrainOf(DataOf(sender, 0, 0));
        ASSERT_LT(train, kTrains);
        EXPECT_EQ(train, TrainOf(DataOf(sender, 5, 6))) << "it is that of the flow";
        trains.insert(train);
    }
    EXPECT_EQ(trains.size(), kTrains);
}

} // namespace
} // namespace ns3::esa::test
