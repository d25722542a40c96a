/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-channel-message.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// A message of each kind that the channel carries.
std::vector<Fragment>
Messages()
{
    std::vector<Fragment> messages;
    for (const PacketKind kind : {PacketKind::Query,
                                  PacketKind::Answer,
                                  PacketKind::Received,
                                  PacketKind::Retransmission,
                                  PacketKind::NotSent,
                                  PacketKind::Result})
    {
        Fragment message;
        message.kind = kind;
        message.job = 7;
        message.worker = 31;
        message.seq = 0xfedcba98;
        message.aggregator = 18938;
        message.fanIn0 = 32;
        message.bitmap0 = 0x80000001;
        message.ecn = true;
        if (BringsSum(kind))
        {
            message.sum.digest = 0x0123456789abcdef;
        }
        messages.push_back(message);
    }
    FragmentValues values;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        values[i] = i % 2 == 0 ? static_cast<int32_t>(i) : INT32_MIN + static_cast<int32_t>(i);
    }
    messages.push_back(messages[1]);
    messages.back().sum.values = PayloadRef(values);
    return messages;
}

void
ExpectSame(const Fragment& read, const Fragment& written)
{
    EXPECT_EQ(read.kind, written.kind);
    EXPECT_EQ(read.job, written.job);
    EXPECT_EQ(read.worker, written.worker);
    EXPECT_EQ(read.seq, written.seq);
    EXPECT_EQ(read.aggregator, written.aggregator);
    EXPECT_EQ(read.fanIn0, written.fanIn0);
    EXPECT_EQ(read.bitmap0, written.bitmap0);
    EXPECT_EQ(read.ecn, written.ecn);
    EXPECT_EQ(read.sum.digest, written.sum.digest);
    ASSERT_EQ(static_cast<bool>(read.sum.values), static_cast<bool>(written.sum.values));
    if (read.sum.values)
    {
        EXPECT_EQ(read.sum.values.Values(), written.sum.values.Values());
    }
}

TEST(ChannelMessage, ComesOutAsItWentInHoweverTheStreamIsCut)
{
    const auto messages = Messages();
    std::vector<uint8_t> stream;
    for (const auto& message : messages)
    {
        AppendMessage(message, stream);
    }
    for (const std::size_t cut : {std::size_t{1}, std::size_t{27}, std::size_t{283}, stream.size()})
    {
        MessageReader reader;
        std::vector<Fragment> read;
        for (std::size_t begin = 0; begin < stream.size(); begin += cut)
        {
            reader.Append(&stream[begin], std::min(cut, stream.size() - begin));
            while (const auto message = reader.Next())
            {
                read.push_back(*message);
            }
        }
        ASSERT_EQ(read.size(), messages.size()) << cut;
        for (std::size_t i = 0; i < read.size(); ++i)
        {
            ExpectSame(read[i], messages[i]);
        }
        EXPECT_FALSE(reader.IsBroken());
    }
}

TEST(ChannelMessage, HasTheDocumentedLengths)
{
    for (const auto& message : Messages())
    {
        std::vector<uint8_t> stream;
        AppendMessage(message, stream);
        EXPECT_EQ(stream.size(), BringsSum(message.kind) ? 284U : 28U);
    }
}

TEST(ChannelMessage, AWrongLengthOrHeaderBreaksTheStream)
{
    for (const std::size_t place : {std::size_t{1}, std::size_t{26}}) // length, reserved bytes
    {
        std::vector<uint8_t> stream;
        AppendMessage(Messages()[0], stream);
        stream[place] ^= 1;
        AppendMessage(Messages()[0], stream);
        MessageReader reader;
        reader.Append(stream.data(), stream.size());
        EXPECT_FALSE(reader.Next()) << place;
        EXPECT_TRUE(reader.IsBroken()) << place;
        EXPECT_FALSE(reader.Next()) << "nor does it read on";
    }
}

} // namespace
} // namespace ns3::esa
