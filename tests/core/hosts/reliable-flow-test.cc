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

TEST(FlowRanges, GoOnInTheirOrderAfterALoss)
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
            SendingFlow sender(parameters);
            FlowSender::OutgoingPacket last{};
            const auto send = [&](Picoseconds now) {
                while (sender.MayLeave(now))
                {
                    last = sender.Take(now);
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
            EXPECT_EQ(last.number, 43U) << NameOf(repair) << " " << NameOf(algorithm);
            EXPECT_EQ(last.position, 129U) << NameOf(repair) << " " << NameOf(algorithm);
        }
    }
}

} // namespace
} // namespace ns3::esa
