// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Workers ask in turn.

#include "core/worker/worker-clock.h"

#include "ns3/esa-nack-suppression.h"

#include <set>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kTurn = 100 * kUs;         ///< of a worker in these tests
constexpr Picoseconds kLongRoundTrip = 20 * kUs; ///< of the network

/// @return fragments 0 to 19, all of them sent
SentFragments
TwentySent()
{
    SentFragments sent(0);
    sent.AddReady(20);
    for (StreamPosition position = 0; position < 20; ++position)
    {
        sent.AddSent(position, kMs);
    }
    return sent;
}

TEST(NackSuppression, TakeOneResultPerTurn)
{
    SentFragments sent = TwentySent();
    NackSuppression turns(kTurn, 7);
    StreamPosition position = 0;
    for (StreamPosition late : {5, 6, 9})
    {
        turns.Add(late, sent, kMs);
    }
    Picoseconds now = turns.Next();
    EXPECT_GE(now, kMs);
    EXPECT_LT(now, kMs + kTurn);
    std::set<StreamPosition> taken;
    for (int turn = 0; turn < 3; ++turn, now += kTurn)
    {
        EXPECT_EQ(turns.Next(), now);
        EXPECT_FALSE(turns.Take(sent, now - Picoseconds(1), position)) << "too early";
        ASSERT_TRUE(turns.Take(sent, now, position));
        EXPECT_TRUE(taken.insert(position).second) << position << " is taken twice";
    }
    EXPECT_EQ(taken, (std::set<StreamPosition>{5, 6, 9}));
    EXPECT_EQ(turns.Next(), kNoDeadline);
    EXPECT_FALSE(turns.Take(sent, now, position));
}

TEST(NackSuppression, GoRoundSoThatWhatIsRepeatedComesLast)
{
    SentFragments sent = TwentySent();
    NackSuppression turns(kTurn, 7);
    for (StreamPosition late = 0; late < 8; ++late)
    {
        turns.Add(late, sent, kMs);
    }
    StreamPosition first = 0;
    ASSERT_TRUE(turns.Take(sent, kMs + kTurn, first));
    sent.NoteRequested(first, kMs + kTurn);
    turns.Add(first, sent, kMs + kTurn); // its question was lost
    std::set<StreamPosition> taken;
    for (int64_t step = 1; step <= 8; ++step)
    {
        StreamPosition position = 0;
        ASSERT_TRUE(turns.Take(sent, kMs + 10 * kTurn * step, position));
        EXPECT_EQ(position == first, step == 8);
        EXPECT_TRUE(taken.insert(position).second);
    }
}

TEST(NackSuppression, WhatArrivesIsNotTaken)
{
    SentFragments sent = TwentySent();
    NackSuppression turns(kTurn, 7);
    std::set<StreamPosition> late;
    for (StreamPosition position = 0; position < 20; ++position)
    {
        turns.Add(position, sent, kMs);
        if (position % 4 != 0)
        {
            sent.AddResult(position);
            turns.OnResult();
        }
        else
        {
            late.insert(position);
        }
    }
    StreamPosition position = 0;
    for (int64_t step = 1; turns.Take(sent, kMs + 10 * kTurn * step, position); ++step)
    {
        EXPECT_EQ(late.erase(position), 1U) << position << " was not late";
    }
    EXPECT_TRUE(late.empty());
}

TEST(NackSuppression, WorkersBeginAtMomentsAndWithResultsOfTheirOwn)
{
    std::set<Picoseconds> moments;
    std::set<StreamPosition> firsts;
    for (uint64_t worker = 0; worker < 200; ++worker)
    {
        SentFragments sent = TwentySent();
        NackSuppression turns(kTurn, worker);
        for (StreamPosition late = 0; late < 20; ++late)
        {
            turns.Add(late, sent, kMs);
        }
        moments.insert(turns.Next());
        StreamPosition first = 0;
        ASSERT_TRUE(turns.Take(sent, turns.Next(), first));
        firsts.insert(first);
    }
    EXPECT_GT(moments.size(), 150U);
    EXPECT_EQ(firsts.size(), 20U) << "together they ask for every result";
}

/// @return a worker with turns, and with a measured round trip
WorkerClock
WorkerOfMany()
{
    WorkerTransportParameters parameters = Recovering(20);
    parameters.repair.turn = kTurn;
    WorkerClock worker("esa", parameters);
    worker.Measure(kLongRoundTrip);
    return worker;
}

/// @return what is requested next; deadlines at which nothing is requested begin a turn
std::vector<uint64_t>
AskedNext(WorkerClock& worker)
{
    for (int deadline = 0; deadline < 3; ++deadline)
    {
        const std::vector<uint64_t> asked = worker.AskedAtDeadline();
        if (!asked.empty())
        {
            return asked;
        }
    }
    return {};
}

TEST(WorkerTurns, AsksForOneOvertakenResultPerTurn)
{
    WorkerClock worker = WorkerOfMany();
    worker.Send(8);
    for (uint64_t position : {205, 206, 207})
    {
        worker.ResultAfter(kLongRoundTrip, position);
    }
    std::set<uint64_t> asked;
    Picoseconds last(0);
    for (int turn = 0; turn < 5; ++turn)
    {
        const auto sent = worker.AtDeadline();
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].packet.kind, PacketKind::WorkerReminder);
        EXPECT_TRUE(turn == 0 || worker.now - last >= kTurn);
        last = worker.now;
        asked.insert(sent[0].position);
    }
    EXPECT_EQ(asked, (std::set<uint64_t>{200, 201, 202, 203, 204}));
}

TEST(WorkerTurns, DoesNotAskForWhatOthersHadRepaired)
{
    WorkerClock worker = WorkerOfMany();
    worker.Send(6);
    for (uint64_t position : {203, 204, 205})
    {
        worker.ResultAfter(kLongRoundTrip, position);
    }
    const std::vector<uint64_t> asked = worker.AskedAtDeadline();
    ASSERT_EQ(asked.size(), 1U);
    for (uint64_t position : {200, 201, 202})
    {
        EXPECT_TRUE(worker.ResultAfter(kUs, position).empty());
    }
    EXPECT_EQ(worker.transport.Deadline(), kNoDeadline);
}

TEST(WorkerTurns, AsksForABurstThatIsLostOneResultPerTurn)
{
    WorkerClock worker = WorkerOfMany();
    worker.Send(7);
    EXPECT_EQ(AskedNext(worker), std::vector<uint64_t>{200});
    EXPECT_TRUE(worker.ResultAfter(kLongRoundTrip, 200).empty());
    std::set<uint64_t> asked;
    Picoseconds last(0);
    for (int turn = 0; turn < 6; ++turn)
    {
        const std::vector<uint64_t> now = AskedNext(worker);
        ASSERT_EQ(now.size(), 1U);
        EXPECT_TRUE(turn == 0 || worker.now - last >= kTurn);
        last = worker.now;
        asked.insert(now.front());
    }
    EXPECT_EQ(asked, (std::set<uint64_t>{201, 202, 203, 204, 205, 206}));
}

TEST(WorkerTurns, TakesNoRoundTripFromWhatOthersMayHaveRepaired)
{
    WorkerClock worker = WorkerOfMany();
    for (int result = 0; result < 20; ++result)
    {
        const uint64_t position = worker.transport.NextPosition();
        worker.Send(1);
        worker.now += 50 * kLongRoundTrip; // nobody looks at the probe in between
        EXPECT_TRUE(worker.Result(position, worker.now).isNew);
    }
    worker.Send(1);
    EXPECT_LT(worker.ToDeadline(), 10 * kLongRoundTrip);
}

constexpr uint16_t kAskers = 8; ///< workers of a job that suppress each other's questions

/// @param fragments that are ready; the window has 20
/// @return one of them, with a measured round trip; two results have overtaken the first
WorkerClock
AskerOf(uint16_t number, uint64_t fragments)
{
    WorkerTransportParameters parameters = Recovering(20);
    parameters.worker = number;
    parameters.repair.requesters = kAskers;
    WorkerClock worker("esa", parameters);
    worker.Measure(kLongRoundTrip);
    EXPECT_EQ(worker.Send(fragments).size(), std::min<uint64_t>(fragments, 20));
    worker.ResultAfter(kLongRoundTrip, 201);
    worker.ResultAfter(Picoseconds(0), 202);
    return worker;
}

TEST(WorkerSuppression, OneWorkerAsksAtOnceAndTheOthersWhenNoRepairComes)
{
    int asked = 0;
    for (uint16_t number = 0; number < kAskers; ++number)
    {
        WorkerClock worker = AskerOf(number, 1000);
        const Picoseconds late = worker.now;
        if (!worker.ResultAfter(Picoseconds(0), 203).empty())
        {
            ++asked;
            continue;
        }
        EXPECT_EQ(worker.AskedAtDeadline(), std::vector<uint64_t>{200});
        EXPECT_GE(worker.now - late, 5 * kLongRoundTrip) << "a repair takes that long";
    }
    EXPECT_EQ(asked, 1);
}

TEST(WorkerSuppression, WhoHasSentAllAsksAtOnce)
{
    for (uint16_t number = 0; number < kAskers; ++number)
    {
        WorkerClock worker = AskerOf(number, 4);
        EXPECT_EQ(worker.ResultAfter(Picoseconds(0), 203), std::vector<uint64_t>{200});
    }
}

} // namespace
} // namespace ns3::esa
