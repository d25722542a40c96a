// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The state machines of congestion control, step by step as their papers compute them.

#include "ns3/esa-dcqcn.h"
#include "ns3/esa-dctcp.h"
#include "ns3/esa-flow-marking.h"
#include "ns3/esa-swift.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds
Us(double us)
{
    return FromMicroseconds(us);
}

/// @return what an acknowledgement of packets up to one tells
CongestionFeedback
Acknowledged(uint64_t before, uint64_t upTo, uint64_t next, uint32_t marked = 0)
{
    CongestionFeedback feedback;
    feedback.acknowledged = upTo;
    feedback.next = next;
    feedback.packets = static_cast<uint32_t>(upTo - before);
    feedback.marked = marked;
    return feedback;
}

/// @return what an acknowledgement of one packet tells that took so long
CongestionFeedback
Delayed(Picoseconds roundTrip, Picoseconds now, uint32_t switches = 1)
{
    CongestionFeedback feedback;
    feedback.packets = 1;
    feedback.now = now;
    feedback.roundTrip = roundTrip;
    feedback.switches = switches;
    return feedback;
}

TEST(Dctcp, StartsAsTcpAndGrowsByAPacketPerWindowAfterTheFirstMark)
{
    Dctcp control({1.0 / 16}, 10, 1000);
    EXPECT_EQ(control.WindowPackets(), 10);
    control.OnAck(Acknowledged(0, 10, 20));
    EXPECT_EQ(control.WindowPackets(), 20) << "slow start doubles";
    control.OnAck(Acknowledged(10, 11, 30, 1));
    const double shrunk = 20 * (1 - control.Alpha() / 2);
    EXPECT_EQ(control.WindowPackets(), shrunk);
    control.OnAck(Acknowledged(11, 30, 40));
    EXPECT_EQ(control.WindowPackets(), shrunk) << "packets of the window that shrank";
    control.OnAck(Acknowledged(30, 32, 41));
    EXPECT_EQ(control.WindowPackets(), shrunk + 2 / shrunk);
    EXPECT_EQ(control.Gap(1538).count(), 0);
}

TEST(Dctcp, AlphaIsAMovingAverageOfTheMarkedFractionPerWindow)
{
    Dctcp control({1.0 / 16}, 100, 100);
    EXPECT_EQ(control.Alpha(), 1);
    control.OnAck(Acknowledged(0, 50, 100));
    EXPECT_EQ(control.Alpha(), 1) << "half of the first window";
    control.OnAck(Acknowledged(50, 100, 200));
    EXPECT_EQ(control.Alpha(), 15.0 / 16) << "no packet of 100 was marked";
    control.OnAck(Acknowledged(100, 200, 290, 40));
    EXPECT_DOUBLE_EQ(control.Alpha(), 15.0 / 16 * 15 / 16 + 0.4 / 16);
}

TEST(Dctcp, ShrinksInProportionToAlphaAndOncePerWindow)
{
    Dctcp control({1}, 100, 100); // alpha is the fraction of the last window
    control.OnAck(Acknowledged(0, 100, 200));
    control.OnAck(Acknowledged(100, 200, 300, 20));
    EXPECT_DOUBLE_EQ(control.Alpha(), 0.1);
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 95) << "equation 2";
    control.OnAck(Acknowledged(200, 300, 395, 100));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 95) << "those packets left before it shrank";
    control.OnAck(Acknowledged(300, 395, 490, 95));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 47.5) << "all are marked: half, as TCP";
}

TEST(Dctcp, BeginsAgainWithOnePacketAfterATimeout)
{
    Dctcp control({1.0 / 16}, 64, 1000);
    control.OnTimeout(Us(1000));
    EXPECT_EQ(control.WindowPackets(), 1);
    control.OnAck(Acknowledged(0, 1, 3));
    control.OnAck(Acknowledged(1, 31, 65));
    EXPECT_EQ(control.WindowPackets(), 32) << "slow start up to half the window";
    control.OnAck(Acknowledged(31, 63, 96));
    EXPECT_EQ(control.WindowPackets(), 33) << "and a packet per window from there on";
}

constexpr double kLine = 40e9; ///< as in the paper

TEST(Dcqcn, StartsAtTheRateOfTheLinkAndStaysThere)
{
    Dcqcn control({}, kLine, 1000);
    control.OnSent(20000000, Us(500));
    EXPECT_EQ(control.Rate(), kLine);
    EXPECT_EQ(control.Gap(1000), Us(0.2));
    EXPECT_EQ(control.WindowPackets(), 1000);
}

TEST(Dcqcn, ANotificationShrinksTheRateByHalfOfAlpha)
{
    Dcqcn control({}, kLine, 1000);
    control.OnNotification(Us(0));
    EXPECT_EQ(control.Target(), kLine);
    EXPECT_EQ(control.Rate(), kLine / 2) << "alpha is 1 at first: equation 1";
    EXPECT_EQ(control.Alpha(), 1);
    control.OnSent(1000, Us(54));
    EXPECT_EQ(control.Rate(), kLine / 2) << "no timer has run out";
    control.OnSent(1000, Us(55));
    EXPECT_EQ(control.Alpha(), 255.0 / 256) << "equation 2";
    EXPECT_EQ(control.Rate(), kLine * 3 / 4) << "equation 3";
    control.OnNotification(Us(56));
    EXPECT_EQ(control.Target(), kLine * 3 / 4);
    EXPECT_DOUBLE_EQ(control.Rate(), kLine * 3 / 4 * (1 - 255.0 / 512));
    EXPECT_DOUBLE_EQ(control.Alpha(), 255.0 / 256 * 255 / 256 + 1.0 / 256);
    control.OnSent(1000, Us(110));
    EXPECT_DOUBLE_EQ(control.Rate(), kLine * 3 / 4 * (1 - 255.0 / 512)) << "timers began anew";
}

TEST(Dcqcn, RecoversInFiveStepsAndThenAddsToTheTarget)
{
    Dcqcn control({}, kLine, 1000);
    control.OnNotification(Us(0));
    control.OnNotification(Us(1)); // target 20 Gb/s, rate 10 Gb/s
    EXPECT_EQ(control.Rate(), kLine / 4);
    control.OnSent(1000, Us(1 + 5 * 55));
    EXPECT_EQ(control.Target(), kLine / 2);
    EXPECT_DOUBLE_EQ(control.Rate(), kLine / 2 - kLine / 4 / 32) << "halved five times";
    control.OnSent(1000, Us(1 + 6 * 55));
    EXPECT_EQ(control.Target(), kLine / 2 + 40e6) << "equation 4";
    EXPECT_DOUBLE_EQ(control.Rate(), (kLine / 2 - kLine / 4 / 32 + kLine / 2 + 40e6) / 2);
}

TEST(Dcqcn, IncreasesByBytesToo)
{
    Dcqcn control({}, kLine, 1000);
    control.OnNotification(Us(0));
    control.OnSent(9999999, Us(1));
    EXPECT_EQ(control.Rate(), kLine / 2);
    control.OnSent(1, Us(2));
    EXPECT_EQ(control.Rate(), kLine * 3 / 4);
    control.OnNotification(Us(3));
    control.OnSent(9999999, Us(4));
    EXPECT_EQ(control.Target(), kLine * 3 / 4) << "a notification resets the counter";
    EXPECT_LT(control.Rate(), kLine / 2);
}

TEST(Dcqcn, IncreasesFasterAndFasterOnceBothCountsArePastFive)
{
    Dcqcn control({}, kLine, 1000);
    control.OnNotification(Us(0));
    control.OnNotification(Us(1));
    for (int i = 0; i < 6; ++i)
    {
        control.OnSent(10000000, Us(2)); // the sixth adds R_AI
    }
    EXPECT_EQ(control.Target(), kLine / 2 + 40e6);
    control.OnSent(1000, Us(1 + 6 * 55)); // six more by the timer, all additive: 6 is not above 5
    EXPECT_EQ(control.Target(), kLine / 2 + 7 * 40e6);
    control.OnSent(1000, Us(1 + 7 * 55));
    EXPECT_EQ(control.Target(), kLine / 2 + 7 * 40e6 + 400e6) << "min(T, BC) - F = 1";
    control.OnSent(10000000, Us(1 + 7 * 55));
    EXPECT_EQ(control.Target(), kLine / 2 + 7 * 40e6 + 800e6);
}

TEST(Dcqcn, ALateNotificationIsANotificationLater)
{
    DcqcnParameters parameters;
    parameters.notificationDelay = Us(20);
    Dcqcn late(parameters, kLine, 1000);
    Dcqcn prompt({}, kLine, 1000);
    late.OnNotification(Us(0));
    late.OnSent(1000, Us(19));
    EXPECT_EQ(late.Rate(), kLine);
    late.OnNotification(Us(50));
    late.OnNotification(Us(58)); // before the second one takes effect
    for (const int at : {20, 70, 78})
    {
        prompt.OnNotification(Us(at));
    }
    for (const int at : {79, 140, 1000})
    {
        late.OnSent(1000, Us(at));
        prompt.OnSent(1000, Us(at));
        EXPECT_EQ(late.Rate(), prompt.Rate()) << at;
        EXPECT_EQ(late.Alpha(), prompt.Alpha());
    }
}

TEST(Dcqcn, NeverFallsBelowItsLowestRateAndComesBackToTheLine)
{
    DcqcnParameters parameters;
    parameters.minBitsPerS = 100e6;
    Dcqcn control({}, kLine, 1000);
    Dcqcn higher(parameters, kLine, 1000);
    for (int i = 0; i < 100; ++i)
    {
        control.OnNotification(Us(50 * i));
        higher.OnNotification(Us(50 * i));
    }
    EXPECT_EQ(control.Rate(), 40e6) << "an increase";
    EXPECT_EQ(higher.Rate(), 100e6);
    control.OnSent(1000, Us(1e6));
    EXPECT_EQ(control.Rate(), kLine);
    control.OnSent(1000, Us(1e9)); // a long silence is no long computation
    EXPECT_EQ(control.Target(), kLine);
}

TEST(Swift, GrowsByAPacketPerRoundTripBelowTheTarget)
{
    Swift control({}, 10, 1000);
    control.OnAck(Delayed(Us(20), Us(20)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 10.1);
    CongestionFeedback several = Delayed(Us(20), Us(21));
    several.packets = 4;
    control.OnAck(several);
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 10.1 + 4 / 10.1);
    EXPECT_EQ(control.Gap(1538).count(), 0) << "acknowledgements clock the packets";
}

TEST(Swift, ShrinksByTheExcessDelayOncePerRoundTrip)
{
    SwiftParameters parameters;
    parameters.flowScaling = Picoseconds(0);
    Swift control(parameters, 100, 1000);
    control.OnAck(Delayed(Us(40), Us(100)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 100 * (1 - 0.8 * 15 / 40));
    control.OnAck(Delayed(Us(40), Us(139)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 70) << "the last decrease is not a round trip ago";
    control.OnAck(Delayed(Us(1000), Us(1140)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 35) << "by half at most";
}

TEST(Swift, TheTargetGrowsWithSwitchesAndWithSmallWindows)
{
    SwiftParameters parameters;
    parameters.flowScaling = Picoseconds(0);
    EXPECT_EQ(Swift(parameters, 10, 1000).Target(1), Us(25));
    EXPECT_EQ(Swift(parameters, 10, 1000).Target(3), Us(31));
    parameters.flowScaling = Us(50);
    // alpha = 50 / (1 / sqrt(0.1) - 1 / sqrt(100)) = 16.3279, beta = -1.63279
    const double alpha = 50 / (std::sqrt(10) - 0.1);
    EXPECT_NEAR(ToSeconds(Swift(parameters, 4, 1000).Target(1)) * 1e6,
                25 + alpha / 2 - alpha / 10,
                1e-5);
    EXPECT_EQ(Swift(parameters, 100, 1000).Target(1), Us(25));
    EXPECT_EQ(Swift(parameters, 1000, 1000).Target(1), Us(25)) << "scaling is never negative";
}

TEST(Swift, PacesBelowOnePacket)
{
    SwiftParameters parameters;
    parameters.flowScaling = Picoseconds(0);
    Swift control(parameters, 1, 1000);
    control.OnAck(Delayed(Us(100), Us(100)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 0.5);
    EXPECT_EQ(control.Gap(1538), Us(200)) << "a round trip over the window";
    control.OnAck(Delayed(Us(20), Us(120)));
    EXPECT_DOUBLE_EQ(control.WindowPackets(), 1.5) << "below one packet, ai counts per packet";
}

TEST(Swift, TimeoutsHalveAndThenReset)
{
    Swift control({}, 64, 1000);
    control.OnAck(Delayed(Us(20), Us(20)));
    const double window = control.WindowPackets();
    for (int i = 1; i <= 4; ++i)
    {
        control.OnTimeout(Us(1000 * i));
        EXPECT_DOUBLE_EQ(control.WindowPackets(), window / std::pow(2, i));
    }
    control.OnTimeout(Us(5000));
    EXPECT_EQ(control.WindowPackets(), 0.01);
}

TEST(FlowMarking, OneThresholdMarksAllAboveIt)
{
    const FlowMarking marking{97500, 0, 1};
    EXPECT_FALSE(marking.Marks(97500, 1)) << "greater than K, section 3.1";
    EXPECT_TRUE(marking.Marks(97501, 1));
    EXPECT_FALSE(FlowMarking{}.IsOn());
}

TEST(FlowMarking, TwoThresholdsMarkMoreAndMore)
{
    const FlowMarking marking{5000, 205000, 0.1};
    const auto marksOf = [&marking](uint64_t bytes) {
        int marks = 0;
        for (uint64_t draw = 0; draw < 100000; ++draw)
        {
            marks += marking.Marks(bytes, draw) ? 1 : 0;
        }
        return marks;
    };
    EXPECT_EQ(marksOf(5000), 0);
    EXPECT_NEAR(marksOf(105000), 5000, 250) << "half way to Pmax";
    EXPECT_NEAR(marksOf(205000), 10000, 350);
    EXPECT_EQ(marksOf(205001), 100000);
}

// Parameters of DCQCN that differ between public simulators.

TEST(Dcqcn, WithoutACounterTheTimerAloneDecides)
{
    DcqcnParameters parameters;
    parameters.byteCounter = 0;
    parameters.fastRecoveries = 1;
    Dcqcn control(parameters, kLine, 1000);
    control.OnNotification(Us(0));
    control.OnNotification(Us(1));
    control.OnSent(100000000, Us(1 + 55)); // halves the distance
    EXPECT_EQ(control.Target(), kLine / 2);
    control.OnSent(1000, Us(1 + 2 * 55)); // adds R_AI
    EXPECT_EQ(control.Target(), kLine / 2 + 40e6);
    control.OnSent(1000, Us(1 + 4 * 55));
    EXPECT_EQ(control.Target(), kLine / 2 + 40e6 + 2 * 400e6) << "each hyper increase is a step";
}

} // namespace
} // namespace ns3::esa
