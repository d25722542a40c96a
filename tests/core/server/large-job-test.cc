/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The PS of a large job asks for what fits its link.

#include "core/server/large-job-rig.h"

namespace ns3::esa
{
namespace
{

TEST_F(ServerOfALargeJob, AsksNoMoreThanFitsItsLink)
{
    std::size_t asked = 0;
    for (uint32_t seq = 40; seq-- > 0;)
    {
        asked += Only(PacketKind::Reminder, From(0, PacketKind::WorkerReminder, seq));
    }
    EXPECT_EQ(asked, kMaxAnswers);
    EXPECT_TRUE(server.NeedsTimer());
    // The answers to one question take two times three answers' time, with a half of the link.
    now += 2 * kGroups * kAnswer;
    server.OnTimer(now);
    const Packets next = Sent();
    EXPECT_EQ(Only(PacketKind::Reminder, next), kGroups);
    EXPECT_EQ(next.at(0).seq, 0U) << "the oldest task comes first";
    now += 10000 * kUs;
    std::size_t rest = 0;
    while (server.GetCounts().remindersCopied < 40 * (kGroups - 1))
    {
        server.OnTimer(now);
        const std::size_t some = Only(PacketKind::Reminder, Sent());
        ASSERT_GT(some, 0U);
        ASSERT_LE(some, kMaxAnswers);
        rest += some;
        now += 50 * kUs;
    }
    EXPECT_EQ(asked + kGroups + rest, 40 * kGroups) << "every question is asked once";
}

TEST_F(ServerOfALargeJob, ForgetsQuestionsAboutTasksThatAreDone)
{
    for (uint32_t seq = 0; seq < 5; ++seq)
    {
        From(0, PacketKind::WorkerReminder, seq);
    }
    From(7, PacketKind::Answer, 4); // asked for by an earlier question
    now += 1000 * kUs;
    server.OnTimer(now);
    EXPECT_TRUE(Sent().empty());
    EXPECT_FALSE(server.NeedsTimer());
}

TEST_F(ServerOfALargeJob, AsksTheWorkersThatAreMissingOnly)
{
    const uint32_t missing = 1U << 3 | 1U << 9;
    From(0, PacketKind::WorkerReminder, 0);
    EXPECT_TRUE(Answer(0, 1, ~missing).empty());
    EXPECT_TRUE(Answer(0, 2, UINT32_MAX).empty());
    EXPECT_EQ(Only(PacketKind::Query, Answer(0, 3, 0)), 2U);
}

TEST_F(ServerOfALargeJob, DoesNotAskAllSwitchesAgainIfOneAnswerIsLost)
{
    From(0, PacketKind::WorkerReminder, 0);
    now += kRoundTrip;
    Answer(0, 1, UINT32_MAX);
    Answer(0, 3, 0);
    EXPECT_TRUE(From(1, PacketKind::WorkerReminder, 0).empty()) << "the answer may come yet";
    now += 2000 * kUs;
    EXPECT_EQ(Only(PacketKind::Query, From(2, PacketKind::WorkerReminder, 0)), kWorkers / 2);
}

TEST_F(ServerOfALargeJob, AsksTheMissingAfterATimeoutAlthoughNoWorkerAsks)
{
    From(0, PacketKind::WorkerReminder, 0);
    now += kRoundTrip;
    Answer(0, 1, UINT32_MAX); // the two other answers are lost
    std::size_t queries = 0;
    for (int tick = 0; tick < 1000 && queries == 0; ++tick)
    {
        now += 50 * kUs;
        server.OnTimer(now);
        queries = Only(PacketKind::Query, Sent());
    }
    EXPECT_EQ(queries, kWorkers / 2);
}

TEST_F(ServerOfALargeJob, DoesNotTakeALateCopyForAnAnswer)
{
    const Packets one = From(0, PacketKind::WorkerReminder, 0, true);
    ASSERT_EQ(Only(PacketKind::Query, one), 1U);
    now += 500000 * kUs; // it had not sent its fragment; what said so is lost
    From(one[0].worker, PacketKind::Retransmission, 0);
    ASSERT_EQ(Only(PacketKind::Query, From(0, PacketKind::WorkerReminder, 1, true)), 1U);
    now += 5000 * kUs;
    EXPECT_FALSE(From(1, PacketKind::WorkerReminder, 1, true).empty());
}

TEST_F(ServerOfALargeJob, AsksOneThenAFewThenAll)
{
    From(0, PacketKind::WorkerReminder, 0);
    const Packets one = AllMiss(0);
    ASSERT_EQ(Only(PacketKind::Query, one), 1U);
    const Packets few = From(one[0].worker, PacketKind::Retransmission, 0);
    ASSERT_EQ(Only(PacketKind::Query, few), 15U);
    EXPECT_TRUE(std::any_of(few.begin(), few.end(), [](auto& p) { return p.worker < 32; }));
    EXPECT_TRUE(std::any_of(few.begin(), few.end(), [](auto& p) { return p.worker >= 32; }));
    Packets all;
    for (const InaPacket& query : few)
    {
        EXPECT_TRUE(all.empty());
        all = From(query.worker, PacketKind::Retransmission, 0);
    }
    EXPECT_TRUE(all.empty()) << "it does not fit the link yet";
    now += 50 * kUs;
    server.OnTimer(now);
    EXPECT_EQ(Only(PacketKind::Query, Sent()), kWorkers) << "the few were not summed";
    EXPECT_EQ(server.OpenEntries(), 0U);
}

TEST_F(ServerOfALargeJob, AsksTheSwitchesBeforeItAsksAllWorkersOfATailInVain)
{
    const Packets one = From(0, PacketKind::WorkerReminder, 0, true);
    ASSERT_EQ(Only(PacketKind::Query, one), 1U);
    EXPECT_EQ(Only(PacketKind::Reminder, From(one[0].worker, PacketKind::Retransmission, 0)),
              kGroups);
    EXPECT_TRUE(Answer(0, 1, UINT32_MAX).empty()) << "with the fragment of the worker asked";
    const Packets result = Answer(0, 2, UINT32_MAX);
    ASSERT_EQ(Only(PacketKind::Result, result), 1U);
    EXPECT_EQ(result[0].sum.digest, All(0));
}

TEST_F(ServerOfALargeJob, SendsARecoveredResultOnceIfManyLackIt)
{
    for (uint32_t seq = 0; seq < 2; ++seq)
    {
        const uint16_t lacking = seq == 0 ? 16 : 17;
        for (uint16_t worker = 0; worker < lacking; ++worker)
        {
            From(worker, PacketKind::WorkerReminder, seq);
        }
        AllMiss(seq);
        const Packets sent = From(40, PacketKind::Answer, seq);
        EXPECT_EQ(seq == 0 ? Only(PacketKind::Forward, sent) : Only(PacketKind::Result, sent),
                  seq == 0 ? 16U : 1U);
        now += 1000 * kUs;
    }
}

TEST_F(ServerOfALargeJob, SendsALostResultToAllAfterAFewSingleOnes)
{
    From(0, PacketKind::WorkerReminder, 0);
    now += kRoundTrip;
    Answer(0, 1, UINT32_MAX);
    ASSERT_EQ(Only(PacketKind::Result, Answer(0, 2, UINT32_MAX)), 1U);
    EXPECT_TRUE(From(1, PacketKind::WorkerReminder, 0, true).empty()) << "it is on its way";
    now += 2000 * kUs;
    for (uint16_t worker = 0; worker < 16; ++worker)
    {
        EXPECT_EQ(Only(PacketKind::Forward, From(worker, PacketKind::WorkerReminder, 0, true)), 1U);
    }
    EXPECT_EQ(Only(PacketKind::Result, From(16, PacketKind::WorkerReminder, 0, true)), 1U);
    EXPECT_TRUE(From(17, PacketKind::WorkerReminder, 0, true).empty()) << "it is on its way";
    now += 2000 * kUs;
    EXPECT_EQ(Only(PacketKind::Forward, From(17, PacketKind::WorkerReminder, 0, true)), 1U);
}

} // namespace
} // namespace ns3::esa
