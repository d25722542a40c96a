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
    worker.Measure(400 * kUs, 1); // smoothed 400 us, deviation 200 us
    worker.Send(1);
    EXPECT_EQ(worker.ToDeadline(), 1200 * kUs);
}

TEST(SwitchMlTimer, DoesNotGrowWithARepair)
{
    // the copy of another worker, whose timer ran out a little earlier, has brought the result
    WorkerClock worker = FourSlots();
    worker.Measure(10 * kUs);
    worker.Measure(990 * kUs, 1);
    worker.Send(1);
    EXPECT_EQ(worker.ToDeadline(), kMs);
}

TEST(SwitchMlTimer, HasALargestValue)
{
    // A worker's round trip holds the timers of all others. Without an end they raise each other.
    WorkerClock worker = FourSlots();
    for (int samples = 0; samples < 100; ++samples)
    {
        const uint64_t position = worker.transport.NextPosition();
        worker.Send(1);
        worker.ResultAfter(samples % 2 * worker.ToDeadline() / 2, position);
    }
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

TEST(SwitchMlTimer, RunsOutForWhatIsOvertaken)
{
    WorkerClock worker = FourSlots();
    worker.Send(1);
    worker.now += 10 * kUs;
    worker.Send(3);
    worker.ResultAfter(10 * kUs, 1);
    EXPECT_EQ(worker.ToDeadline(), 980 * kUs);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{0});
}

TEST(SwitchMlTimer, WaitsWhileResultsOfEarlierFragmentsArrive)
{
    // A link became so slow that a round trip of the whole window takes four timeouts. A copy of
    // what waits there would make it longer still.
    WorkerClock worker = FourSlots();
    worker.Send(1);
    for (int slot = 1; slot < 4; ++slot)
    {
        worker.now += kUs;
        worker.Send(1);
    }
    for (uint64_t slot = 0; slot < 3; ++slot)
    {
        for (; worker.ToDeadline() < 990 * kUs;)
        {
            EXPECT_TRUE(worker.AskedAtDeadline().empty()) << slot;
        }
        EXPECT_TRUE(worker.ResultAfter(990 * kUs, slot).empty()) << slot;
    }
    EXPECT_TRUE(worker.AskedAtDeadline().empty()) << "of slot 3, a timeout after it was sent";
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{3}) << "a timeout after the last result";
}

TEST(SwitchMlTimer, OneSlotsResultDoesNotStopTheOthers)
{
    WorkerClock worker = FourSlots();
    worker.Send(4);
    worker.ResultAfter(10 * kUs, 1);
    EXPECT_TRUE(worker.AskedAtDeadline().empty());
    EXPECT_EQ(worker.ToDeadline(), 10 * kUs);
    EXPECT_EQ(worker.AskedAtDeadline(), (Positions{0, 2, 3}));
}

} // namespace
} // namespace ns3::esa
