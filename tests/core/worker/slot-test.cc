// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Systems with slots: SwitchML's timers, after which a slot's fragment is sent again.

#include "core/worker/worker-clock.h"

namespace ns3::esa
{
namespace
{

/// A SwitchML worker with four slots.
WorkerClock
FourSlots()
{
    return WorkerClock("switchml", Recovering(4));
}

TEST(SwitchMlTimer, SendsTheFragmentOfEverySlotAgainAndBacksOff)
{
    WorkerClock worker = FourSlots();
    EXPECT_EQ(worker.Send(8), Range(0, 4));
    Picoseconds interval = kMs;
    for (int again = 0; again < 300; ++again)
    {
        ASSERT_EQ(worker.ToDeadline(), interval) << again;
        for (const auto& out : worker.AtDeadline())
        {
            ASSERT_EQ(out.packet.kind, PacketKind::Gradient);
            ASSERT_LT(out.position, 4U);
        }
        ASSERT_EQ(worker.transport.RepairsSent(), 4U * (again + 1));
        interval = std::min(2 * interval, 2 * kLongest);
    }
}

TEST(SwitchMlTimer, GrowsWithTheRoundTrip)
{
    WorkerClock worker = FourSlots();
    worker.Send(8);
    EXPECT_TRUE(worker.ResultAfter(900 * kUs, 0).empty()); // smoothed 900 us, deviation 450 us
    EXPECT_EQ(worker.ToDeadline(), 100 * kUs) << "of slot 1, which was sent before";
    worker.Results({1, 2, 3}, worker.now);
    EXPECT_EQ(worker.ToDeadline(), 2700 * kUs) << "of slot 0";
}

TEST(SwitchMlTimer, HasALargestValue)
{
    // A worker's round trip holds the timers of all others. Without an end they raise each other.
    WorkerClock worker = FourSlots();
    worker.Send(1);
    worker.now = 100 * kMs; // its timer has not been looked at meanwhile
    worker.Result(0, worker.now);
    worker.Send(1);
    EXPECT_EQ(worker.ToDeadline(), kLongest);
    worker.AtDeadline();
    worker.AtDeadline();
    EXPECT_EQ(worker.ToDeadline(), 2 * kLongest) << "the fragment's back-off comes on top";
}

TEST(SwitchMlTimer, ACopysResultGivesNoSample)
{
    WorkerClock worker = FourSlots();
    worker.Measure(10 * kUs);
    worker.Send(2);
    worker.AtDeadline();
    worker.ResultAfter(50 * kMs, 200);
    worker.ResultAfter(Picoseconds(0), 201);
    worker.Measure(10 * kUs, 1);
    worker.Send(1);
    EXPECT_EQ(worker.ToDeadline(), kMs);
}

TEST(SwitchMlTimer, OneSlotsResultDoesNotStopTheOthers)
{
    WorkerClock worker = FourSlots();
    worker.Send(4);
    worker.ResultAfter(10 * kUs, 1);
    EXPECT_EQ(worker.AskedAtDeadline(), (Positions{0, 2, 3}));
}

} // namespace
} // namespace ns3::esa
