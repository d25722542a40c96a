// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Results that a PS keeps: which workers get them again, and for how long they are kept. A PS that
// fails and starts again knows nothing of tasks, and workers repair what is missing.

#include "core/server/recovering-server.h"

namespace ns3::esa
{
namespace
{

TEST(ServerKeptResult, IsForwardedToEachWorkerThatLacksIt)
{
    RecoveringServer rig;
    EXPECT_EQ(rig.Receive(5, 0b1111).size(), 1U);
    EXPECT_EQ(ForwardedTo(rig.AskOvertaken(5, 1, kTimeout), 5), Workers{1});
    EXPECT_EQ(ForwardedTo(rig.AskUrgently(5, 2, kTimeout), 5), Workers{2});
    EXPECT_EQ(rig.server.GetCounts().forwards, 2U);
    EXPECT_EQ(rig.server.GetCounts().Reminders(), 0U);
}

TEST(ServerKeptResult, IsForwardedToAnOvertakenWorkerWhenItMustHaveArrived)
{
    RecoveringServer rig;
    rig.AskOvertaken(4, 1);
    rig.Miss(4, 20 * kUs); // so a switch is 20 us away, there and back
    rig.Receive(5, 0b1111, kTimeout);
    EXPECT_TRUE(rig.AskOvertaken(5, 1, kTimeout + 160 * kUs - Picoseconds(1)).empty());
    EXPECT_EQ(ForwardedTo(rig.AskOvertaken(5, 1, kTimeout + 160 * kUs), 5), Workers{1});
}

TEST(ServerKeptResult, AnAnswerToAnEarlierReminderDoesNotTellHowFarTheSwitchesAre)
{
    RecoveringServer rig;
    const auto overtake = [&rig](uint32_t first, Picoseconds now) {
        for (uint32_t seq = first; seq < first + 3; ++seq)
        {
            rig.Receive(seq, 0b1111, now);
        }
        return rig.server.GetCounts().remindersOvertaken;
    };
    rig.Receive(4, 0b0001);
    ASSERT_EQ(overtake(5, Picoseconds(0)), 1U);
    rig.Miss(4, 20 * kUs);
    rig.Receive(4, 0b0010, 30 * kUs);
    ASSERT_EQ(overtake(8, 200 * kUs), 2U);
    rig.Miss(4, 201 * kUs); // the answer to the first reminder once more
    rig.Receive(20, 0b1111, kTimeout);
    EXPECT_TRUE(rig.AskOvertaken(20, 1, kTimeout + 100 * kUs).empty());
}

TEST(ServerKeptResult, IsNotForwardedWhileItMayBeOnItsWay)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.Receive(5, 0b1110, kUs);
    EXPECT_TRUE(rig.AskUrgently(5, 1, kUs + kTimeout - Picoseconds(1)).empty());
    EXPECT_EQ(ForwardedTo(rig.AskUrgently(5, 1, kUs + kTimeout), 5), Workers{1});
}

TEST(ServerKeptResult, OneFromAWorkersCacheIsForwardedToOthersAtOnce)
{
    RecoveringServer rig;
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1));
    const Picoseconds now = 100 * kUs;
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, asked, now), 5), Workers{1});
    EXPECT_EQ(ForwardedTo(rig.AskUrgently(5, 2, now + kUs), 5), Workers{2})
        << "no result for all is on its way";
}

/// @return a dictionary in which tasks 0, 1, ... were done one after another
TaskDictionary
DoneUpTo(uint64_t tasks, uint64_t kept)
{
    TaskDictionary dictionary(kept);
    for (uint64_t position = 0; position < tasks; ++position)
    {
        dictionary.FindOrInsert(position).state = TaskEntry::State::Done;
    }
    return dictionary;
}

TEST(TaskDictionary, KeepsTheLatestTasks)
{
    TaskDictionary dictionary = DoneUpTo(10'000, 3000);
    for (uint64_t position = 7000; position < 10'000; ++position)
    {
        ASSERT_NE(dictionary.Find(position), nullptr) << position;
    }
    EXPECT_LE(dictionary.Capacity(), 4096U) << "and no more than that needs";
}

TEST(TaskDictionary, KeepsExactlySoMany)
{
    EXPECT_EQ(DoneUpTo(10'000, 1024).Capacity(), 1024U);
    EXPECT_EQ(DoneUpTo(10'000, 1025).Capacity(), 2048U);
}

TEST(TaskDictionary, KeepsTasksThatWereAskedForAsLong)
{
    TaskDictionary dictionary(3000);
    for (uint64_t position = 0; position < 3000; ++position)
    {
        dictionary.FindOrInsert(position);
    }
    EXPECT_NE(dictionary.Find(0), nullptr);
}

/// @return an ATP PS that keeps results
ServerRig
AtpThatKeeps(uint32_t results)
{
    ParameterServerParameters parameters = RecoveringServer::Defaults();
    parameters.keptResults = results;
    return ServerRig("atp", parameters);
}

/// @return the resend of worker 1
InaPacket
ResendOf(uint32_t seq)
{
    InaPacket resend = ControlPacketOf(PacketKind::Resend, ServerRig::kJob, seq);
    resend.worker = 1;
    resend.bitmap = 0b0010;
    resend.sum.digest = DigestOf(ServerRig::kJob, seq, 1);
    return resend;
}

TEST(ServerResend, OfAnyTaskThatIsKeptIsAnswered)
{
    constexpr uint32_t kKept = 2500; // far beyond the places that the dictionary begins with
    ServerRig rig = AtpThatKeeps(kKept);
    for (uint32_t seq = 0; seq < 2 * kKept; ++seq)
    {
        ASSERT_EQ(rig.Receive(seq, 0b1111).size(), 1U);
    }
    for (uint32_t seq = kKept; seq < 2 * kKept; ++seq)
    {
        const auto results = rig.Receive(ResendOf(seq), kHoldoff);
        ASSERT_EQ(results.size(), 1U) << seq;
        ASSERT_EQ(results[0].sum.digest, ServerRig::ResultDigest(seq, 4));
    }
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
}

TEST(ServerResend, OfAResultThatManyCopiesDidNotBringGetsOneForItsWorker)
{
    constexpr int kResends = 1000;
    ServerRig rig = AtpThatKeeps(0);
    rig.Receive(5, 0b1111);
    bool wasForwarded = false;
    for (int resend = 0; resend < kResends; ++resend)
    {
        const auto results = rig.Receive(ResendOf(5), (resend + 1) * kHoldoff);
        ASSERT_EQ(results.size(), 1U) << resend;
        const bool isForward = results[0].kind == PacketKind::Forward;
        EXPECT_TRUE(isForward || !wasForwarded) << "later ones are for one worker, too";
        EXPECT_EQ(results[0].worker, isForward ? 1 : kAllWorkers);
        wasForwarded = isForward;
    }
    EXPECT_TRUE(wasForwarded);
}

TEST(ServerRestart, ForgetsSums)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.server.Restart();
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_FALSE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Tick(10 * kTimeout).empty());
    EXPECT_TRUE(rig.Receive(5, 0b1110, 10 * kTimeout).empty()) << "worker 0's fragment is gone";
    EXPECT_EQ(rig.Receive(5, 0b0001, 10 * kTimeout).size(), 1U);
}

TEST(ServerRestart, CountsForNothingThatIsGone)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.server.Restart();
    for (const uint32_t larger : {6, 7, 8, 9})
    {
        EXPECT_EQ(rig.Receive(larger, 0b1111).size(), 1U) << "a result, no reminder";
    }
}

TEST(ServerRestart, ForgetsResultsAndAsksAWorkerForThem)
{
    RecoveringServer rig;
    rig.Receive(5, 0b1111);
    rig.server.Restart();
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1, kTimeout));
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, asked, kTimeout), 5), Workers{1});
}

TEST(ServerRestart, ForgetsWhatItWasToSend)
{
    RecoveringServer rig;
    InaPacket packet = ControlPacketOf(PacketKind::Partial, ServerRig::kJob, 5);
    packet.bitmap = 0b1111;
    rig.server.Receive(packet, Picoseconds(0));
    rig.server.Restart();
    EXPECT_FALSE(rig.server.Poll(packet));
}

TEST(ServerRestart, GoesOnKeepingResults)
{
    ParameterServerParameters parameters = RecoveringServer::Defaults();
    parameters.keptResults = 3000;
    RecoveringServer rig(parameters);
    rig.server.Restart();
    for (uint32_t seq = 0; seq < 3000; ++seq)
    {
        rig.Receive(seq, 0b1111);
    }
    EXPECT_EQ(ForwardedTo(rig.AskUrgently(0, 1, kTimeout), 0), Workers{1});
}

} // namespace
} // namespace ns3::esa
