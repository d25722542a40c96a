// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A PS whose job is summed in groups. Racks 0 and 1 have four workers each, and groups two members:
// leaf groups 1 to 4, group 5 of the far rack, group 6 beside the PS or the root.

#include "core/server/large-job-rig.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kSeq = 5;

/// @return the job's racks and groups
JobRacks
Racks()
{
    JobRacks racks({kHome, kHome, kHome, kHome, kFar, kFar, kFar, kFar}, kHome, 2);
    racks.SetGroupIndexes({10, 40});
    return racks;
}

/// @return parameters of the PS
ParameterServerParameters
Parameters(bool recovery)
{
    ParameterServerParameters parameters;
    parameters.job = kJob;
    parameters.racks = Racks();
    parameters.recovery = recovery;
    return parameters;
}

/// A PS with groups.
class ServerGroups : public testing::Test
{
  protected:
    /// A packet arrives; @return what the PS sends
    std::vector<InaPacket> Receive(ParameterServer& server,
                                   const InaPacket& packet,
                                   Picoseconds now)
    {
        server.Receive(packet, now);
        return SentBy(server);
    }

    InaPacket SumOf(uint16_t group, uint32_t bitmap, PacketKind kind = PacketKind::Gradient) const
    {
        InaPacket packet;
        packet.kind = kind;
        packet.job = kJob;
        packet.seq = kSeq;
        packet.group = group;
        packet.bitmap = bitmap;
        packet.fanIn = tree.At(group).FanIn();
        packet.aggregator = racks.Indexes().IndexAt(3, tree.At(group).place);
        AddDigests(tree, packet, 8);
        return packet;
    }

    /// @return the digest of the sum of all workers
    static uint64_t All()
    {
        return DigestOfAll(kJob, kSeq, 8);
    }

    const JobRacks racks{Racks()};                                    ///< of the job
    const AggregationTree& tree{racks.Tree()};                        ///< its groups
    ParameterServer esa{*FindSystem("esa"), Parameters(false)};       ///< without recovery
    ParameterServer recovering{*FindSystem("esa"), Parameters(true)}; ///< with recovery
};

TEST_F(ServerGroups, SumsOfAnyLevelCompleteAResult)
{
    const uint16_t farTop = tree.At(tree.LeafOf(4)).parent;
    EXPECT_TRUE(Receive(esa, SumOf(tree.LeafOf(0), 1), 100 * kUs).empty());
    EXPECT_TRUE(Receive(esa, SumOf(farTop, 3), 100 * kUs).empty());
    EXPECT_TRUE(Receive(esa, SumOf(tree.LeafOf(2), 3), 100 * kUs).empty());
    EXPECT_TRUE(Receive(esa, SumOf(tree.LeafOf(4), 1), 100 * kUs).empty())
        << "it is in the rack's sum";
    EXPECT_EQ(esa.GetCounts().overlaps, 1U);
    const auto sent = Receive(esa, SumOf(tree.LeafOf(0), 2), 100 * kUs);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].sum.digest, All());
    EXPECT_EQ(sent[0].group, tree.Root()) << "it goes down the tree";
    EXPECT_EQ(sent[0].worker, kAllWorkers);
    EXPECT_EQ(sent[0].bitmap, FullBitmap(tree.At(tree.Root()).FanIn()));
    EXPECT_EQ(sent[0].aggregator, racks.Indexes().IndexAt(3, tree.At(tree.Root()).place));
}

TEST_F(ServerGroups, ResendsOfAFinishedTaskGetOneResultForAllPerHoldoff)
{
    ParameterServer atp(*FindSystem("atp"), Parameters(true));
    const Picoseconds holdoff = Parameters(true).reminderHoldoff;
    const Picoseconds tick(1);
    const InaPacket resend = SumOf(tree.LeafOf(0), 1, PacketKind::Resend);
    ASSERT_EQ(Receive(atp, SumOf(tree.Root(), 3), 100 * kUs).size(), 1U);
    const auto forOne = Receive(atp, resend, 100 * kUs + holdoff - tick);
    ASSERT_EQ(forOne.size(), 1U);
    EXPECT_EQ(forOne[0].kind, PacketKind::Forward);
    const auto again = Receive(atp, resend, 100 * kUs + holdoff);
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].kind, PacketKind::Result);
    EXPECT_EQ(again[0].sum.digest, All());
    EXPECT_EQ(Receive(atp, resend, 100 * kUs + holdoff + holdoff - tick)[0].kind,
              PacketKind::Forward);
    EXPECT_EQ(Receive(atp, resend, 100 * kUs + holdoff + holdoff)[0].kind, PacketKind::Result);
}

TEST_F(ServerGroups, RemindersGoToGroupsThatCanNeverBeCompleteAndThenDownTheTree)
{
    Receive(recovering, SumOf(tree.LeafOf(0), 3), 100 * kUs);
    Receive(recovering, SumOf(tree.LeafOf(4), 3), 100 * kUs);
    Receive(recovering, SumOf(tree.LeafOf(6), 1), 100 * kUs);
    InaPacket ask = SumOf(tree.LeafOf(4), 0, PacketKind::WorkerReminder);
    ask.worker = 4;
    const auto sent = Receive(recovering, ask, 100 * kUs + 100 * kUs);
    std::set<uint16_t> reminded;
    for (const InaPacket& reminder : sent)
    {
        EXPECT_EQ(reminder.kind, PacketKind::Reminder);
        EXPECT_TRUE(reminder.urgent);
        EXPECT_EQ(reminder.worker, tree.At(reminder.group).rack == kHome ? kAllWorkers : 4);
        EXPECT_EQ(reminder.aggregator, racks.Indexes().IndexAt(3, tree.At(reminder.group).place));
        reminded.insert(reminder.group);
    }
    const std::set<uint16_t> expected{tree.LeafOf(6),
                                      tree.At(tree.LeafOf(2)).parent,
                                      tree.At(tree.LeafOf(6)).parent,
                                      tree.Root()};
    EXPECT_EQ(reminded, expected);
    EXPECT_EQ(sent.size(), expected.size());
    EXPECT_EQ(recovering.GetCounts().remindersForwarded, 1U);
    EXPECT_EQ(recovering.GetCounts().remindersCopied, expected.size() - 1);
    std::vector<InaPacket> next;
    for (const uint16_t group : expected)
    {
        ASSERT_TRUE(next.empty()) << "before all have answered";
        InaPacket miss = SumOf(group, 0, PacketKind::Partial);
        miss.urgent = true;
        next = Receive(recovering, miss, 100 * kUs + 110 * kUs);
    }
    ASSERT_EQ(next.size(), 1U);
    EXPECT_EQ(next[0].kind, PacketKind::Reminder);
    EXPECT_EQ(next[0].group, tree.LeafOf(2)) << "the group above does not have its sum";
}

TEST_F(ServerGroups, QueriesGoToTheWorkersThatAreMissing)
{
    Receive(recovering, SumOf(tree.LeafOf(0), 3), 100 * kUs);
    Receive(recovering, SumOf(tree.At(tree.LeafOf(4)).parent, 2), 100 * kUs);
    Receive(recovering, SumOf(tree.LeafOf(2), 2), 100 * kUs);
    InaPacket ask = SumOf(tree.LeafOf(4), 0, PacketKind::WorkerReminder);
    ask.worker = 4;
    std::vector<InaPacket> reminders = Receive(recovering, ask, 2 * 100 * kUs);
    ASSERT_FALSE(reminders.empty());
    std::vector<InaPacket> sent;
    for (std::size_t next = 0; next < reminders.size(); ++next)
    {
        InaPacket miss = reminders[next];
        miss.kind = PacketKind::Partial; // the groups hold nothing
        sent = Receive(recovering, miss, 2 * 100 * kUs + 100 * kUs);
        std::copy_if(sent.begin(), sent.end(), std::back_inserter(reminders), [](auto& packet) {
            return packet.kind == PacketKind::Reminder;
        });
    }
    std::set<uint16_t> asked;
    for (const InaPacket& query : sent)
    {
        EXPECT_EQ(query.kind, PacketKind::Query);
        asked.insert(query.worker);
    }
    EXPECT_EQ(asked, (std::set<uint16_t>{2, 4, 5}));
    EXPECT_EQ(recovering.GetCounts().misses, reminders.size());
}

TEST_F(ServerGroups, AWorkersResultIsForwardedToAllThatLackIt)
{
    for (const uint16_t worker : {1, 6})
    {
        InaPacket ask = SumOf(tree.LeafOf(worker), 0, PacketKind::WorkerReminder);
        ask.worker = worker;
        ask.urgent = true;
        Receive(recovering, ask, 100 * kUs);
    }
    InaPacket answer = SumOf(tree.LeafOf(3), tree.BitOf(3).bit, PacketKind::Answer);
    answer.worker = 3;
    answer.sum.digest = All();
    const auto sent = Receive(recovering, answer, 2 * 100 * kUs);
    ASSERT_EQ(sent.size(), 2U);
    for (const InaPacket& forward : sent)
    {
        EXPECT_EQ(forward.kind, PacketKind::Forward);
        EXPECT_EQ(forward.sum.digest, All());
    }
    EXPECT_EQ(sent[0].worker, 1);
    EXPECT_EQ(sent[1].worker, 6);
}

TEST_F(ServerGroups, PacketsOfNoGroupAreDropped)
{
    InaPacket packet = SumOf(1, 1);
    packet.group = 0;
    Receive(esa, packet, 100 * kUs);
    packet.group = tree.Groups() + 1;
    Receive(esa, packet, 100 * kUs);
    packet = SumOf(1, 1);
    packet.bitmap = 4;
    Receive(esa, packet, 100 * kUs);
    packet = SumOf(1, 0);
    Receive(esa, packet, 100 * kUs);
    EXPECT_EQ(esa.GetCounts().malformed, 4U);
    ParameterServerParameters small;
    small.job = kJob;
    small.racks = JobRacks(8);
    ParameterServer server(*FindSystem("esa"), small);
    Receive(server, SumOf(1, 1), 100 * kUs);
    EXPECT_EQ(server.GetCounts().malformed, 1U) << "a small job has one group";
}

} // namespace
} // namespace ns3::esa
