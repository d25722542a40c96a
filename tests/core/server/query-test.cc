/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "core/server/server-rig.h"

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kHoldoff = FromMicroseconds(1000); ///< of queries, by default
constexpr Picoseconds kMoment = FromMicroseconds(1);

/// @return the workers that queries are sent to; nothing else must be sent
std::vector<uint16_t>
AskedOf(const std::vector<Fragment>& packets)
{
    std::vector<uint16_t> workers;
    for (const auto& packet : packets)
    {
        EXPECT_EQ(packet.kind, PacketKind::Query);
        EXPECT_TRUE(ParameterServer::IsForOneWorker(packet));
        workers.push_back(packet.worker);
    }
    return workers;
}

/// A PS that repairs losses, of a job with four workers.
struct RecoveringRig : ServerRig
{
    RecoveringRig()
        : ServerRig("esa", 4, 0, true)
    {
    }
};

using Workers = std::vector<uint16_t>;

/// @return a worker's answer to a query
Fragment
AnswerOf(PacketKind kind, uint32_t seq, uint16_t worker)
{
    Fragment answer = ControlPacketOf(kind, ServerRig::kJob, seq);
    answer.worker = worker;
    answer.aggregator = ServerRig::AggregatorOf(seq);
    if (kind == PacketKind::Retransmission)
    {
        answer.bitmap0 = uint32_t{1} << worker;
        answer.sum.digest = DigestOf(ServerRig::kJob, seq, worker);
    }
    if (kind == PacketKind::Answer)
    {
        answer.bitmap0 = FullBitmap(4);
        answer.sum.digest = ServerRig::ResultDigest(seq, 4);
    }
    return answer;
}

TEST(ServerQuery, FollowsAReminderAfterTheHoldoff)
{
    RecoveringRig rig;
    EXPECT_EQ(RemindersOf(rig.AskUrgently(5, 0)), Seqs{5});
    EXPECT_TRUE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Tick(kHoldoff - kMoment).empty());
    EXPECT_EQ(AskedOf(rig.Tick(kHoldoff)), (Workers{0, 1, 2, 3}));
    EXPECT_FALSE(rig.server.NeedsTimer());
}

TEST(ServerQuery, CountsTheHoldoffFromTheFirstReminderThatBroughtNothing)
{
    RecoveringRig rig;
    rig.Ask(5, Picoseconds(0)); // overtaken
    rig.AskUrgently(5, 1, kHoldoff - kMoment);
    EXPECT_EQ(AskedOf(rig.Tick(kHoldoff)), (Workers{0, 1, 2, 3}));
}

TEST(ServerQuery, CountsTheHoldoffFromTheLastFragment)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001, kMoment);
    rig.AskUrgently(5, 1, kHoldoff - kMoment);
    EXPECT_TRUE(rig.Tick(kHoldoff).empty());
    const auto sent = rig.Tick(kHoldoff + kMoment);
    ASSERT_EQ(sent.size(), 4U) << "three queries, and the entry's own timeout";
    EXPECT_EQ(sent[0].kind, PacketKind::Query);
}

TEST(ServerQuery, FollowsAReminderOfThePsItself)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001);
    for (uint32_t seq = 6; seq < 9; ++seq)
    {
        rig.Receive(seq, 0b1111);
    }
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 1U);
    EXPECT_EQ(rig.Tick(kHoldoff)[0].kind, PacketKind::Query);
}

TEST(ServerQuery, IsNeverSentWithoutRecovery)
{
    ServerRig rig;
    rig.AskUrgently(5, 0);
    rig.Receive(6, 0b0001);
    EXPECT_EQ(RemindersOf(rig.Tick(10 * kHoldoff)), Seqs{6});
}

TEST(ServerQuery, IsDroppedWhenSomethingComes)
{
    RecoveringRig rig;
    rig.AskUrgently(5, 0);
    rig.Receive(5, 0b0011, kHoldoff - kMoment);
    EXPECT_TRUE(rig.Tick(kHoldoff).empty()) << "the entry has its own timeout now";
    EXPECT_EQ(rig.Tick(3 * kHoldoff).size(), 1U) << "a reminder";
}

TEST(ServerQuery, GoesToTheWorkersWhoAreNotInTheSum)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0101);
    EXPECT_EQ(RemindersOf(rig.Tick(kHoldoff)), Seqs{5});
    auto sent = rig.Tick(2 * kHoldoff);
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_EQ(sent.back().kind, PacketKind::Reminder) << "the entry has timed out once more";
    sent.pop_back();
    EXPECT_EQ(AskedOf(sent), (Workers{1, 3}));
}

TEST(ServerQuery, IsOneAtATime)
{
    RecoveringRig rig;
    rig.AskUrgently(5, 0);
    rig.Tick(kHoldoff);
    rig.AskUrgently(5, 1, 4 * kHoldoff);
    EXPECT_TRUE(rig.Tick(6 * kHoldoff).empty()) << "nobody has answered yet";
    for (uint16_t worker = 0; worker < 4; ++worker)
    {
        rig.Receive(AnswerOf(PacketKind::NotSent, 5, worker), 6 * kHoldoff);
    }
    EXPECT_TRUE(rig.Tick(7 * kHoldoff).empty()) << "a question needs a worker's asking";
    rig.AskUrgently(5, 1, 7 * kHoldoff);
    EXPECT_EQ(rig.Tick(7 * kHoldoff).size(), 4U) << "the hold-off is over";
    for (uint16_t worker = 0; worker < 4; ++worker)
    {
        rig.Receive(AnswerOf(PacketKind::NotSent, 5, worker), 7 * kHoldoff);
    }
    rig.AskUrgently(5, 1, 7 * kHoldoff + kMoment);
    EXPECT_TRUE(rig.Tick(8 * kHoldoff - kMoment).empty()) << "the next has a hold-off of its own";
    EXPECT_EQ(rig.Tick(8 * kHoldoff).size(), 4U);
}

TEST(ServerQuery, AKeptResultGoesToThoseWhoLackIt)
{
    RecoveringRig rig;
    rig.AskUrgently(5, 1);
    rig.Tick(kHoldoff);
    EXPECT_TRUE(rig.Receive(AnswerOf(PacketKind::Retransmission, 5, 1)).empty());
    const auto forwarded = rig.Receive(AnswerOf(PacketKind::Answer, 5, 0));
    ASSERT_EQ(forwarded.size(), 1U);
    EXPECT_EQ(forwarded[0].kind, PacketKind::Result);
    EXPECT_EQ(forwarded[0].worker, 1U);
    EXPECT_EQ(forwarded[0].sum.digest, ServerRig::ResultDigest(5, 4));
    const auto late = rig.Receive(AnswerOf(PacketKind::Retransmission, 5, 2));
    ASSERT_EQ(late.size(), 1U) << "a worker that answers later gets it, too";
    EXPECT_EQ(late[0].worker, 2U);
    EXPECT_TRUE(rig.Receive(AnswerOf(PacketKind::Answer, 5, 3)).empty());
    EXPECT_EQ(rig.server.GetCounts().recovered, 1U);
    EXPECT_EQ(rig.server.GetCounts().forwards, 2U);
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerQuery, WhatNobodyHasIsSummedHere)
{
    RecoveringRig rig;
    rig.AskUrgently(5, 1);
    rig.Tick(kHoldoff);
    for (uint16_t worker = 0; worker < 3; ++worker)
    {
        EXPECT_TRUE(rig.Receive(AnswerOf(PacketKind::Retransmission, 5, worker)).empty());
    }
    const auto results = rig.Receive(AnswerOf(PacketKind::Retransmission, 5, 3));
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].kind, PacketKind::Result);
    EXPECT_EQ(results[0].worker, kAllWorkers);
    EXPECT_EQ(results[0].sum.digest, ServerRig::ResultDigest(5, 4));
    EXPECT_EQ(rig.server.GetCounts().retransmissions, 4U);
}

TEST(ServerQuery, ATaskIsDoneWhenEveryWorkerHasHadItsResult)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001); // a duplicate that came after the task was done
    rig.Tick(kHoldoff);
    rig.Tick(2 * kHoldoff);
    rig.Receive(AnswerOf(PacketKind::Received, 5, 1));
    rig.Receive(AnswerOf(PacketKind::Received, 5, 2));
    EXPECT_EQ(rig.server.OpenEntries(), 1U) << "worker 3 may lack it";
    rig.Receive(AnswerOf(PacketKind::Received, 5, 3));
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerQuery, ATaskIsOpenWhileAWorkerLacksItsResult)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001);
    rig.Tick(kHoldoff);
    rig.Tick(2 * kHoldoff);
    rig.Receive(AnswerOf(PacketKind::NotSent, 5, 1));
    rig.Receive(AnswerOf(PacketKind::Received, 5, 2));
    rig.Receive(AnswerOf(PacketKind::Received, 5, 3));
    EXPECT_EQ(rig.server.OpenEntries(), 1U) << "worker 1 still waits";
}

TEST(ServerRestart, CountsForNothingThatIsGone)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001);
    rig.server.Restart();
    for (const uint32_t larger : {6, 7, 8, 9})
    {
        EXPECT_TRUE(rig.Receive(larger, 0b1111).size() == 1) << "a result, no reminder";
    }
}

TEST(ServerRestart, ForgetsEverything)
{
    RecoveringRig rig;
    rig.Receive(5, 0b0001);
    rig.AskUrgently(6, 1);
    rig.server.Restart();
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_FALSE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Tick(10 * kHoldoff).empty());
    EXPECT_TRUE(rig.Receive(5, 0b1110, 10 * kHoldoff).empty()) << "worker 0's fragment is gone";
    EXPECT_EQ(rig.Receive(5, 0b0001, 10 * kHoldoff).size(), 1U);
}

TEST(ServerResend, OfAFinishedTaskGetsTheResultAgain)
{
    ServerRig rig("atp", 4, 0, true);
    rig.Receive(5, 0b1111);
    Fragment resend = ControlPacketOf(PacketKind::Resend, ServerRig::kJob, 5);
    resend.bitmap0 = 0b0010;
    resend.sum.digest = DigestOf(ServerRig::kJob, 5, 1);
    const auto results = rig.Receive(resend);
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].kind, PacketKind::Result);
    EXPECT_EQ(results[0].worker, kAllWorkers);
    EXPECT_EQ(results[0].sum.digest, ServerRig::ResultDigest(5, 4)) << "counted once";
}

} // namespace
} // namespace ns3::esa
