// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/constants.h"

#include "ns3/esa-congestion-window.h"
#include "ns3/esa-rto-estimator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

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

/// @return a window @param growth packets per result, or per window above the threshold
WindowParameters
Window(uint32_t initial, uint32_t threshold, uint32_t most, uint32_t growth = 1)
{
    WindowParameters parameters;
    parameters.initialPackets = initial;
    parameters.ssthreshPackets = threshold;
    parameters.maxPackets = most;
    parameters.growthPackets = growth;
    return parameters;
}

/// Results, and the size of the window after them.
using Growth = std::vector<std::pair<int, uint32_t>>;

/// Expects that a window grows so.
void
ExpectGrowth(const WindowParameters& parameters, const Growth& growth)
{
    CongestionWindow window(parameters);
    for (const auto& [results, packets] : growth)
    {
        Grow(window, results);
        EXPECT_EQ(window.Packets(), packets);
    }
}

TEST(CongestionWindow, GrowsByOneAResultUpToItsCap)
{
    ExpectGrowth(WindowParameters{}, {{0, 200}, {299, 499}, {100, 500}});
    ExpectGrowth(Window(200, UINT32_MAX, 0), {{100'000, 100'200}}); // 0 is no cap
}

TEST(CongestionWindow, AboveTheThresholdOneIsAddedAWindow)
{
    // 1/10 + 1/10.1 + ... are less than 1
    ExpectGrowth(Window(10, 10, 500), {{10, 10}, {1, 11}, {10, 11}, {2, 12}});
    ExpectGrowth(Window(10, 20, 500), {{10, 20}, {10, 20}}); // slow start ends there
}

TEST(CongestionWindow, GrowthIsAParameter)
{
    // ATP adds one MTU, about five packets; the cap holds for steps that miss it
    const uint32_t slowStart = WindowParameters{}.ssthreshPackets;
    ExpectGrowth(Window(200, slowStart, 498, 5), {{2, 210}, {1000, 498}});
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
    CongestionWindow window(Window(4, WindowParameters{}.ssthreshPackets, 500));
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

TEST(RtoEstimator, ASampleEndsTheBackOff)
{
    RtoEstimator estimator(kMs);
    estimator.BackOff();
    EXPECT_EQ(estimator.Timeout(), 2 * kMs);
    estimator.AddSample(kUs);
    EXPECT_EQ(estimator.Timeout(), kMs);
}

/// Samples, and the timeout after them; the smallest one is 1 ms.
void
ExpectTimeouts(const std::vector<std::pair<Picoseconds, Picoseconds>>& samples)
{
    RtoEstimator rto(kMs);
    EXPECT_EQ(rto.Timeout(), kMs) << "before the first sample";
    for (const auto& [sample, timeout] : samples)
    {
        rto.AddSample(sample);
        EXPECT_EQ(rto.Timeout(), timeout);
    }
}

TEST(RtoEstimator, FollowsRfc6298ByHand)
{
    ExpectTimeouts({{8 * kMs, 24 * kMs},             // SRTT 8, RTTVAR 4
                    {16 * kMs, 29 * kMs},            // RTTVAR 3/4 4 + 1/4 |8 - 16| = 5, then SRTT 9
                    {1 * kMs, 31 * kMs},             // RTTVAR 5.75, SRTT 8
                    {8 * kMs, 25 * kMs + kMs / 4}}); // RTTVAR 4.3125, SRTT 8
}

TEST(RtoEstimator, AFirstSampleOfZeroIsASample)
{
    ExpectTimeouts({{0 * kMs, kMs}, {8 * kMs, 9 * kMs}}); // RTTVAR 2, SRTT 1
}

TEST(RtoEstimator, SteadySamplesLeaveNoDeviationAndTheMinimum)
{
    ExpectTimeouts(std::vector(1000, std::pair{kMs / 100, kMs}));
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
