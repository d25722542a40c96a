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

/// A link, and the frames that leave it.
class Link
{
  public:
    /// @brief Sends a frame. @param step when @param framePs time to send it
    ArrivingFrame Send(int64_t step, int64_t framePs = kFramePs)
    {
        return {&m_lines, m_lines.Send(step, framePs, [] { return BusyPeriods::Cause{}; })};
    }

    /// @brief Sends frames without a gap. @param step when @param count how many
    /// @return the last one
    ArrivingFrame SendMany(int64_t step, int64_t count)
    {
        for (; count > 1; --count)
        {
            Send(step);
        }
        return Send(step);
    }

  private:
    BusyPeriods m_lines{kDelayPs, 0}; ///< when frames left
};

/// @return when a frame arrives
int64_t
ArrivalOf(const ArrivingFrame& frame)
{
    return CeilStep(frame.departurePs + kDelayPs);
}

TEST(LinkOrder, FirstFramesAreServedInTheOrderOfSending)
{
    Link one;
    Link other;
    const ArrivingFrame early = one.Send(1, 25000);
    const ArrivingFrame late = other.Send(2, 24000);
    ASSERT_EQ(early.departurePs, late.departurePs);
    EXPECT_EQ(IsServedFirst(early, late), true);
    EXPECT_EQ(IsServedFirst(late, early), false);
}

TEST(LinkOrder, LaterFramesAreServedInTheOrderOfThoseBefore)
{
    // 23 frames last 563.04 ns, and 2 frames from 515 ns on last until 563.96 ns. Both arrive in
    // one step; of the frames before them, the one of the older line arrives a step earlier.
    Link older;
    Link younger;
    const ArrivingFrame a = older.SendMany(0, 23);
    const ArrivingFrame b = younger.SendMany(515, 2);
    ASSERT_EQ(ArrivalOf(a), ArrivalOf(b));
    ASSERT_LT(CeilStep(a.departurePs - kFramePs), CeilStep(b.departurePs - kFramePs));
    EXPECT_EQ(IsServedFirst(a, b), true);
    EXPECT_EQ(IsServedFirst(b, a), false);
}

TEST(LinkOrder, FramesInStepAreServedInTheOrderOfTheirLines)
{
    // 25 frames last 612 ns. A link that began so much later is in step with the other one. Its
    // first frame asked to be served when it was sent, 5 us before the other link's frame of the
    // same step asked.
    for (const int64_t count : {1, 2, 1000})
    {
        Link older;
        Link younger;
        const ArrivingFrame a = older.SendMany(0, 25 + count);
        const ArrivingFrame b = younger.SendMany(612, count);
        ASSERT_EQ(a.departurePs, b.departurePs);
        EXPECT_EQ(IsServedFirst(a, b), false) << count;
        EXPECT_EQ(IsServedFirst(b, a), true) << count;
    }
}

TEST(LinkOrder, ALinkThatStillHasFramesOnTheirWayAsksLater)
{
    // The second line begins before the frame of the first one has arrived, so the link asks when
    // that has arrived.
    Link link;
    link.Send(0);
    const ArrivingFrame second = link.Send(4000);
    Link other;
    EXPECT_EQ(IsServedFirst(other.Send(4000), second), true);
}

TEST(LinkOrder, AFrameOfAnotherLengthBeginsALine)
{
    // A frame of 58 bytes follows one of 306 bytes, and arrives in the step of another one of 306
    // bytes. The frame before it arrived later than the frame before the other one.
    constexpr int64_t kShortPs = 4640;
    Link mixed;
    mixed.Send(20);
    const ArrivingFrame shorter = mixed.Send(20, kShortPs);
    Link even;
    const ArrivingFrame longer = even.SendMany(1, 2);
    ASSERT_EQ(ArrivalOf(shorter), ArrivalOf(longer));
    EXPECT_EQ(IsServedFirst(longer, shorter), true);
    EXPECT_EQ(IsServedFirst(shorter, longer), false);
}

TEST(LinkOrder, WhatBeganInOneStepCannotBeTold)
{
    Link one;
    Link other;
    EXPECT_EQ(IsServedFirst(one.SendMany(7, 4), other.SendMany(7, 4)), std::nullopt);
}

TEST(LinkOrder, AForgottenFrameIsNotExact)
{
    Link link;
    const ArrivingFrame frame = link.Send(1000);
    EXPECT_THROW(frame.link->LineOf(500000), NotExact);
}

} // namespace
} // namespace ns3::esa::test
