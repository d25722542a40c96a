// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Results that lack a worker may come before it has sent its fragments
// (WorkerTransportParameters::takesEarlyResults).

#include "core/worker/worker-clock.h"

namespace ns3::esa
{
namespace
{

/// @return parameters of a worker with some slots
WorkerTransportParameters
EarlyResults(uint32_t slots)
{
    WorkerTransportParameters parameters = Recovering(slots);
    parameters.takesEarlyResults = true;
    return parameters;
}

TEST(EarlyResults, CountAndTheFragmentIsNotSent)
{
    WorkerRig worker("trio", EarlyResults(4));
    worker.transport.Offer(8);
    EXPECT_TRUE(worker.Result(0).isNew);
    EXPECT_FALSE(worker.Result(0).isNew);
    EXPECT_EQ(worker.Fragments(), Range(1, 5)) << "slot 0 goes on with fragment 4";
}

TEST(EarlyResults, WaitUntilTheFragmentIsReady)
{
    WorkerRig worker("trio", EarlyResults(4));
    EXPECT_FALSE(worker.Result(1).isNew);
    InaPacket early;
    EXPECT_FALSE(worker.transport.TakeEarlyResult(early));
    worker.transport.Offer(1);
    EXPECT_FALSE(worker.transport.TakeEarlyResult(early));
    worker.transport.Offer(1);
    ASSERT_TRUE(worker.transport.TakeEarlyResult(early));
    EXPECT_EQ(early.seq, 1U);
    EXPECT_EQ(early.sum.digest, 1001U);
    EXPECT_TRUE(worker.transport.OnResult(early, Picoseconds(0)).isNew);
    EXPECT_FALSE(worker.transport.TakeEarlyResult(early));
    EXPECT_EQ(worker.Fragments(), Range(0, 1));
}

// The switch takes a later fragment as a sign that its sender has all earlier results of the slot.
TEST(EarlyResults, ASlotWaitsForAllEarlierOnes)
{
    WorkerRig worker("trio", EarlyResults(2));
    worker.Send(8); // fragments 0 and 1
    EXPECT_TRUE(worker.Result(2).isNew);
    EXPECT_TRUE(worker.Fragments().empty()) << "0 is missing";
    EXPECT_TRUE(worker.Result(6).isNew);
    EXPECT_TRUE(worker.Fragments().empty());
    EXPECT_TRUE(worker.Result(0).isNew);
    EXPECT_EQ(worker.Fragments(), Range(4, 5));
    worker.transport.Offer(2);
    EXPECT_TRUE(worker.Fragments().empty()) << "8 follows 4";
    worker.Result(4);
    EXPECT_EQ(worker.Fragments(), Range(8, 9));
}

TEST(EarlyResults, GiveNoSampleOfTheRoundTrip)
{
    WorkerClock worker("trio", EarlyResults(4));
    worker.transport.Offer(8);
    worker.now = 900 * kUs;
    worker.Result(0, worker.now);
    worker.Fragments(worker.now);
    EXPECT_EQ(worker.ToDeadline(), kMs);
}

} // namespace
} // namespace ns3::esa
