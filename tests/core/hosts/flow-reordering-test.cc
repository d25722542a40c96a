/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A receiver whose packets take several paths.

#include "ns3/esa-flow-receiver.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kWindow{100};

/// A receiver with a reordering window. @param recovery whether losses are repaired
FlowReceiver
Receiver(bool recovery = true)
{
    FlowParameters parameters;
    parameters.recovery = recovery;
    parameters.repair = FlowRepair::SelectiveRepeat;
    parameters.reorderingWindow = kWindow;
    return FlowReceiver(parameters);
}

TEST(FlowReordering, APacketThatIsOvertakenIsNotMissing)
{
    FlowReceiver receiver = Receiver();
    EXPECT_TRUE(receiver.OnData({0}, Picoseconds(0)).isNew);
    const auto early = receiver.OnData({2}, Picoseconds(10));
    EXPECT_TRUE(early.isEarly);
    EXPECT_TRUE(early.gaps.empty());
    EXPECT_TRUE(receiver.OnData({3}, Picoseconds(109)).gaps.empty());
    EXPECT_TRUE(receiver.OnData({1}, Picoseconds(110)).isNew);
    EXPECT_EQ(receiver.Expected(), 4U);
    EXPECT_TRUE(receiver.OnData({4}, Picoseconds(500)).gaps.empty()) << "nothing is missing";
}

TEST(FlowReordering, AGapIsToldOfWhenItIsOld)
{
    FlowReceiver receiver = Receiver();
    receiver.OnData({2}, Picoseconds(10)); // 0 and 1 are missing
    receiver.OnData({4}, Picoseconds(60)); // 3, too
    const auto first = receiver.OnData({5}, Picoseconds(110));
    ASSERT_EQ(first.gaps.size(), 1U);
    EXPECT_EQ(first.gaps[0].begin, 0U);
    EXPECT_EQ(first.gaps[0].packets, 2U);
    const auto second = receiver.OnData({6}, Picoseconds(160));
    ASSERT_EQ(second.gaps.size(), 1U) << "the first gap was told of";
    EXPECT_EQ(second.gaps[0].begin, 3U);
    EXPECT_EQ(second.gaps[0].packets, 1U);
}

TEST(FlowReordering, WhatIsSentAgainAndLostIsToldOfAgain)
{
    FlowReceiver receiver = Receiver();
    receiver.OnData({1}, Picoseconds(0));
    EXPECT_EQ(receiver.OnData({2}, Picoseconds(100)).gaps.size(), 1U);
    receiver.OnData({3, false, 1}, Picoseconds(150)); // left after the repair of 0
    const auto again = receiver.OnData({4, false, 1}, Picoseconds(250));
    ASSERT_FALSE(again.gaps.empty());
    EXPECT_EQ(again.gaps[0].begin, 0U);
}

TEST(FlowReordering, WithoutRecoveryEarlyPacketsAreKept)
{
    FlowReceiver receiver = Receiver(false);
    EXPECT_TRUE(receiver.OnData({1}, Picoseconds(0)).isEarly);
    EXPECT_TRUE(receiver.OnData({2}, Picoseconds(1000)).gaps.empty());
    EXPECT_TRUE(receiver.OnData({0}, Picoseconds(1001)).isNew);
    EXPECT_EQ(receiver.Expected(), 3U);
}

} // namespace
} // namespace ns3::esa
