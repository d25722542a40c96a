// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-switchml-wire-format.h"

#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

TEST(SwitchMlWireFormat, GoldenBytesPinTheLayout)
{
    InaPacket result;
    result.kind = PacketKind::Result;
    result.job = 0x42;
    result.seq = 0x01020304;
    result.aggregator = 2 * 0x1234 + 1;
    result.version = true;
    const SwitchMlHeaderBytes expected{0xbe,
                                       0xe0,
                                       0xbe,
                                       0xe0,
                                       0x00,
                                       0x92,
                                       0x00,
                                       0x00,
                                       0x10,
                                       0x42,
                                       0x01,
                                       0x02,
                                       0x03,
                                       0x04,
                                       0x92,
                                       0x34,
                                       0x00,
                                       0x00};
    EXPECT_EQ(EncodeSwitchMlHeader(result), expected);

    InaPacket gradient = result;
    gradient.kind = PacketKind::Gradient;
    gradient.aggregator = 2 * 0x1234;
    gradient.version = false;
    const SwitchMlHeaderBytes bytes = EncodeSwitchMlHeader(gradient);
    EXPECT_EQ(bytes[8], 0x00);
    EXPECT_EQ(bytes[14], 0x12);
}

TEST(SwitchMlWireFormat, EveryFieldComesBack)
{
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i)
    {
        InaPacket fragment;
        fragment.kind = random() % 2 ? PacketKind::Result : PacketKind::Gradient;
        fragment.job = random() % 256;
        fragment.seq = random();
        fragment.aggregator = random() % (2 << 15); // 2^15 slots of two versions
        fragment.version = fragment.aggregator & 1;
        const auto back = DecodeSwitchMlHeader(EncodeSwitchMlHeader(fragment));
        ASSERT_TRUE(back);
        EXPECT_EQ(back->kind, fragment.kind);
        EXPECT_EQ(back->job, fragment.job);
        EXPECT_EQ(back->seq, fragment.seq);
        EXPECT_EQ(back->aggregator, fragment.aggregator);
        EXPECT_EQ(back->version, fragment.version);
    }
}

TEST(SwitchMlWireFormat, RejectsOtherTypesAndSizes)
{
    const SwitchMlHeaderBytes valid = EncodeSwitchMlHeader(InaPacket{});
    for (int typeAndSize = 0; typeAndSize < 256; ++typeAndSize)
    {
        SwitchMlHeaderBytes bytes = valid;
        bytes[8] = static_cast<uint8_t>(typeAndSize);
        EXPECT_EQ(DecodeSwitchMlHeader(bytes).has_value(),
                  typeAndSize == 0x00 || typeAndSize == 0x10)
            << typeAndSize;
    }
}

TEST(SwitchMlWireFormat, LengthAndSizeAreThoseOfTheValues)
{
    const std::vector<std::pair<uint16_t, uint8_t>> sizes{{32, 0},
                                                          {33, 1},
                                                          {62, 1},
                                                          {64, 1},
                                                          {65, 2},
                                                          {128, 2},
                                                          {129, 3},
                                                          {256, 3},
                                                          {364, 4},
                                                          {2048, 6},
                                                          {2293, 7}};
    for (const auto& [values, size] : sizes)
    {
        InaPacket fragment;
        fragment.frameBytes = 52 + 4 * values;
        const SwitchMlHeaderBytes bytes = EncodeSwitchMlHeader(fragment);
        EXPECT_EQ(256 * bytes[4] + bytes[5], 18 + 4 * values) << "UDP counts its own header";
        EXPECT_EQ(bytes[8], size) << values;
        const auto back = DecodeSwitchMlHeader(bytes);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->frameBytes, fragment.frameBytes);
    }
}

TEST(FrameSizes, AreThoseOfTheFormat)
{
    const FrameSizes ina(kInaFrameBytes);
    const FrameSizes switchMl(kSwitchMlFrameBytes);
    for (std::size_t number = 0; number < kPacketKinds; ++number)
    {
        EXPECT_EQ(ina.Bytes(static_cast<PacketKind>(number)), 306);
    }
    EXPECT_EQ(switchMl.Bytes(PacketKind::Gradient), 180);
    EXPECT_EQ(switchMl.Bytes(PacketKind::Result), 180);
    EXPECT_EQ(PayloadBytes(FrameFormat::Ina), 248U);
    EXPECT_EQ(PayloadBytes(FrameFormat::SwitchMl), 128U);
}

TEST(FrameSizes, RemindersMayBeShorterButResendsAreNot)
{
    const FrameSizes sizes(kInaFrameBytes, 64);
    EXPECT_EQ(sizes.Bytes(PacketKind::Reminder), 64);
    EXPECT_EQ(sizes.Bytes(PacketKind::WorkerReminder), 64);
    for (const auto kind :
         {PacketKind::Gradient, PacketKind::Partial, PacketKind::Result, PacketKind::Resend})
    {
        EXPECT_EQ(sizes.Bytes(kind), 306) << "ATP's resend is a full-size packet";
    }
}

TEST(MalformedSwitchMl, ABitThatIsOfNoFieldIsNotIgnored)
{
    const SwitchMlHeaderBytes valid = EncodeSwitchMlHeader(InaPacket{});
    for (std::size_t byte = 0; byte < valid.size(); ++byte)
    {
        for (int bit = 0; bit < 8; ++bit)
        {
            SwitchMlHeaderBytes bytes = valid;
            bytes[byte] ^= static_cast<uint8_t>(1 << bit);
            const bool isField = byte >= 9 && byte < 16; // job, tsi, pool index
            const bool isType = byte == 8 && bit == 4;   // a result's
            const auto decoded = DecodeSwitchMlHeader(bytes);
            EXPECT_EQ(decoded.has_value(), isField || isType) << "byte " << byte << " bit " << bit;
            if (decoded)
            {
                EXPECT_EQ(EncodeSwitchMlHeader(*decoded), bytes);
            }
        }
    }
}

TEST(MalformedSwitchMl, NumbersThatAreTooLongAreCutAndSpoilNoOtherField)
{
    InaPacket fragment;
    fragment.job = 0x1ff;
    fragment.aggregator = 2 << 15; // slot 2^15, version 0
    const auto back = DecodeSwitchMlHeader(EncodeSwitchMlHeader(fragment));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->job, 0xff);
    EXPECT_EQ(back->aggregator, 0U);
    EXPECT_FALSE(back->version);
}

} // namespace
} // namespace ns3::esa
