// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-packet-train.h"

#include <array>
#include <cstddef>
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
    EXPECT_TRUE(train.IsOfMessage(next));
    EXPECT_TRUE(train.Continues({first, 42, 0, 9})) << "of another message";
    EXPECT_FALSE(train.IsOfMessage({first, 42, 0, 9})) << "a fragment is missing";
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
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.priority = 1; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.kind = PacketKind::Ack; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.urgent = true; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.ecn = true; }));
    EXPECT_FALSE(continues([](InaPacket& packet) { packet.fanIn = 1; }));
}

TEST(PacketTrainTest, AMessageIsOfSumsOfAsManyWorkers)
{
    const InaPacket first = DataOf(1, 7, 40);
    PacketTrain train{first, 5};
    InaPacket other = first;
    other.bitmap = 3;
    const TrainPacket next{other, 70, 12, 9};
    EXPECT_TRUE(train.Continues(next));
    EXPECT_FALSE(train.IsOfMessage({other, 45, 12, 9}));
    train.BeginMessage(70, 3);
    EXPECT_TRUE(train.IsOfMessage(next));
    const TrainPacket made = train.Next({0, 9});
    EXPECT_EQ(made.seq, 70U);
    EXPECT_EQ(made.number, 12U);
    EXPECT_EQ(made.Packet().bitmap, 3U);
    EXPECT_FALSE(made.wantsAck);
}

TEST(PacketTrainTest, ARunTellsOfEachOfItsPackets)
{
    const InaPacket first = DataOf(1, 7, 40);
    const std::array<uint64_t, 6> digests{10, 0, 11, 0, 12, 0};
    const auto* const digest = reinterpret_cast<const std::byte*>(digests.data());
    const TrainRun run{&first, 40, 7, 3, true, digest, 16};
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(run.At(i).seq, 40 + i);
        EXPECT_EQ(run.At(i).number, 7 + i);
        EXPECT_EQ(run.At(i).digest, 10 + i);
        EXPECT_EQ(run.At(i).wantsAck, i == 2);
    }
}

TEST(PacketTrainTest, AFollowerKeepsItsTimeAndItsTrain)
{
    const Picoseconds late = std::chrono::hours(39);
    for (uint32_t train = 0; train < kTrains; ++train)
    {
        const Follower follower{Follower::WordOf(late, train), 5};
        EXPECT_EQ(follower.Arrival(), late);
        EXPECT_EQ(follower.Train(), train);
        EXPECT_FALSE(follower.WantsAck());
        const Follower asking{follower.word | Follower::kWantsAck, 5};
        EXPECT_EQ(asking.Arrival(), late);
        EXPECT_EQ(asking.Train(), train);
        EXPECT_TRUE(asking.WantsAck());
        EXPECT_EQ(Follower::NewMessage(train, 1, 2).Train(), train);
    }
}

TEST(PacketTrainTest, FlowsFromOneHostAndToOneHostHaveDifferentTrains)
{
    std::set<uint32_t> trains;
    std::set<uint32_t> others;
    for (uint16_t peer = 0; peer < 8; ++peer)
    {
        InaPacket packet = DataOf(7, 0, 0);
        packet.worker = peer;
        others.insert(TrainOf(packet));
        trains.insert(TrainOf(DataOf(peer, 0, 0)));
    }
    EXPECT_EQ(trains.size(), 8U);
    EXPECT_EQ(others.size(), 8U);
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
