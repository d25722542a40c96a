// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A reliable flow whose window or rate is not fixed.

#include "core/hosts/sending-flow.h"

#include "ns3/esa-flow-receiver.h"
#include "ns3/esa-frame-sizes.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

FlowParameters
Controlled(CongestionAlgorithm algorithm)
{
    FlowParameters parameters;
    parameters.recovery = true;
    parameters.congestion.algorithm = algorithm;
    return parameters;
}

TEST(ControlledFlow, SendsTheWindowThatItsControlHasDecidedOn)
{
    SendingFlow sender(Controlled(CongestionAlgorithm::Dctcp));
    sender.Offer({0, 1000});
    EXPECT_EQ(sender.Sent(FromMicroseconds(1)).size(), 10U) << "flow.initial_packets";
    EXPECT_EQ(sender.SentAfter({10, 0}, FromMicroseconds(21)).size(), 20U) << "slow start";
    sender.OnAck({30, 0, 20}, FromMicroseconds(42));
    // all of 20 are marked, and alpha is 1 - 1/16 (no mark of 10) + 1/16 (1 - that)
    EXPECT_LE(sender.Sent(FromMicroseconds(42)).size(), 11U);
    EXPECT_EQ(sender.PacedUntil(), kNever) << "it waits for acknowledgements";
}

TEST(ControlledFlow, TheFixedWindowBoundsEveryOther)
{
    FlowParameters parameters = Controlled(CongestionAlgorithm::Dcqcn);
    parameters.windowPackets = 4;
    parameters.congestion.lineBitsPerS = 1e15;
    SendingFlow sender(parameters);
    sender.Offer({0, 100});
    std::size_t sent = 0;
    for (int us = 1; us < 10; ++us)
    {
        sent += sender.Sent(FromMicroseconds(us)).size();
    }
    EXPECT_EQ(sent, 4U);
}

TEST(ControlledFlow, RequestsAcknowledgementsOftenEnoughForItsWindow)
{
    SendingFlow sender(Controlled(CongestionAlgorithm::Dctcp));
    sender.Offer({0, 1000});
    const auto sent = sender.Sent(FromMicroseconds(1));
    ASSERT_EQ(sent.size(), 10U);
    EXPECT_EQ(std::count_if(sent.begin(), sent.end(), [](auto& out) { return out.wantsAck; }), 5)
        << "every 10 / 4 packets";
    EXPECT_EQ(sender.SentAfter({10, 0}, FromMicroseconds(21)).size(), 20U);
    const auto probe = sender.SentAtTimer(FromMicroseconds(5000));
    ASSERT_EQ(probe.size(), 1U);
    EXPECT_TRUE(probe[0].wantsAck) << "with a window of one packet, each asks";
}

TEST(ControlledFlow, APacedFlowSaysWhenItMaySendAgain)
{
    FlowParameters parameters = Controlled(CongestionAlgorithm::Dcqcn);
    parameters.congestion.lineBitsPerS = 8e9; // a byte per nanosecond
    SendingFlow sender(parameters);
    sender.Offer({0, 1000});
    const Picoseconds start = FromMicroseconds(1);
    EXPECT_EQ(sender.Sent(start).size(), 1U);
    EXPECT_EQ(sender.PacedUntil(), start + Picoseconds(1000 * MtuFrameBytes()));
    EXPECT_EQ(sender.Sent(sender.PacedUntil() - Picoseconds(1)).size(), 0U);
    EXPECT_EQ(sender.Sent(sender.PacedUntil()).size(), 1U);
    sender.OnAck({0, 0, 0, 0, true}, FromMicroseconds(4)); // only a notification
    const Picoseconds next = sender.PacedUntil();
    EXPECT_EQ(sender.Sent(next).size(), 1U);
    EXPECT_EQ(sender.PacedUntil(), next + Picoseconds(2000 * MtuFrameBytes())) << "half the rate";
}

TEST(ControlledFlow, ASlowFlowAsksBeforeItsTimeout)
{
    FlowParameters parameters = Controlled(CongestionAlgorithm::Dcqcn);
    parameters.congestion.lineBitsPerS = 100e6; // 123 us a packet: 2 ms for 16 of them
    SendingFlow sender(parameters);
    sender.Offer({0, 1000});
    int wishes = 0;
    for (Picoseconds now = FromMicroseconds(1000); now < FromMicroseconds(2000);
         now = sender.PacedUntil())
    {
        ASSERT_TRUE(sender.MayLeave(now));
        wishes += sender.Take(now).wantsAck ? 1 : 0;
    }
    EXPECT_GE(wishes, 4) << "within the least timeout, 1 ms";
}

TEST(ControlledFlow, MeasuresFromTheDepartureOfThePacketThatIsAcknowledged)
{
    FlowParameters parameters = Controlled(CongestionAlgorithm::Swift);
    parameters.congestion.swift.flowScaling = Picoseconds(0);
    SendingFlow sender(parameters);
    sender.Offer({0, 1000});
    ASSERT_TRUE(sender.MayLeave(FromMicroseconds(1)));
    sender.Take(FromMicroseconds(1));
    ASSERT_TRUE(sender.MayLeave(FromMicroseconds(10)));
    sender.Take(FromMicroseconds(10), FromMicroseconds(5));
    // 36 us after the second packet was sent, but 31 us after it left: above 25 us by 6 in 31
    std::size_t sent = sender.SentAfter({2, 0, 0, 1}, FromMicroseconds(46)).size();
    EXPECT_EQ(sent, static_cast<std::size_t>(10 * (1 - 0.8 * 6 / 31)));
}

TEST(ControlledFlow, ACopyTellsNoTime)
{
    FlowParameters parameters = Controlled(CongestionAlgorithm::Swift);
    SendingFlow sender(parameters);
    sender.Offer({0, 1000});
    EXPECT_EQ(sender.Sent(FromMicroseconds(1)).size(), 10U);
    EXPECT_EQ(sender.SentAtTimer(FromMicroseconds(2000)).size(), 5U) << "half the window";
    // answers the first copy
    EXPECT_EQ(sender.SentAfter({6, 0, 0, 1}, FromMicroseconds(2001)).size(), 1U)
        << "the window has not grown";
}

TEST(ControlledReceiver, CountsMarks)
{
    FlowReceiver receiver(FlowParameters{});
    receiver.OnData({0, false, 0, true});
    receiver.OnData({1, false, 0, false});
    const auto copy = receiver.OnData({1, false, 0, true});
    EXPECT_FALSE(copy.isNotification) << "only DCQCN's receivers notify";
    EXPECT_EQ(receiver.Marked(), 2U);
}

TEST(ControlledReceiver, NotifiesOncePerInterval)
{
    FlowReceiver receiver(FlowParameters{}, 0, FromMicroseconds(50));
    EXPECT_FALSE(receiver.OnData({0, false, 0, false}, FromMicroseconds(1)).isNotification);
    const auto first = receiver.OnData({1, false, 0, true}, FromMicroseconds(2));
    EXPECT_TRUE(first.isNotification && first.wantsAck);
    EXPECT_FALSE(receiver.OnData({2, false, 0, true}, FromMicroseconds(51)).isNotification);
    EXPECT_TRUE(receiver.OnData({3, false, 0, true}, FromMicroseconds(52)).isNotification);
}

} // namespace
} // namespace ns3::esa
