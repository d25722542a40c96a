// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/server/server-rig.h"

// A PS receives packets that no worker or switch of this library sends, or that come very late. It
// counts them, and they change nothing.

namespace ns3::esa
{
namespace
{

constexpr uint64_t kSpread = TaskDictionary::kSpread; ///< open tasks are at most this far apart

TEST(MalformedServer, AnswersOfWorkersThatItHasNotAreDropped)
{
    ServerRig rig("esa", 4);
    const auto kinds = {PacketKind::Answer,
                        PacketKind::Received,
                        PacketKind::Retransmission,
                        PacketKind::NotSent};
    for (const auto kind : kinds)
    {
        for (const uint16_t worker : {uint16_t{4}, uint16_t{32}, kAllWorkers})
        {
            InaPacket packet = ControlPacketOf(kind, ServerRig::kJob, 5);
            packet.bitmap = 0b0001;
            packet.worker = worker;
            EXPECT_TRUE(rig.Receive(packet).empty());
        }
    }
    EXPECT_EQ(rig.server.GetCounts().malformed, 12U);
}

TEST(MalformedServer, AFanInOf32UsesEveryBit)
{
    ServerRig rig("esa", 32);
    EXPECT_TRUE(rig.Receive(5, 0x80000000).empty());
    EXPECT_EQ(rig.Receive(5, 0x7fffffff).size(), 1U);
    EXPECT_EQ(rig.server.GetCounts().malformed, 0U);
}

TEST(StrayServer, NumbersBeforeTheFirstFragmentAreIgnored)
{
    for (const uint64_t first : {uint64_t{0}, uint64_t{100}, (uint64_t{1} << 32) + 3})
    {
        ServerRig rig("esa", 4, first);
        const auto seq = static_cast<uint32_t>(first);
        EXPECT_TRUE(rig.Receive(seq - 1, 0b1111).empty());
        EXPECT_TRUE(rig.Receive(seq + (1U << 31), 0b1111).empty())
            << "as far away as numbers can be";
        EXPECT_TRUE(rig.Ask(seq - 1).empty());
        EXPECT_EQ(rig.server.GetCounts().strays, 3U);
        EXPECT_EQ(rig.Receive(seq, 0b1111).size(), 1U) << "the first number itself is valid";
    }
}

TEST(StrayServer, NumbersFarFromAnOpenEntryAreIgnored)
{
    ServerRig rig("esa", 4, 10 * kSpread);
    const uint32_t here = 12 * kSpread;
    rig.Receive(here, 0b0001);
    rig.Receive(here + kSpread, 0b1111);
    rig.Receive(here - kSpread, 0b1111);
    rig.Receive(here + (1U << 30), 0b1111);
    EXPECT_TRUE(rig.Ask(here + kSpread).empty());
    EXPECT_EQ(rig.server.GetCounts().strays, 4U);
    EXPECT_EQ(rig.Receive(here - kSpread + 1, 0b1111).size(), 1U);
    EXPECT_EQ(rig.Receive(here + kSpread - 1, 0b1111).size(), 1U);
    EXPECT_EQ(rig.server.GetCounts().strays, 4U) << "exactly as far as workers may be apart";
    EXPECT_EQ(rig.Receive(here, 0b1110).size(), 1U) << "the open entry was kept";
}

TEST(StrayServer, WithNothingOpenAnyLaterNumberIsBelieved)
{
    // A job without collisions does not need its PS, which then knows only old numbers.
    ServerRig rig;
    EXPECT_EQ(rig.Receive(0, 0b1111).size(), 1U);
    EXPECT_EQ(rig.Receive(100 * kSpread, 0b1111).size(), 1U);
    EXPECT_EQ(rig.Ask(300 * kSpread).size(), 1U);
    EXPECT_TRUE(rig.Receive(100 * kSpread + 1, 0b1111).empty())
        << "a reminder counts as a later number, too";
    EXPECT_EQ(rig.server.GetCounts().strays, 1U);
}

TEST(StrayServer, AnEntryThatNobodyCanWaitForGivesWay)
{
    // A late duplicate of a fragment opens an entry that is never completed. Later numbers, which
    // come in allowed steps, need its place. Then the entry must be removed.
    ServerRig rig;
    rig.Receive(0, 0b0001);
    for (uint32_t step = 1; step <= 20; ++step)
    {
        EXPECT_EQ(rig.Receive(step * (kSpread / 2), 0b1111).size(), 1U);
    }
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_TRUE(rig.Tick(FromMicroseconds(1'000'000)).empty()) << "and no reminder is sent for it";
}

TEST(StrayServer, NothingMakesTheDictionaryGrowWithoutBound)
{
    // Open entries at both ends of the spread, and entries between and beyond them.
    TaskDictionary dictionary;
    for (uint64_t position = 0; position < 40 * kSpread; position += kSpread / 2)
    {
        if (TaskEntry* outdated = dictionary.Outdated(position))
        {
            EXPECT_LE(outdated->position + kSpread, position);
            outdated->state = TaskEntry::State::Done;
        }
        dictionary.FindOrInsert(position).state = TaskEntry::State::Open;
        ASSERT_LE(dictionary.Capacity(), kSpread);
    }
    EXPECT_EQ(dictionary.Capacity(), kSpread) << "these entries needed all of it";
}

TEST(StrayServer, AnEntryWithinTheSpreadIsNotOutdated)
{
    TaskDictionary dictionary;
    dictionary.FindOrInsert(7).state = TaskEntry::State::Open;
    EXPECT_EQ(dictionary.Outdated(7), nullptr);
    EXPECT_EQ(dictionary.Outdated(7 + kSpread / 2), nullptr);
    ASSERT_NE(dictionary.Outdated(7 + kSpread), nullptr);
    EXPECT_EQ(dictionary.Outdated(7 + kSpread)->position, 7U);
    dictionary.FindOrInsert(7).state = TaskEntry::State::Done;
    EXPECT_EQ(dictionary.Outdated(7 + kSpread), nullptr)
        << "an entry that is done is replaced without that";
}

} // namespace
} // namespace ns3::esa
