// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// When a worker of ESA or ATP requests a result that may be lost: the probe of the tail, its
// repeats, and how both times are measured.

#include "core/worker/worker-clock.h"

#include <set>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kRoundTrip = 10 * kUs; ///< of the network in these tests
constexpr Picoseconds kRepeat =
    10 * kRoundTrip; ///< until a question is repeated for the first time

/// @return the positions, whatever their order
std::set<uint64_t>
AsSet(const Positions& positions)
{
    return {positions.begin(), positions.end()};
}

TEST(WorkerProbe, TheTailIsAskedForAfterTwoRoundTripsOfSilence)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(3);
    ExpectAbout(worker.ToDeadline(), 2 * kRoundTrip);
    const auto sent = worker.AtDeadline();
    ASSERT_EQ(sent.size(), 1U) << "the first missing result only";
    EXPECT_EQ(sent[0].position, 200U);
    EXPECT_EQ(sent[0].packet.kind, PacketKind::WorkerReminder);
    EXPECT_TRUE(sent[0].packet.urgent);
}

TEST(WorkerProbe, BeforeAnyResultTheTimeoutIsTheSmallestOne)
{
    WorkerClock worker;
    worker.Send(3);
    EXPECT_EQ(worker.ToDeadline(), kMs);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{0});
}

TEST(WorkerProbe, SilenceCountsFromTheLastResult)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(3);
    EXPECT_TRUE(worker.ResultAfter(kRoundTrip, 201).empty());
    ExpectAbout(worker.ToDeadline(), 2 * kRoundTrip);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{200});
}

TEST(WorkerProbe, IfItsResultComesAloneTheWholeBurstWasLost)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(8);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{200});
    worker.Send(1); // it left after the probe
    EXPECT_TRUE(worker.ResultAfter(4 * kRoundTrip, 200).empty());
    EXPECT_EQ(worker.ToDeadline(), 2 * kRoundTrip) << "the half of a repair";
    EXPECT_EQ(AsSet(worker.AskedAtDeadline()),
              (std::set<uint64_t>{201, 202, 203, 204, 205, 206, 207}));
}

TEST(WorkerProbe, IfOthersFollowItsResultItOnlyWaitedForASlowWorker)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(3);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{200});
    worker.ResultAfter(4 * kRoundTrip, 200);
    EXPECT_TRUE(worker.ResultAfter(kRoundTrip, 201).empty());
    EXPECT_TRUE(worker.ResultAfter(kRoundTrip, 202).empty());
    EXPECT_EQ(worker.transport.RepairsSent(), 1U);
}

TEST(WorkerProbe, AtpWaitsForTheSmallestTimeoutBeforeItTakesABurstForLost)
{
    WorkerClock worker("atp");
    worker.Measure(kRoundTrip);
    worker.Send(3);
    worker.AtDeadline();
    EXPECT_TRUE(worker.ResultAfter(2 * kRoundTrip, 200).empty());
    EXPECT_EQ(worker.ToDeadline(), kMs);
}

TEST(WorkerProbe, AtpDoesNotProbeBeforeTheSmallestTimeout)
{
    // Its packet takes the partial sum out of the switch, so a probe that is too early splits it.
    WorkerClock worker("atp");
    worker.Measure(kRoundTrip);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), kMs + kRoundTrip);
    const auto sent = worker.AtDeadline();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].packet.kind, PacketKind::Resend);
    EXPECT_EQ(sent[0].packet.bitmap, 1U << 2) << "the fragment is in it";
    EXPECT_TRUE(sent[0].bringsGradient);
}

TEST(WorkerProbe, DoublesTheTimeoutUntilAResultTellsTheRoundTrip)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(1);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{200});
    worker.ResultAfter(kMs, 200);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 3 * kRoundTrip);
    worker.ResultAfter(kRoundTrip, 201);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 2 * kRoundTrip);
}

TEST(WorkerRepeat, EachIsTwiceAsLateUpToALimit)
{
    WorkerClock worker;
    worker.Send(1);
    EXPECT_EQ(worker.AskedAtDeadline(), Positions{0});
    Picoseconds interval = kMs;
    for (int repeat = 0; repeat < 300; ++repeat)
    {
        const Picoseconds wait = worker.ToDeadline();
        // After this number of questions without an answer, workers keep out of step, and each is
        // twice as late after every eight beyond 128, up to 64 times.
        const int more = std::max(repeat - 128, 0) / 8;
        const Picoseconds most = interval * (1 << std::min(more, 6));
        ASSERT_LE(wait, most) << "after " << repeat << " repeats";
        ASSERT_GE(wait, repeat < 32 ? most : most / 2) << "after " << repeat << " repeats";
        ASSERT_EQ(worker.AskedAtDeadline(), Positions{0});
        interval = std::min(2 * interval, kLongest);
    }
    EXPECT_EQ(worker.transport.RepairsSent(), 301U);
}

TEST(WorkerRepeat, WhereOtherResultsArriveItIsAtMostEightTimesAsLate)
{
    WorkerTransportParameters parameters = Recovering(20);
    parameters.window.count = WindowCount::Outstanding;
    WorkerClock worker("esa", parameters);
    worker.Measure(kRoundTrip);
    worker.Send(1); // lost, and every answer, too
    worker.AtDeadline();
    Picoseconds longest{0};
    for (int repeat = 0; repeat < 6; ++repeat)
    {
        const Picoseconds before = worker.now;
        for (std::vector<uint64_t> asked; asked.empty();)
        {
            worker.now += 4 * kRoundTrip;
            const uint64_t position = worker.transport.NextPosition();
            worker.Send(1);
            asked = worker.ResultAfter(kRoundTrip, position);
            worker.transport.OnTimer(worker.now);
            asked = asked.empty() ? worker.Repairs(worker.now) : asked;
        }
        longest = std::max(longest, worker.now - before);
    }
    EXPECT_GT(longest, 2 * kRepeat) << "it does back off";
    EXPECT_LE(longest, 8 * kRepeat + 5 * kRoundTrip);
}

TEST(WorkerRepeat, WhereNothingArrivesItComesAfterTheTimeOfARepair)
{
    WorkerTransportParameters parameters = Recovering(20);
    parameters.window.count = WindowCount::Outstanding;
    WorkerClock worker("esa", parameters);
    worker.Measure(kRoundTrip);
    worker.Measure(20 * kRoundTrip); // queues are long now
    worker.Send(4);
    for (const uint64_t position : {401, 402})
    {
        worker.ResultAfter(position == 401 ? 20 * kRoundTrip : Picoseconds(0), position);
    }
    EXPECT_EQ(worker.ResultAfter(Picoseconds(0), 403), std::vector<uint64_t>{400});
    EXPECT_EQ(worker.ToDeadline(), kRepeat);
    EXPECT_EQ(worker.AskedAtDeadline(), std::vector<uint64_t>{400});
    EXPECT_EQ(worker.ToDeadline(), 2 * kRepeat);
}

TEST(WorkerRepeat, IsNeverLaterThanTheLimit)
{
    WorkerClock worker;
    worker.Measure(kMs / 2, 1);
    worker.Send(1);
    worker.AtDeadline();
    for (int repeat = 0; repeat < 10; ++repeat)
    {
        EXPECT_LE(worker.ToDeadline(), kLongest);
        worker.AtDeadline();
    }
    EXPECT_EQ(worker.ToDeadline(), kLongest);
}

TEST(WorkerRepeat, OfAnotherResultBeginsWithTheShortTime)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(1);
    for (int asked = 0; asked < 5; ++asked)
    {
        worker.AtDeadline();
    }
    worker.ResultAfter(kRoundTrip, 200);
    worker.Measure(kRoundTrip, 1);
    worker.Send(1);
    ExpectAbout(worker.ToDeadline(), 2 * kRoundTrip);
    worker.AtDeadline();
    EXPECT_EQ(worker.ToDeadline(), kRepeat);
}

TEST(WorkerRepeat, FollowsTheShortestRoundTrip)
{
    WorkerClock worker;
    worker.Measure(4 * kRoundTrip, 20);
    worker.Measure(kRoundTrip, 1);
    worker.Measure(4 * kRoundTrip, 20);
    worker.Send(1);
    worker.AtDeadline();
    EXPECT_EQ(worker.ToDeadline(), kRepeat);
    worker.ResultAfter(kUs, 41); // it was on its way, perhaps
    worker.Send(1);
    worker.AtDeadline();
    EXPECT_EQ(worker.ToDeadline(), kRepeat);
}

TEST(WorkerRepeat, EveryOvertakenResultHasItsOwn)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(10);
    worker.now += kRoundTrip;
    EXPECT_TRUE(worker.ResultAfter(Picoseconds(0), 203).empty());
    EXPECT_TRUE(worker.ResultAfter(Picoseconds(0), 205).empty());
    EXPECT_EQ(AsSet(worker.ResultAfter(Picoseconds(0), 206)), (std::set<uint64_t>{200, 201, 202}));
    EXPECT_EQ(worker.ResultAfter(Picoseconds(0), 207), Positions{204});
    for (const uint64_t position : {201, 208, 209})
    {
        EXPECT_TRUE(worker.ResultAfter(Picoseconds(0), position).empty()) << "each is asked once";
    }
    EXPECT_EQ(AsSet(worker.AskedAtDeadline()), (std::set<uint64_t>{200, 202, 204}))
        << "repeated though not first";
}

TEST(WorkerRepeat, IsUrgent)
{
    WorkerClock worker;
    worker.Measure(kRoundTrip);
    worker.Send(4);
    worker.now += kRoundTrip;
    worker.ResultAfter(Picoseconds(0), 201);
    worker.ResultAfter(Picoseconds(0), 202);
    worker.Result(203, worker.now);
    const auto overtaken = worker.Drain(worker.now);
    ASSERT_EQ(overtaken.size(), 1U);
    EXPECT_FALSE(overtaken[0].packet.urgent) << "the sum may just be split";
    const auto repeated = worker.AtDeadline();
    ASSERT_EQ(repeated.size(), 1U);
    EXPECT_TRUE(repeated[0].packet.urgent);
}

} // namespace
} // namespace ns3::esa
