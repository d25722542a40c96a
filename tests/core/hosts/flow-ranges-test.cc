// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A flow knows which of the ranges that it was given have arrived. What leaves at once is of one
// range.

#include "ns3/esa-flow-sender.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

TEST(FlowRanges, HaveArrivedWhenTheirLastPacketIsAcknowledged)
{
    FlowSender sender(FlowParameters{});
    sender.Offer({10, 13});
    sender.Offer({5, 6});
    sender.Offer({100, 102});
    while (sender.MayLeave(Picoseconds(0)))
    {
        sender.Take(Picoseconds(0));
    }
    EXPECT_EQ(sender.Acknowledged(), 0U);
    sender.OnAck({2, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 0U) << "the last packet of the first range lacks";
    sender.OnAck({4, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 2U);
    sender.OnAck({3, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 2U) << "an old acknowledgement says nothing new";
    sender.OnAck({6, 0}, Picoseconds(1));
    EXPECT_EQ(sender.Acknowledged(), 3U);
    EXPECT_TRUE(sender.Idle());
}

/// A packet that leaves alone.
struct OnePacket
{
    StreamPosition position; ///< its fragment
    uint32_t number;         ///< its number
    bool wantsAck;           ///< whether it requests an acknowledgement
    uint8_t round;           ///< its round

    /// Whether both are the same.
    bool operator==(const OnePacket& other) const
    {
        return position == other.position && number == other.number && wantsAck == other.wantsAck &&
               round == other.round;
    }
};

/// What leaves while some is acknowledged, lost and sent again, with so many at once at most.
std::vector<OnePacket>
Departures(const FlowParameters& parameters, uint16_t most)
{
    FlowSender sender(parameters);
    std::vector<OnePacket> left;
    const auto send = [&](Picoseconds now) {
        while (sender.MayLeave(now))
        {
            const auto out = sender.Take(now, Picoseconds(0), most);
            EXPECT_GE(out.packets, 1);
            EXPECT_LE(out.packets, most);
            for (uint32_t i = 0; i < out.packets; ++i)
            {
                const bool isLast = i + 1 == out.packets;
                left.push_back(
                    {out.position + i, out.number + i, isLast && out.wantsAck, out.round});
            }
        }
    };
    sender.Offer({10, 23});
    sender.Offer({5, 6});
    send(FromMicroseconds(1));
    sender.OnAck({7, 0}, FromMicroseconds(12));
    send(FromMicroseconds(12));
    sender.Offer({100, 130});
    sender.OnAck({9, 0, 0, 0, false, 1}, FromMicroseconds(13)); // packet 9 is lost
    send(FromMicroseconds(13));
    for (uint32_t next = 10; !sender.Idle() && next < 45; next += 3)
    {
        sender.OnAck({next, 1}, FromMicroseconds(20 + next));
        send(FromMicroseconds(20 + next));
    }
    EXPECT_EQ(left.back().number, 43U);
    EXPECT_EQ(left.back().position, 129U);
    return left;
}

TEST(FlowRanges, WhatLeavesAtOnceIsWhatLeavesOneByOne)
{
    FlowParameters parameters;
    parameters.windowPackets = 9;
    parameters.recovery = true;
    for (const FlowRepair repair : {FlowRepair::GoBackN, FlowRepair::SelectiveRepeat})
    {
        for (const auto algorithm : {CongestionAlgorithm::Window, CongestionAlgorithm::Swift})
        {
            parameters.repair = repair;
            parameters.congestion.algorithm = algorithm;
            const auto one = Departures(parameters, 1);
            EXPECT_EQ(Departures(parameters, 4), one) << NameOf(repair) << " " << NameOf(algorithm);
            EXPECT_EQ(Departures(parameters, 99), one) << NameOf(repair);
        }
    }
}

} // namespace
} // namespace ns3::esa
