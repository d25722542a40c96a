/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-engine-setup.h"
#include "ns3/esa-link-order.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

constexpr int64_t kFramePs = 24480; // 306 bytes at 100 Gb/s
constexpr int64_t kDelayPs = 5000000;

/// @return a link whose frames leave without a gap from some time on
LinkLines
LinkFrom(int64_t beginPs)
{
    LinkLines link(kFramePs, kDelayPs, 0);
    link.Begin(beginPs, LinkLines::kNoFrame, {});
    return link;
}

/// @return frame `number` of a link that began at some time
ArrivingFrame
FrameOf(const LinkLines& link, int64_t beginPs, int64_t number)
{
    return {&link, beginPs + (number + 1) * kFramePs};
}

TEST(LinkOrder, FirstFramesAreServedInTheOrderOfSending)
{
    // Both arrive at 5025 ns: 24.48 is rounded up, and a frame of 24 ns would come as well.
    LinkLines longer(25000, kDelayPs, 0);
    longer.Begin(1000, LinkLines::kNoFrame, {});
    LinkLines shorter(24000, kDelayPs, 1);
    shorter.Begin(2000, LinkLines::kNoFrame, {});
    const ArrivingFrame early{&longer, 26000};
    const ArrivingFrame late{&shorter, 26000};
    EXPECT_EQ(IsServedFirst(early, late), true);
    EXPECT_EQ(IsServedFirst(late, early), false);
}

TEST(LinkOrder, LaterFramesAreServedInTheOrderOfThoseBefore)
{
    // Frame 25 of the first link arrives 612 ns after its frame 0. The other link is 0.52 ns behind
    // it. Both arrive in one step; of the frames before them, one arrives a step earlier.
    const LinkLines ahead = LinkFrom(0);
    const LinkLines behind = LinkFrom(520);
    const ArrivingFrame a = FrameOf(ahead, 0, 25);
    const ArrivingFrame b = FrameOf(behind, 520, 25);
    ASSERT_EQ(CeilStep(a.departurePs + kDelayPs), CeilStep(b.departurePs + kDelayPs));
    EXPECT_EQ(IsServedFirst(a, b), true);
    EXPECT_EQ(IsServedFirst(b, a), false);
}

TEST(LinkOrder, FramesInStepAreServedInTheOrderOfTheirLines)
{
    // 25 frames last 612 ns. A link that began so much later is in step with the other one. Its
    // first frame asked to be served when it was sent, 5 us before the other link's frame of the
    // same step asked.
    const LinkLines older = LinkFrom(0);
    const LinkLines younger = LinkFrom(612000);
    for (const int64_t number : {0, 1, 1000})
    {
        const ArrivingFrame a = FrameOf(older, 0, number + 25);
        const ArrivingFrame b = FrameOf(younger, 612000, number);
        ASSERT_EQ(a.departurePs, b.departurePs);
        EXPECT_EQ(IsServedFirst(a, b), false) << number;
        EXPECT_EQ(IsServedFirst(b, a), true) << number;
    }
}

TEST(LinkOrder, ALinkThatStillHasFramesOnTheirWayAsksLater)
{
    // The second line begins before the last frame of the first one has arrived, so the link asks
    // when that has arrived.
    LinkLines link = LinkFrom(0);
    link.Begin(4000000, kFramePs, {});
    const ArrivingFrame second{&link, 4000000 + kFramePs};
    const LinkLines other = LinkFrom(4000000);
    EXPECT_EQ(IsServedFirst(FrameOf(other, 4000000, 0), second), true);
}

TEST(LinkOrder, WhatBeganInOneStepCannotBeTold)
{
    const LinkLines one = LinkFrom(7000);
    const LinkLines other = LinkFrom(7000);
    EXPECT_EQ(IsServedFirst(FrameOf(one, 7000, 3), FrameOf(other, 7000, 3)), std::nullopt);
}

TEST(LinkOrder, AForgottenFrameIsNotExact)
{
    const LinkLines link = LinkFrom(1000000);
    EXPECT_THROW(link.LineOf(500000), NotExact);
}

} // namespace
} // namespace ns3::esa::test
