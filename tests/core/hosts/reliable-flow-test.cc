// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A reliable flow: window, acknowledgements and timeouts; and which of its ranges have arrived.
// What leaves at once is of one range.

#include "core/constants.h"
#include "core/hosts/sending-flow.h"

#include "ns3/esa-flow-receiver.h"

#include <deque>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

FlowParameters
SmallFlow()
{
    FlowParameters parameters;
    parameters.windowPackets = 8;
    parameters.ackEveryPackets = 4;
    parameters.recovery = true;
    return parameters;
}

TEST(ReliableFlow, SendsAWindowAndThenWaits)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({100, 120});
    const auto first = sender.Sent(kUs);
    ASSERT_EQ(first.size(), 8U);
    EXPECT_EQ(first[0].position, 100U);
    EXPECT_EQ(first[7].position, 107U);
    EXPECT_EQ(first[7].number, 7U);
    EXPECT_EQ(sender.SentAfter({4, 0}, 2 * kUs).size(), 4U);
    EXPECT_FALSE(sender.Idle());
}

TEST(ReliableFlow, MarksTheLastPacketOfEveryRange)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 2});
    sender.Offer({50, 51});
    const auto sent = sender.Sent(kUs);
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_FALSE(sent[0].wantsAck);
    EXPECT_TRUE(sent[1].wantsAck);
    EXPECT_TRUE(sent[2].wantsAck);
    EXPECT_EQ(sent[2].position, 50U);
    EXPECT_EQ(sent[2].number, 2U);
}

TEST(ReliableFlow, GoesBackToTheFirstUnacknowledgedPacket)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 2});
    sender.Offer({10, 20});
    sender.Sent(kUs);
    sender.SentAfter({1, 0}, 2 * kUs);
    EXPECT_EQ(sender.SentAtTimer(FromMicroseconds(1001)).size(), 1U) << "a probe; see FlowRepair";
    auto again = sender.SentAtTimer(FromMicroseconds(1002));
    ASSERT_EQ(again.size(), 1U) << "slow start";
    EXPECT_EQ(again[0].position, 1U);
    EXPECT_TRUE(again[0].wantsAck);
    again = sender.SentAfter({2, again[0].round}, FromMicroseconds(1003));
    ASSERT_EQ(again.size(), 2U);
    EXPECT_EQ(again[0].position, 10U);
    EXPECT_EQ(sender.SentAfter({4, again[0].round}, FromMicroseconds(1004)).size(), 4U);
    EXPECT_EQ(sender.SentAgain(), 8U);
}

TEST(ReliableFlow, GoesOnWhereItWasIfATimeoutWasFalse)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 20});
    const std::size_t window = sender.Sent(Picoseconds(0)).size();
    for (const int us : {1000, 3000})
    {
        EXPECT_EQ(sender.SentAtTimer(us * kUs).size(), 1U) << us;
    }
    // answers what left first
    const auto next = sender.SentAfter({2, 0}, FromMicroseconds(3001));
    ASSERT_EQ(next.size(), 2U);
    EXPECT_EQ(next[0].position, window);
    EXPECT_EQ(sender.SentAgain(), 2U);
}

TEST(ReliableFlow, WaitsTwiceAsLongForTheNextTimeout)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 4});
    sender.Sent(Picoseconds(0));
    EXPECT_EQ(sender.SentAtTimer(FromMicroseconds(1000)).size(), 1U);
    EXPECT_TRUE(sender.SentAtTimer(FromMicroseconds(2999)).empty());
    EXPECT_EQ(sender.SentAtTimer(FromMicroseconds(3000)).size(), 1U);
}

TEST(ReliableFlow, LearnsARoundTripAboveTheSmallestTimeout)
{
    struct Ack
    {
        int us;          ///< when it arrives
        uint32_t number; ///< the packet that comes next
        uint8_t round;   ///< of the packet that it answers
    };

    constexpr int kRoundTripUs = 100000; // 100 times the smallest timeout
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 800});
    std::deque<Ack> acks;
    uint32_t expected = 0;
    int us = 0;
    for (; !sender.Idle() && us < 200 * kRoundTripUs; us += 100)
    {
        for (const auto& out : sender.SentAtTimer(us * kUs))
        {
            expected += out.number == expected ? 1 : 0;
            acks.push_back({us + kRoundTripUs, expected, out.round});
        }
        for (; !acks.empty() && acks.front().us <= us; acks.pop_front())
        {
            sender.OnAck({acks.front().number, acks.front().round}, us * kUs);
        }
    }
    EXPECT_TRUE(sender.Idle());
    EXPECT_LT(us, 110 * kRoundTripUs) << "100 windows need as many round trips";
    EXPECT_LT(sender.SentAgain(), 100U) << "without need, since nothing was lost";
}

TEST(ReliableFlow, NothingTimesOutWithoutRecovery)
{
    FlowParameters parameters = SmallFlow();
    parameters.recovery = false;
    SendingFlow sender(parameters);
    sender.Offer({0, 4});
    sender.Sent(Picoseconds(0));
    EXPECT_TRUE(sender.SentAtTimer(FromMicroseconds(1e6)).empty());
}

TEST(ReliableFlow, BelievesNoAcknowledgementOfWhatWasNotSent)
{
    SendingFlow sender(SmallFlow());
    sender.Offer({0, 20});
    sender.Sent(Picoseconds(0));
    EXPECT_TRUE(sender.SentAfter({9, 0}, kUs).empty());
}

TEST(ReliableFlow, AcknowledgesEveryNthPacketAndTheLastOnes)
{
    FlowParameters parameters = SmallFlow();
    parameters.ackEveryPackets = 3;
    FlowReceiver receiver(parameters);
    EXPECT_FALSE(receiver.OnData({0, false}).wantsAck);
    EXPECT_FALSE(receiver.OnData({1, false}).wantsAck);
    EXPECT_TRUE(receiver.OnData({2, false}).wantsAck);
    EXPECT_TRUE(receiver.OnData({3, true}).wantsAck);
    EXPECT_FALSE(receiver.OnData({4, false}).wantsAck);
}

TEST(FlowReceiverTest, PacketsTakenAtOnceAreAcknowledgedAsOthersAre)
{
    FlowParameters parameters;
    parameters.ackEveryPackets = 5;
    FlowReceiver oneByOne(parameters);
    FlowReceiver atOnce(parameters);
    for (uint32_t number = 0; number < 100;)
    {
        const uint32_t count = atOnce.CountInOrder(number, 1 + number % 7);
        ASSERT_GT(count, 0U);
        bool wantsAck = false;
        for (const uint32_t last = number + count; number < last; ++number)
        {
            ASSERT_FALSE(wantsAck) << "it is due before the last packet";
            wantsAck = oneByOne.OnData({number}).wantsAck;
        }
        EXPECT_EQ(atOnce.OnDataInOrder(count, false), wantsAck);
        if (number % 4 == 0)
        {
            ASSERT_EQ(atOnce.CountInOrder(number, 1), 1U);
            EXPECT_TRUE(oneByOne.OnData({number++, true}).wantsAck);
            EXPECT_TRUE(atOnce.OnDataInOrder(1, true)) << "the packet asks for it";
        }
        EXPECT_EQ(atOnce.Expected(), oneByOne.Expected());
    }
    EXPECT_EQ(atOnce.CountInOrder(atOnce.Expected() + 1, 1), 0U) << "a packet is missing";
    EXPECT_EQ(atOnce.CountInOrder(99, 1), 0U) << "it has come before";
}

TEST(ReliableFlow, TellsHowManyPacketsMayBeTakenAtOnce)
{
    FlowParameters parameters = SmallFlow();
    parameters.windowPackets = 5;
    parameters.recovery = true;
    SendingFlow sender(parameters);
    sender.Offer({10, 13});
    sender.Offer({20, 40});
    EXPECT_EQ(sender.AtOnce(), 3U) << "of one range";
    EXPECT_EQ(sender.Take(Picoseconds(0), Picoseconds(0), 2).packets, 2);
    EXPECT_EQ(sender.AtOnce(), 1U);
    EXPECT_TRUE(sender.Take(Picoseconds(0), Picoseconds(0), 9).wantsAck);
    EXPECT_EQ(sender.AtOnce(), 2U) << "of the window";
    const auto out = sender.Take(Picoseconds(0), Picoseconds(0), 9);
    EXPECT_EQ(out.position, 20U);
    EXPECT_EQ(out.packets, 2);
    EXPECT_FALSE(sender.MayLeave(Picoseconds(0)));
    sender.OnAck({2, 0, 0, 0, false, 1}, Picoseconds(1));
    ASSERT_TRUE(sender.MayLeave(Picoseconds(1)));
    EXPECT_EQ(sender.AtOnce(), 1U) << "one that is sent again is counted by itself";
}

TEST(FlowRanges, HaveArrivedWhenTheirLastPacketIsAcknowledged)
{
    SendingFlow sender(FlowParameters{});
    sender.Offer({10, 13});
    sender.Offer({5, 6});
    sender.Offer({100, 102});
    sender.Sent(Picoseconds(0));
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
    SendingFlow sender(parameters);
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
