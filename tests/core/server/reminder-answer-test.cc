// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Every switch answers a reminder of a PS that repairs losses. If the answers do not complete the
// sum, the PS queries the workers.

#include "core/server/recovering-server.h"

namespace ns3::esa
{
namespace
{

TEST(ServerReminderAnswer, AMissLetsThePsAskWhomItMisses)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0101);
    const auto reminders = rig.AskOvertaken(5, 1);
    ASSERT_EQ(RemindersOf(reminders), Seqs{5});
    EXPECT_TRUE(reminders[0].urgent) << "the switch has to answer";
    EXPECT_EQ(AskedOf(rig.Miss(5), true), (Workers{1, 3}));
    EXPECT_EQ(rig.server.GetCounts().misses, 1U);
    EXPECT_EQ(rig.server.GetCounts().queries, 2U);
}

TEST(ServerReminderAnswer, AHitThatCompletesTheSumAsksNobody)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    const auto sent = rig.Hit(5, 0b1110);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].sum.digest, ServerRig::ResultDigest(5, 4));
    EXPECT_EQ(rig.server.GetCounts().queries, 0U);
    EXPECT_EQ(rig.server.GetCounts().misses, 0U);
}

TEST(ServerReminderAnswer, AHitThatDoesNotLetsThePsAskForTheRest)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.AskOvertaken(5, 1);
    EXPECT_EQ(AskedOf(rig.Hit(5, 0b0110), true), Workers{3});
}

TEST(ServerReminderAnswer, OfSeveralSwitchesTheRootDecidesFirst)
{
    ParameterServerParameters parameters = RecoveringServer::Defaults();
    parameters.aggregation =
        AggregationPlan({SwitchId{1}, SwitchId{1}, SwitchId{2}, SwitchId{2}}, SwitchId{3});
    const AggregationTree& tree = parameters.aggregation.Tree();
    ASSERT_EQ(tree.Groups(), 3);
    RecoveringServer rig(parameters);
    InaPacket ask = ControlPacketOf(PacketKind::WorkerReminder, ServerRig::kJob, 5);
    ask.group = tree.LeafOf(1);
    ask.worker = 1;
    EXPECT_EQ(rig.Receive(ask).size(), 1U);
    InaPacket miss = ControlPacketOf(PacketKind::Partial, ServerRig::kJob, 5);
    miss.urgent = true;
    miss.group = 1;
    EXPECT_TRUE(rig.Receive(miss).empty());
    miss.group = 2;
    EXPECT_TRUE(rig.Receive(miss).empty());
    miss.group = 3;
    EXPECT_NE(OneAsked(rig.Receive(miss)), 1);
}

TEST(ServerReminderAnswer, ASecondCopyOfAnAnswerAsksNobodyAgain)
{
    RecoveringServer rig;
    rig.AskOvertaken(5, 1);
    rig.Miss(5);
    EXPECT_TRUE(rig.Miss(5).empty());
    EXPECT_TRUE(rig.Hit(5, 0b0010).empty());
}

TEST(ServerReminderAnswer, NobodyIsAskedAboutATaskThatNobodyMisses)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.Receive(6, 0b1111);
    rig.Receive(7, 0b1111);
    rig.Receive(8, 0b1111);
    ASSERT_EQ(rig.server.GetCounts().remindersOvertaken, 1U);
    EXPECT_TRUE(rig.Miss(5).empty()) << "a worker may be slow";
}

TEST(ServerReminderAnswer, AfterATimeoutOfTheEntryTheWorkersAreAsked)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    EXPECT_EQ(RemindersOf(rig.Tick(kTimeout)), Seqs{5});
    EXPECT_EQ(AskedOf(rig.Miss(5, kTimeout + kUs), true), AllBut(0));
}

TEST(ServerReminderAnswer, WhereNoneComesTheWorkersAreAskedLessAndLessOften)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    Picoseconds now(0);
    for (int timeout = 0; timeout < 10; ++timeout)
    {
        const Picoseconds interval = BackedOff(kTimeout, timeout);
        EXPECT_TRUE(rig.Tick(now + interval - Picoseconds(1)).empty()) << timeout;
        const auto sent = rig.Tick(now + interval);
        ASSERT_FALSE(sent.empty()) << timeout;
        EXPECT_EQ(sent[0].kind, timeout < 2 ? PacketKind::Reminder : PacketKind::Query);
        now += interval;
    }
}

TEST(ServerReminderAnswer, WhereTheSumGoesOnTheTimeoutIsShortAgain)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    Picoseconds now(0);
    for (int timeout = 0; timeout < 4; ++timeout)
    {
        now += BackedOff(kTimeout, timeout);
        ASSERT_FALSE(rig.Tick(now).empty()) << timeout;
    }
    rig.Receive(5, 0b0010, now);
    EXPECT_TRUE(rig.Tick(now + kTimeout - Picoseconds(1)).empty());
    EXPECT_FALSE(rig.Tick(now + kTimeout).empty());
}

TEST(ServerReminderAnswer, OfATaskThatIsUnknownOrDoneDoesNothing)
{
    RecoveringServer rig;
    EXPECT_TRUE(rig.Miss(5).empty());
    rig.AskOvertaken(6, 1);
    EXPECT_EQ(rig.Receive(6, 0b1111).size(), 1U);
    EXPECT_TRUE(rig.Miss(6).empty());
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_EQ(rig.server.GetCounts().misses, 2U);
}

TEST(ServerReminderAnswer, WhereItDoesNotComeTheMissingWorkersAreAsked)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0111);
    EXPECT_EQ(RemindersOf(rig.AskOvertaken(5, 1)), Seqs{5});
    EXPECT_TRUE(rig.AskOvertaken(5, 3, kHoldoff).empty()) << "the switches are asked already";
    EXPECT_EQ(RemindersOf(rig.AskUrgently(5, 1, kTimeout)), Seqs{5}) << "once more";
    EXPECT_EQ(AskedOf(rig.AskUrgently(5, 1, 3 * kTimeout), true), Workers{3});
}

TEST(ServerReminderAnswer, WithoutRecoveryNoneIsAskedFor)
{
    ServerRig rig;
    const auto reminders = rig.Ask(5);
    ASSERT_EQ(reminders.size(), 1U);
    EXPECT_FALSE(reminders[0].urgent);
}

} // namespace
} // namespace ns3::esa
