// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-byte-order.h"
#include "ns3/esa-wire-format.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

namespace ns3::esa
{
namespace
{

/// @return a header that is valid whatever one field of it is set to
InaHeaderBytes
AValidHeader()
{
    InaPacket fragment;
    fragment.fanIn = 8;
    return EncodeInaHeader(fragment);
}

/// Compares all fields that the header carries.
void
ExpectSameHeader(const InaPacket& a, const InaPacket& b)
{
    EXPECT_EQ(a.bitmap, b.bitmap);
    EXPECT_EQ(a.group, b.group);
    EXPECT_EQ(a.seq, b.seq);
    EXPECT_EQ(a.aggregator, b.aggregator);
    EXPECT_EQ(a.job, b.job);
    EXPECT_EQ(a.fanIn, b.fanIn);
    EXPECT_EQ(a.priority, b.priority);
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.ecn, b.ecn);
    EXPECT_EQ(a.collision, b.collision);
    EXPECT_EQ(a.overflow, b.overflow);
    EXPECT_EQ(a.version, b.version);
    EXPECT_EQ(a.urgent, b.urgent);
    EXPECT_EQ(a.connection, b.connection);
}

TEST(InaWireFormat, GoldenBytesPinTheLayout)
{
    InaPacket fragment;
    fragment.bitmap = 0x01020304;
    fragment.group = 0x0506;
    fragment.job = 0x090a;
    fragment.seq = 0x0b0c0d0e;
    fragment.aggregator = 0x0f101112;
    fragment.fanIn = 32;                 // 100000, 000000 for ATP's second fan-in
    fragment.kind = PacketKind::Partial; // 0001
    fragment.overflow = true;
    fragment.ecn = true;
    fragment.version = true; // 1010 11.., digest by absence of values, 00 reserved
    fragment.priority = 0x13;
    const InaHeaderBytes expected{0x01, 0x02, 0x03, 0x04, 0x00, 0x00, 0x00, 0x00,
                                  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10,
                                  0x11, 0x12, 0x80, 0x01, 0xac, 0x13, 0x05, 0x06};
    EXPECT_EQ(EncodeInaHeader(fragment), expected);

    fragment.overflow = fragment.ecn = fragment.version = false;
    fragment.collision = true;
    fragment.sum.values = PayloadRef(FragmentValues{});
    EXPECT_EQ(EncodeInaHeader(fragment)[20], 0b0100'0000);
}

TEST(InaWireFormat, KindsHaveTheirNumbersOnTheWire)
{
    // Recorded traces and the P4 program depend on these.
    const std::array<PacketKind, kKindsWithFlows> kinds{PacketKind::Gradient,
                                                        PacketKind::Partial,
                                                        PacketKind::Result,
                                                        PacketKind::Reminder,
                                                        PacketKind::WorkerReminder,
                                                        PacketKind::Resend,
                                                        PacketKind::Query,
                                                        PacketKind::Answer,
                                                        PacketKind::Received,
                                                        PacketKind::Retransmission,
                                                        PacketKind::NotSent,
                                                        PacketKind::Forward,
                                                        PacketKind::Data,
                                                        PacketKind::Ack};
    for (uint8_t number = 0; number < kinds.size(); ++number)
    {
        InaPacket fragment;
        fragment.kind = kinds[number];
        EXPECT_EQ(EncodeInaHeader(fragment)[19], number);
    }
}

TEST(InaWireFormat, EveryFieldComesBack)
{
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i)
    {
        InaPacket fragment;
        fragment.bitmap = random();
        fragment.group = static_cast<uint16_t>(random());
        fragment.seq = random();
        fragment.aggregator = random();
        fragment.job = static_cast<uint16_t>(random());
        fragment.fanIn = random() % 33;
        fragment.priority = static_cast<uint8_t>(random());
        fragment.kind = static_cast<PacketKind>(random() % kKindsWithFlows);
        const uint32_t flags = random();
        fragment.ecn = flags & 1;
        fragment.collision = flags & 2;
        fragment.overflow = flags & 4;
        fragment.version = flags & 16;
        fragment.urgent = flags & 64;
        fragment.connection = IsFlowKind(fragment.kind) ? flags >> 7 & 3 : 0;
        const bool full = flags & 32;
        if (full)
        {
            fragment.sum.values = PayloadRef(FragmentValues{});
        }
        const InaHeaderBytes bytes = EncodeInaHeader(fragment);
        const auto back = DecodeInaHeader(bytes);
        ASSERT_TRUE(back);
        ExpectSameHeader(*back, fragment);
        EXPECT_EQ(CarriesDigest(bytes), !full);
    }
}

TEST(InaWireFormat, WhateverIsAcceptedIsWrittenBackAlike)
{
    std::mt19937 random(2);
    int accepted = 0;
    for (int i = 0; i < 50000; ++i)
    {
        InaHeaderBytes bytes;
        for (auto& byte : bytes)
        {
            byte = static_cast<uint8_t>(random());
        }
        // otherwise hardly any would be accepted
        bytes[4] = bytes[5] = 0;
        if ((bytes[19] & 0xf) < static_cast<uint8_t>(PacketKind::Data))
        {
            bytes[6] = bytes[7] = 0;
        }
        else
        {
            bytes[5] = bytes[21] & 3; // a connection
            bytes[22] = bytes[23] = 0;
        }
        bytes[18] &= 0xfc;
        bytes[19] &= 0x0f;
        bytes[20] &= 0xee;
        auto fragment = DecodeInaHeader(bytes);
        if (fragment)
        {
            ++accepted;
            if (!CarriesDigest(bytes))
            {
                fragment->sum.values = PayloadRef(FragmentValues{});
            }
            EXPECT_EQ(EncodeInaHeader(*fragment), bytes);
        }
    }
    // About 33/64 x 14/16 of them.
    EXPECT_NEAR(accepted, 22559, 700);
}

TEST(InaWireFormat, RejectsUnknownKinds)
{
    for (uint8_t kind = kKindsWithFlows; kind < 16; ++kind)
    {
        InaHeaderBytes bytes = AValidHeader();
        ASSERT_TRUE(DecodeInaHeader(bytes));
        bytes[19] = kind;
        EXPECT_FALSE(DecodeInaHeader(bytes)) << int{kind};
    }
}

TEST(InaWireFormat, RejectsFanInsBeyondTheBitmap)
{
    for (uint32_t fanIn = 0; fanIn < 64; ++fanIn)
    {
        InaHeaderBytes bytes = AValidHeader();
        bytes[18] = static_cast<uint8_t>(fanIn << 2);
        EXPECT_EQ(DecodeInaHeader(bytes).has_value(), fanIn <= 32) << fanIn;
    }
}

TEST(InaWireFormat, RejectsBitsThatHaveToBeZero)
{
    InaHeaderBytes reserved = AValidHeader();
    reserved[20] |= 1;
    EXPECT_FALSE(DecodeInaHeader(reserved));
}

TEST(InaWireFormat, RejectsASecondLevelOfAtp)
{
    for (std::size_t bit = 32; bit < 64; ++bit)
    {
        InaHeaderBytes bytes = AValidHeader();
        bytes[bit / 8] |= 1 << bit % 8;
        EXPECT_FALSE(DecodeInaHeader(bytes)) << "second bitmap";
    }
    for (uint32_t fanIn = 1; fanIn < 64; ++fanIn)
    {
        InaHeaderBytes bytes = AValidHeader();
        bytes[18] |= static_cast<uint8_t>(fanIn >> 4);
        bytes[19] |= static_cast<uint8_t>(fanIn << 4);
        EXPECT_FALSE(DecodeInaHeader(bytes)) << "second fan-in degree " << fanIn;
    }
    InaHeaderBytes bytes = AValidHeader();
    bytes[20] |= 0x10;
    EXPECT_FALSE(DecodeInaHeader(bytes)) << "edge-switch flag";
}

TEST(InaWireFormat, FlowsHaveTheirSenderInPlaceOfAGroup)
{
    for (const PacketKind kind : {PacketKind::Data, PacketKind::Ack})
    {
        InaPacket fragment;
        fragment.kind = kind;
        fragment.group = 0x8001; // FlowPacket
        InaHeaderBytes bytes = EncodeInaHeader(fragment);
        EXPECT_EQ(bytes[6], 0x80);
        EXPECT_EQ(bytes[7], 0x01);
        EXPECT_EQ(DecodeInaHeader(bytes)->group, 0x8001);
        bytes[23] = 1;
        EXPECT_FALSE(DecodeInaHeader(bytes)) << "a flow has no group";
        bytes[23] = 0;
        bytes[5] = 3;
        EXPECT_EQ(DecodeInaHeader(bytes)->connection, 3);
        bytes[5] = 4;
        EXPECT_FALSE(DecodeInaHeader(bytes)) << "the number of a connection has 2 bits";
        bytes[5] = 0;
        bytes[4] = 1;
        EXPECT_FALSE(DecodeInaHeader(bytes)) << "an endpoint has 16 bits";
    }
}

TEST(ByteOrder, IsThatOfTheNetwork)
{
    std::array<uint8_t, 8> bytes{};
    WriteBigEndian<uint64_t>(0x0123456789abcdef, bytes.data());
    EXPECT_EQ(bytes, (std::array<uint8_t, 8>{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef}));
    EXPECT_EQ(ReadBigEndian<uint64_t>(bytes.data()), 0x0123456789abcdefU);
    EXPECT_EQ(ReadBigEndian<uint32_t>(bytes.data() + 4), 0x89abcdefU);
    EXPECT_EQ(ReadBigEndian<uint16_t>(bytes.data() + 6), 0xcdefU);
    EXPECT_EQ(ReadBigEndian<uint8_t>(bytes.data() + 1), 0x23U);
}

} // namespace
} // namespace ns3::esa
