// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What a PS asks workers that repair losses, and what it makes of their answers.

#include "core/server/recovering-server.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

TEST(ServerQuery, AProbeAsksOneOtherWorkerAndNoSwitch)
{
    RecoveringServer rig;
    EXPECT_NE(OneAsked(rig.AskUrgently(5, 1)), 1) << "no reminder, and not the one that asks";
    EXPECT_EQ(rig.server.GetCounts().Reminders(), 0U);
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerQuery, WhereNoAnswerComesAnotherWorkerIsAskedAndThenAll)
{
    RecoveringServer rig;
    OneAsked(rig.AskUrgently(5, 1));
    EXPECT_TRUE(rig.AskUrgently(5, 1, kTimeout - Picoseconds(1)).empty()) << "it may be under way";
    OneAsked(rig.AskUrgently(5, 1, kTimeout)); // another one: WorkersTakeTurnsWhoeverAsks
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 1, 3 * kTimeout), true), (Workers{0, 1, 2, 3}));
}

TEST(ServerQuery, ThePatienceForAnAnswerFollowsFromWhatAnswersTook)
{
    RecoveringServer rig;
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
    rig.Answer(PacketKind::NotSent, 5, asked, 100 * kUs);
    OneAsked(rig.AskUrgently(6, 1, kTimeout));
    const Picoseconds patience = 300 * kUs; // 100 us, and four times a deviation of 50 us
    EXPECT_TRUE(rig.AskUrgently(6, 1, kTimeout + patience - Picoseconds(1)).empty());
    OneAsked(rig.AskUrgently(6, 1, kTimeout + patience));
}

TEST(ServerQuery, IfTheOneHasNoResultEitherTheOthersAreAsked)
{
    RecoveringServer rig;
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
    const auto sent = rig.Answer(PacketKind::Retransmission, 5, asked);
    EXPECT_EQ(RemindersOf(sent), Seqs{5}) << "a switch may hold a part";
    EXPECT_EQ(rig.server.OpenEntries(), 0U) << "that part may have this fragment";
    const uint16_t next = OneAsked(rig.Miss(5));
    EXPECT_NE(next, asked);
    EXPECT_NE(next, 1);
    const auto queries = rig.Answer(PacketKind::Retransmission, 5, next);
    EXPECT_EQ(AskedOf(queries, true), (Workers{0, 1, 2, 3})) << "now the PS sums the task";
}

TEST(ServerQuery, IfTheOneHasNotSentItsFragmentNobodyElseIsAsked)
{
    RecoveringServer rig;
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
    EXPECT_TRUE(rig.Answer(PacketKind::NotSent, 5, asked).empty()) << "no sum can be complete";
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    const uint16_t next = OneAsked(rig.AskUrgently(5, 1, kTimeout));
    EXPECT_NE(next, asked) << "this one cannot have the result";
}

TEST(ServerQuery, NobodyElseIsAskedThoughAPartHasComeMeanwhile)
{
    RecoveringServer rig;
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
    rig.Receive(5, 0b0010);
    EXPECT_TRUE(rig.Answer(PacketKind::NotSent, 5, asked).empty());
}

TEST(ServerQuery, WhenNobodyHasTheResultEverybodyIsAsked)
{
    RecoveringServer rig;
    for (const uint16_t worker : {0, 1, 2})
    {
        rig.AskOvertaken(5, worker); // one reminder for all, because of the hold-off
    }
    EXPECT_EQ(OneAsked(rig.Miss(5)), 3);
    rig.AskOvertaken(5, 3, kHoldoff);
    EXPECT_EQ(AskedOf(rig.Miss(5, kHoldoff), true), (Workers{0, 1, 2, 3}));
}

TEST(ServerQuery, WorkersTakeTurnsWhoeverAsks)
{
    for (uint32_t seq = 0; seq < 8; ++seq)
    {
        for (uint16_t worker = 0; worker < 4; ++worker)
        {
            RecoveringServer rig;
            const uint16_t first = OneAsked(rig.AskUrgently(seq, worker));
            const uint16_t second = OneAsked(rig.AskUrgently(seq, worker, kTimeout));
            EXPECT_NE(first, worker);
            EXPECT_NE(second, worker);
            EXPECT_NE(first, second) << "task " << seq << ", worker " << worker;
        }
    }
}

TEST(ServerQuery, WhatNobodyHasIsSummedHere)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    EXPECT_EQ(AskedOf(rig.Miss(5), true), AllBut(0));
    EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, 5, 1).empty());
    EXPECT_TRUE(rig.Answer(PacketKind::NotSent, 5, 3).empty());
    EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, 5, 2).empty());
    EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, 5, 2).empty()) << "a copy";
    const auto results = rig.Answer(PacketKind::Retransmission, 5, 3); // what it owed
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].kind, PacketKind::Result);
    EXPECT_EQ(results[0].worker, kAllWorkers);
    EXPECT_EQ(results[0].sum.digest, ServerRig::ResultDigest(5, 4));
    EXPECT_EQ(rig.server.GetCounts().retransmissions, 4U);
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerQuery, OnceEverybodyWasAskedNoSwitchIsRemindedAgain)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    EXPECT_EQ(AskedOf(rig.Miss(5), true), AllBut(0));
    rig.Answer(PacketKind::Retransmission, 5, 1);
    rig.Answer(PacketKind::Retransmission, 5, 2); // the answer of worker 3 is lost
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 3, kTimeout), true), Workers{3});
}

TEST(ServerQuery, WaitsForLongerAfterQuestionsInVainOnly)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    Picoseconds now = kTimeout / 2; // in which a switch answers
    rig.Miss(5, now);
    now += kTimeout;
    for (int inVain = 1; inVain <= 2; ++inVain)
    {
        rig.AskUrgently(5, 1, now);
        const Picoseconds patience = (1 << inVain) * kTimeout;
        EXPECT_TRUE(rig.AskUrgently(5, 1, now + patience - Picoseconds(1)).empty());
        now += patience;
    }
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 1, now), true), AllBut(0));
    rig.Answer(PacketKind::Retransmission, 5, 1, now); // those of workers 2 and 3 are lost
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 1, now + kTimeout), true), (Workers{2, 3}));
}

TEST(ServerQuery, OfASumWithPartsGoesToTheSwitchFirst)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    EXPECT_EQ(RemindersOf(rig.AskUrgently(5, 1)), Seqs{5}) << "the rest may wait there";
}

TEST(ServerQuery, RetransmissionsAloneAreNoReasonToAskTheSwitch)
{
    // A PS that starts again gets what it requested before. No part of the sum went past a switch.
    RecoveringServer rig;
    EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, 5, 2).empty());
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 1), true), AllBut(2));
    EXPECT_EQ(rig.server.GetCounts().Reminders(), 0U);
}

TEST(ServerQuery, RetransmissionsOvertakeNothingAndAreNotOvertaken)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    for (const uint32_t seq : {6, 7, 8, 9})
    {
        EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, seq, 1).empty());
    }
    EXPECT_EQ(RemindersOf(rig.Receive(10, 0b0001)), Seqs{});
    EXPECT_EQ(RemindersOf(rig.Receive(11, 0b0001)), Seqs{});
    EXPECT_EQ(RemindersOf(rig.Receive(12, 0b0001)), Seqs{5}) << "by 10, 11 and 12";
}

TEST(ServerAnswer, AKeptResultGoesToThoseWhoLackIt)
{
    RecoveringServer rig;
    rig.AskUrgently(5, 1);
    rig.AskUrgently(5, 2);
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, 0), 5), (Workers{1, 2}));
    EXPECT_TRUE(rig.Answer(PacketKind::Retransmission, 5, 3).empty()) << "it asks if it lacks it";
    EXPECT_TRUE(rig.Answer(PacketKind::Answer, 5, 0).empty());
    EXPECT_TRUE(rig.Answer(PacketKind::Received, 5, 0).empty());
    EXPECT_EQ(rig.server.GetCounts().recovered, 1U);
    EXPECT_EQ(rig.server.GetCounts().forwards, 2U);
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerAnswer, AKeptResultGoesToThoseWhoHaveAnsweredWithoutIt)
{
    for (const auto kind : {PacketKind::Retransmission, PacketKind::NotSent})
    {
        RecoveringServer rig;
        const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
        rig.Answer(kind, 5, asked);
        const uint16_t other = asked == 0 ? 2 : 0;
        const Workers lacking{std::min<uint16_t>(1, asked), std::max<uint16_t>(1, asked)};
        EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, other), 5), lacking);
    }
}

TEST(ServerAnswer, AKeptResultReplacesWhatWasSummedHere)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    rig.Miss(5);
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, 2), 5), Workers{1});
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_TRUE(rig.Tick(100 * kTimeout).empty());
}

TEST(ServerAnswer, ReceivedClosesATaskWhoeverHasAsked)
{
    // An entry that waited for those who have once asked would never be closed: they have the
    // result meanwhile, and do not repeat the request.
    RecoveringServer rig;
    rig.Receive(5, 0b0001); // a duplicate that came after the task was done
    rig.AskOvertaken(5, 1);
    EXPECT_EQ(AskedOf(rig.Miss(5), true), AllBut(0));
    EXPECT_TRUE(rig.Answer(PacketKind::Received, 5, 2).empty());
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_FALSE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Tick(100 * kTimeout).empty());
}

TEST(ServerAnswer, ATaskThatIsDoneWithoutResultIsOpenedAgain)
{
    RecoveringServer rig;
    const uint16_t first = OneAsked(rig.AskUrgently(5, 1));
    EXPECT_TRUE(rig.Answer(PacketKind::Received, 5, first).empty());
    const uint16_t second = OneAsked(rig.AskUrgently(5, 1, kTimeout));
    EXPECT_NE(second, first) << "the first keeps no result";
    EXPECT_NE(second, 1);
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, second), 5), Workers{1});
}

TEST(ServerAnswer, ATaskThatIsOpenedAgainIsSummedAgain)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0011);
    rig.AskOvertaken(5, 1);
    rig.Miss(5);
    rig.Answer(PacketKind::Received, 5, 2);
    EXPECT_EQ(RemindersOf(rig.AskOvertaken(5, 1, kTimeout)), Seqs{5});
    const auto results = rig.Hit(5, 0b1111, kTimeout);
    ASSERT_EQ(results.size(), 1U);
    EXPECT_EQ(results[0].sum.digest, ServerRig::ResultDigest(5, 4)) << "nothing counts twice";
}

} // namespace
} // namespace ns3::esa
