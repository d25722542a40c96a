// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The PS of a large job requests what fits its link.

#include "core/server/group-server.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kWorkers = 64;
constexpr Picoseconds kAnswer = kUs / 4; ///< an answer takes this long on the link
constexpr uint32_t kMaxAnswers = 12;
constexpr Picoseconds kRoundTrip = 20 * kUs; ///< of the network

using Packets = std::vector<InaPacket>;

/// The PS of a large job. 64 workers stand in two racks: leaf groups 1 and 2, and group 3 of their
/// sums beside the PS.
class ServerOfALargeJob : public testing::Test, protected GroupServer
{
  protected:
    ServerOfALargeJob()
        : GroupServer(LargeJob())
    {
    }

    /// @return the parameters of the PS
    static ParameterServerParameters LargeJob()
    {
        std::vector<SwitchId> rackOf(kWorkers, kFar);
        std::fill_n(rackOf.begin(), kWorkers / 2, kHome);
        AggregationPlan racks(rackOf, kHome);
        racks.SetGroupIndexes({10, 40});
        ParameterServerParameters parameters = Parameters(racks, 0, true);
        parameters.answerTime = kAnswer;
        parameters.maxAnswers = kMaxAnswers;
        return parameters;
    }

    /// A packet arrives from a worker; @return what the PS sends
    Packets From(uint16_t worker, PacketKind kind, uint32_t seq, bool urgent = false)
    {
        InaPacket packet = PacketOf(tree.LeafOf(worker), tree.BitOf(worker).bit, kind, seq);
        packet.worker = worker;
        packet.urgent = urgent;
        packet.sum.digest = kind == PacketKind::Answer ? All(seq) : packet.sum.digest;
        return Receive(packet, now);
    }

    /// A switch answers a reminder; @return what the PS sends
    Packets Answer(uint32_t seq, uint16_t group, uint32_t bitmap)
    {
        InaPacket packet = PacketOf(group, bitmap, PacketKind::Partial, seq);
        packet.urgent = true;
        return Receive(packet, now);
    }

    /// The root answers that it holds nothing; @return what the PS sends then
    Packets RootMisses(uint32_t seq)
    {
        now += kRoundTrip;
        return Answer(seq, 3, 0);
    }

    /// @return how many packets are of a kind; the others are none
    static std::size_t Only(PacketKind kind, const Packets& packets)
    {
        for (const InaPacket& packet : packets)
        {
            EXPECT_EQ(packet.kind, kind);
        }
        return packets.size();
    }

    Picoseconds now{1000 * kUs}; ///< the time
};

TEST_F(ServerOfALargeJob, AsksNoMoreThanFitsItsLink)
{
    std::size_t asked = 0;
    for (uint32_t seq = 40; seq-- > 0;)
    {
        asked += Only(PacketKind::Reminder, From(0, PacketKind::WorkerReminder, seq));
    }
    EXPECT_EQ(asked, kMaxAnswers);
    EXPECT_TRUE(server.NeedsTimer());
    // The answer to one question takes two times an answer's time, with a half of the link.
    now += 2 * kAnswer;
    const Packets next = Tick(now);
    EXPECT_EQ(Only(PacketKind::Reminder, next), 1U) << "the root comes first";
    EXPECT_EQ(next.at(0).seq, 0U) << "the oldest task comes first";
    now += 10000 * kUs;
    std::size_t rest = 0;
    while (server.GetCounts().remindersForwarded < 40)
    {
        const std::size_t some = Only(PacketKind::Reminder, Tick(now));
        ASSERT_GT(some, 0U);
        ASSERT_LE(some, kMaxAnswers);
        rest += some;
        now += 50 * kUs;
    }
    EXPECT_EQ(asked + 1 + rest, 40U) << "every question is asked once";
}

TEST_F(ServerOfALargeJob, ForgetsQuestionsAboutTasksThatAreDone)
{
    for (uint32_t seq = 0; seq <= kMaxAnswers; ++seq)
    {
        From(0, PacketKind::WorkerReminder, seq);
    }
    From(7, PacketKind::Answer, kMaxAnswers); // requested by an earlier question
    now += 1000 * kUs;
    EXPECT_TRUE(Tick(now).empty());
    EXPECT_FALSE(server.NeedsTimer());
}

TEST_F(ServerOfALargeJob, AsksTheWorkersThatAreMissingOnly)
{
    const uint32_t missing = 1U << 3 | 1U << 9;
    EXPECT_EQ(Only(PacketKind::Reminder, From(0, PacketKind::WorkerReminder, 0)), 1U);
    const Packets down = Answer(0, 3, 0b10); // the root has the sum of rack 2
    ASSERT_EQ(Only(PacketKind::Reminder, down), 1U);
    EXPECT_EQ(down[0].group, 1U) << "no other rack is touched";
    EXPECT_EQ(Only(PacketKind::Query, Answer(0, 1, ~missing)), 2U);
}

TEST_F(ServerOfALargeJob, RemindsAtOnceWhereAPartOfAGroupIsHere)
{
    InaPacket passed; // it has met another task
    passed.job = kJob;
    passed.group = 2;
    passed.fanIn = kWorkers / 2;
    passed.bitmap = 1;
    server.Receive(passed, now);
    const Packets reminders = From(0, PacketKind::WorkerReminder, 0);
    ASSERT_EQ(Only(PacketKind::Reminder, reminders), 2U);
    EXPECT_EQ(reminders[0].group, 3U);
    EXPECT_EQ(reminders[1].group, 2U) << "its sum can never be complete";
    now += kRoundTrip;
    EXPECT_TRUE(Answer(0, 3, 0b01).empty());
    EXPECT_EQ(Only(PacketKind::Result, Answer(0, 2, ~1U)), 1U) << "and no worker is asked";
}

TEST_F(ServerOfALargeJob, DoesNotAskAllSwitchesAgainIfOneAnswerIsLost)
{
    From(0, PacketKind::WorkerReminder, 0);
    now += kRoundTrip;
    EXPECT_EQ(Only(PacketKind::Reminder, Answer(0, 3, 0b01)), 1U);
    EXPECT_TRUE(From(1, PacketKind::WorkerReminder, 0).empty()) << "the answer may come yet";
    now += 2000 * kUs;
    const Packets again = From(2, PacketKind::WorkerReminder, 0);
    ASSERT_EQ(Only(PacketKind::Reminder, again), 1U);
    EXPECT_EQ(again[0].group, 2U) << "the switch whose answer is lost";
    now += 4000 * kUs;
    EXPECT_EQ(Only(PacketKind::Query, From(2, PacketKind::WorkerReminder, 0)), kWorkers / 2);
}

TEST_F(ServerOfALargeJob, AsksTheMissingAfterATimeoutAlthoughNoWorkerAsks)
{
    From(0, PacketKind::WorkerReminder, 0);
    now += kRoundTrip;
    Answer(0, 3, 0b01); // the answer of the other rack is lost, again and again
    std::size_t queries = 0;
    for (int tick = 0; tick < 1000 && queries == 0; ++tick)
    {
        now += 50 * kUs;
        const Packets sent = Tick(now);
        queries = std::count_if(sent.begin(), sent.end(), [](auto& packet) {
            return packet.kind == PacketKind::Query;
        });
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
    const Packets one = RootMisses(0);
    ASSERT_EQ(Only(PacketKind::Query, one), 1U);
    EXPECT_EQ(Only(PacketKind::Reminder, From(one[0].worker, PacketKind::Retransmission, 0)), 2U)
        << "the sum may be lost on its way to the root";
    EXPECT_TRUE(Answer(0, 1, 0).empty());
    const Packets few = Answer(0, 2, 0);
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
    EXPECT_EQ(Only(PacketKind::Query, Tick(now)), kWorkers) << "the few were not summed";
    EXPECT_EQ(server.OpenEntries(), 0U);
}

TEST_F(ServerOfALargeJob, AsksTheSwitchesBeforeItAsksAllWorkersOfATailInVain)
{
    const Packets one = From(0, PacketKind::WorkerReminder, 0, true);
    ASSERT_EQ(Only(PacketKind::Query, one), 1U);
    EXPECT_EQ(Only(PacketKind::Reminder, From(one[0].worker, PacketKind::Retransmission, 0)), 1U);
    EXPECT_EQ(Only(PacketKind::Reminder, Answer(0, 3, 0)), 2U);
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
        RootMisses(seq);
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
