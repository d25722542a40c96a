/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/constants.h"

#include "ns3/esa-congestion-window.h"
#include "ns3/esa-rto-estimator.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

/// Results without mark.
void
Grow(CongestionWindow& window, int results)
{
    for (int i = 0; i < results; ++i)
    {
        window.OnResult(false, 0, 0);
    }
}

TEST(CongestionWindow, StartsAt200PacketsAndIsCappedAt500)
{
    CongestionWindow window{WindowParameters{}};
    EXPECT_EQ(window.Packets(), 200U);
    Grow(window, 299);
    EXPECT_EQ(window.Packets(), 499U) << "slow start: one per result, without end";
    Grow(window, 100);
    EXPECT_EQ(window.Packets(), 500U);
}

TEST(CongestionWindow, NoCapIsNoCap)
{
    WindowParameters parameters;
    parameters.maxPackets = 0;
    CongestionWindow window(parameters);
    Grow(window, 100'000);
    EXPECT_EQ(window.Packets(), 100'200U);
}

TEST(CongestionWindow, AboveTheThresholdOneIsAddedAWindow)
{
    WindowParameters parameters;
    parameters.initialPackets = 10;
    parameters.ssthreshPackets = 10;
    CongestionWindow window(parameters);
    Grow(window, 10);
    EXPECT_EQ(window.Packets(), 10U) << "1/10 + 1/10.1 + ... is less than 1";
    Grow(window, 1);
    EXPECT_EQ(window.Packets(), 11U);
    Grow(window, 10);
    EXPECT_EQ(window.Packets(), 11U);
    Grow(window, 2);
    EXPECT_EQ(window.Packets(), 12U);
}

TEST(CongestionWindow, SlowStartEndsAtTheThreshold)
{
    WindowParameters parameters;
    parameters.initialPackets = 10;
    parameters.ssthreshPackets = 20;
    CongestionWindow window(parameters);
    Grow(window, 10);
    EXPECT_EQ(window.Packets(), 20U);
    Grow(window, 10);
    EXPECT_EQ(window.Packets(), 20U);
}

TEST(CongestionWindow, GrowthIsAParameter)
{
    WindowParameters parameters;
    parameters.growthPackets = 5; // ATP adds one MTU, about five packets
    parameters.maxPackets = 498;
    CongestionWindow window(parameters);
    Grow(window, 2);
    EXPECT_EQ(window.Packets(), 210U);
    Grow(window, 1000);
    EXPECT_EQ(window.Packets(), 498U) << "the cap holds for steps that miss it";
}

TEST(CongestionWindow, AMarkHalvesAndEndsSlowStart)
{
    CongestionWindow window{WindowParameters{}};
    window.OnResult(true, 50, 200);
    EXPECT_EQ(window.Packets(), 100U);
    Grow(window, 100);
    EXPECT_EQ(window.Packets(), 100U);
    Grow(window, 1);
    EXPECT_EQ(window.Packets(), 101U);
}

TEST(CongestionWindow, HalvesOncePerWindow)
{
    CongestionWindow window{WindowParameters{}};
    window.OnResult(true, 50, 200);
    for (uint64_t position = 51; position < 200; ++position)
    {
        window.OnResult(true, position, 200 + position); // sent before the halving
    }
    EXPECT_GE(window.Packets(), 100U);
    EXPECT_LE(window.Packets(), 102U) << "marked results count as results";
    window.OnResult(true, 200, 400);
    EXPECT_EQ(window.Packets(), 50U);
    window.OnResult(true, 399, 500);
    EXPECT_EQ(window.Packets(), 50U);
    window.OnResult(true, 400, 500);
    EXPECT_EQ(window.Packets(), 25U);
}

TEST(CongestionWindow, NeverFallsBelowTheMinimum)
{
    CongestionWindow window{WindowParameters{}};
    for (uint64_t position = 0; position < 20; ++position)
    {
        window.OnResult(true, position, position + 1);
    }
    EXPECT_EQ(window.Packets(), 2U);
}

TEST(CongestionWindow, GrowsAgainFromTheMinimum)
{
    WindowParameters parameters;
    parameters.initialPackets = 4;
    CongestionWindow window(parameters);
    window.OnResult(true, 0, 4);
    EXPECT_EQ(window.Packets(), 2U);
    Grow(window, 3);
    EXPECT_EQ(window.Packets(), 3U) << "2 + 1/2 + 1/2.5 + 1/2.9 = 3.24";
}

TEST(RtoEstimator, TheLongestBackOffDoesNotOverflow)
{
    RtoEstimator estimator(kLongestTimeout / 3);
    for (uint32_t i = 0; i < kMaxBackOffs; ++i)
    {
        estimator.BackOff();
        EXPECT_EQ(estimator.Timeout(), i == 0 ? kLongestTimeout / 3 * 2 : kLongestTimeout);
    }
}

TEST(RtoEstimator, IsTheMinimumBeforeTheFirstSample)
{
    EXPECT_EQ(RtoEstimator(kMs).Timeout(), kMs);
    EXPECT_EQ(RtoEstimator(7 * kMs).Timeout(), 7 * kMs);
}

TEST(RtoEstimator, FollowsRfc6298ByHand)
{
    RtoEstimator rto(kMs);
    rto.AddSample(8 * kMs); // SRTT 8, RTTVAR 4
    EXPECT_EQ(rto.Timeout(), 24 * kMs);
    rto.AddSample(16 * kMs); // RTTVAR 3/4 4 + 1/4 |8 - 16| = 5, then SRTT 9
    EXPECT_EQ(rto.Timeout(), 29 * kMs);
    rto.AddSample(1 * kMs); // RTTVAR 5.75, SRTT 8
    EXPECT_EQ(rto.Timeout(), 31 * kMs);
    rto.AddSample(8 * kMs); // RTTVAR 4.3125, SRTT 8
    EXPECT_EQ(rto.Timeout(), 8 * kMs + 17 * kMs + kMs / 4);
}

TEST(RtoEstimator, AFirstSampleOfZeroIsASample)
{
    RtoEstimator rto(kMs);
    rto.AddSample(Picoseconds(0));
    EXPECT_EQ(rto.Timeout(), kMs);
    rto.AddSample(8 * kMs); // RTTVAR 2, SRTT 1
    EXPECT_EQ(rto.Timeout(), 9 * kMs);
}

TEST(RtoEstimator, NeverFallsBelowTheMinimum)
{
    RtoEstimator rto(kMs);
    for (int i = 0; i < 1000; ++i)
    {
        rto.AddSample(kMs / 100);
    }
    EXPECT_EQ(rto.Timeout(), kMs);
}

TEST(RtoEstimator, SteadySamplesLeaveNoDeviation)
{
    RtoEstimator rto(kMs);
    for (int i = 0; i < 200; ++i)
    {
        rto.AddSample(5 * kMs);
    }
    EXPECT_GE(rto.Timeout(), 5 * kMs);
    EXPECT_LT(rto.Timeout(), 5 * kMs + kMs / 1000);
}

} // namespace
} // namespace ns3::esa
