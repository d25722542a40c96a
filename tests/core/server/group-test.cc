// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A PS whose job is summed in groups.

#include "core/job/job-of-levels.h"
#include "core/server/group-server.h"

#include "ns3/esa-aggregation-plan.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kStart = 100 * kUs; ///< when the first packets arrive

/// @return a job whose groups have two members. Racks 0 and 1 have four workers each: leaf groups 1
///         to 4, group 5 of the far rack, group 6 beside the PS, and the root
AggregationPlan
GroupsOfTwo()
{
    AggregationPlan racks({kHome, kHome, kHome, kHome, kFar, kFar, kFar, kFar}, kHome, 2);
    racks.SetGroupIndexes({10, 40});
    return racks;
}

TEST(ServerGroups, SumsOfAnyLevelCompleteAResult)
{
    GroupServer rig(GroupsOfTwo());
    const AggregationTree& tree = rig.tree;
    const uint16_t farTop = tree.At(tree.LeafOf(4)).parent;
    EXPECT_TRUE(rig.Receive(rig.PacketOf(tree.LeafOf(0), 1)).empty());
    EXPECT_TRUE(rig.Receive(rig.PacketOf(farTop, 3)).empty());
    EXPECT_TRUE(rig.Receive(rig.PacketOf(tree.LeafOf(2), 3)).empty());
    EXPECT_TRUE(rig.Receive(rig.PacketOf(tree.LeafOf(4), 1)).empty()) << "it is in the rack's sum";
    EXPECT_EQ(rig.server.GetCounts().overlaps, 1U);
    const auto sent = rig.Receive(rig.PacketOf(tree.LeafOf(0), 2));
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].sum.digest, rig.All());
    EXPECT_EQ(sent[0].group, tree.Root()) << "it goes down the tree";
    EXPECT_EQ(sent[0].worker, kAllWorkers);
    EXPECT_EQ(sent[0].bitmap, FullBitmap(tree.At(tree.Root()).FanIn()));
    EXPECT_EQ(sent[0].aggregator, rig.PacketOf(tree.Root(), 0).aggregator);
}

TEST(ServerGroups, ResendsOfAFinishedTaskGetOneResultForAllPerHoldoff)
{
    GroupServer rig(GroupsOfTwo(), true, "atp");
    const Picoseconds holdoff = ParameterServerParameters{}.reminderHoldoff;
    const Picoseconds tick(1);
    const InaPacket resend = rig.PacketOf(rig.tree.LeafOf(0), 1, PacketKind::Resend);
    ASSERT_EQ(rig.Receive(rig.PacketOf(rig.tree.Root(), 3), kStart).size(), 1U);
    const auto forOne = rig.Receive(resend, kStart + holdoff - tick);
    ASSERT_EQ(forOne.size(), 1U);
    EXPECT_EQ(forOne[0].kind, PacketKind::Forward);
    const auto again = rig.Receive(resend, kStart + holdoff);
    ASSERT_EQ(again.size(), 1U);
    EXPECT_EQ(again[0].kind, PacketKind::Result);
    EXPECT_EQ(again[0].sum.digest, rig.All());
    EXPECT_EQ(rig.Receive(resend, kStart + 2 * holdoff - tick)[0].kind, PacketKind::Forward);
    EXPECT_EQ(rig.Receive(resend, kStart + 2 * holdoff)[0].kind, PacketKind::Result);
}

TEST(ServerGroups, RemindersGoToGroupsThatCanNeverBeCompleteAndThenDownTheTree)
{
    GroupServer rig(GroupsOfTwo(), true);
    const AggregationTree& tree = rig.tree;
    rig.Receive(rig.PacketOf(tree.LeafOf(0), 3), kStart);
    rig.Receive(rig.PacketOf(tree.LeafOf(4), 3), kStart);
    rig.Receive(rig.PacketOf(tree.LeafOf(6), 1), kStart);
    const auto sent = rig.Receive(rig.RequestOf(4), 2 * kStart);
    for (const InaPacket& reminder : sent)
    {
        EXPECT_TRUE(reminder.urgent);
        EXPECT_EQ(reminder.worker, tree.At(reminder.group).rack == kHome ? kAllWorkers : 4);
    }
    const Groups expected{tree.LeafOf(6),
                          tree.At(tree.LeafOf(2)).parent,
                          tree.At(tree.LeafOf(6)).parent,
                          tree.Root()};
    EXPECT_EQ(rig.Reminded(sent), expected);
    EXPECT_EQ(rig.server.GetCounts().remindersForwarded, 1U);
    EXPECT_EQ(rig.server.GetCounts().remindersCopied, expected.size() - 1);
    std::vector<InaPacket> next;
    for (const uint16_t group : expected)
    {
        ASSERT_TRUE(next.empty()) << "before all have answered";
        InaPacket miss = rig.PacketOf(group, 0, PacketKind::Partial);
        miss.urgent = true;
        next = rig.Receive(miss, kStart + 110 * kUs);
    }
    EXPECT_EQ(rig.Reminded(next), Groups{tree.LeafOf(2)})
        << "the group above does not have its sum";
}

TEST(ServerGroups, QueriesGoToTheWorkersThatAreMissing)
{
    GroupServer rig(GroupsOfTwo(), true);
    const AggregationTree& tree = rig.tree;
    rig.Receive(rig.PacketOf(tree.LeafOf(0), 3), kStart);
    rig.Receive(rig.PacketOf(tree.At(tree.LeafOf(4)).parent, 2), kStart);
    rig.Receive(rig.PacketOf(tree.LeafOf(2), 2), kStart);
    std::vector<InaPacket> reminders = rig.Receive(rig.RequestOf(4), 2 * kStart);
    ASSERT_FALSE(reminders.empty());
    std::vector<InaPacket> sent;
    for (std::size_t next = 0; next < reminders.size(); ++next)
    {
        InaPacket miss = reminders[next];
        miss.kind = PacketKind::Partial; // the groups hold nothing
        sent = rig.Receive(miss, 3 * kStart);
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
    EXPECT_EQ(rig.server.GetCounts().misses, reminders.size());
}

TEST(ServerGroups, AWorkersResultIsForwardedToAllThatLackIt)
{
    GroupServer rig(GroupsOfTwo(), true);
    for (const uint16_t worker : {1, 6})
    {
        InaPacket request = rig.RequestOf(worker);
        request.urgent = true;
        rig.Receive(request, kStart);
    }
    InaPacket answer = rig.PacketOf(rig.tree.LeafOf(3), rig.tree.BitOf(3).bit, PacketKind::Answer);
    answer.worker = 3;
    answer.sum.digest = rig.All();
    const auto sent = rig.Receive(answer, 2 * kStart);
    ASSERT_EQ(sent.size(), 2U);
    for (const InaPacket& forward : sent)
    {
        EXPECT_EQ(forward.kind, PacketKind::Forward);
        EXPECT_EQ(forward.sum.digest, rig.All());
    }
    EXPECT_EQ(sent[0].worker, 1);
    EXPECT_EQ(sent[1].worker, 6);
}

TEST(ServerGroups, PacketsOfNoGroupAreDropped)
{
    GroupServer rig(GroupsOfTwo());
    InaPacket packet = rig.PacketOf(1, 1);
    packet.group = 0;
    rig.Receive(packet);
    packet.group = rig.tree.Groups() + 1;
    rig.Receive(packet);
    packet = rig.PacketOf(1, 1);
    packet.bitmap = 4;
    rig.Receive(packet);
    rig.Receive(rig.PacketOf(1, 0));
    EXPECT_EQ(rig.server.GetCounts().malformed, 4U);
    ServerRig small("esa", 8);
    small.Receive(rig.PacketOf(1, 1));
    EXPECT_EQ(small.server.GetCounts().malformed, 1U) << "a small job has one group";
}

/// @return a job of three racks of two workers, of which one level of switches sums
AggregationPlan
OneLevel()
{
    const std::vector<SwitchId> rackOf = RacksFrom({0, 0, 1, 1, 2, 2});
    AggregationPlan racks =
        JobOfLevels(AggregationLevels::One, rackOf, kHome, [](SwitchId, uint32_t) {
            return std::vector<SwitchId>{};
        });
    racks.SetGroupIndexes({40, 40});
    return racks;
}

TEST(ServerOfOneLevel, TheResultIsOneForAllRacks)
{
    GroupServer rig(OneLevel());
    std::vector<InaPacket> sent;
    for (const uint16_t worker : {2, 0, 4})
    {
        EXPECT_TRUE(sent.empty());
        sent = rig.Receive(rig.PacketOf(rig.tree.LeafOf(worker), 3, PacketKind::Partial));
    }
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].group, rig.tree.Root());
    EXPECT_EQ(sent[0].worker, kAllWorkers);
    EXPECT_EQ(sent[0].aggregator, 3U);
    EXPECT_EQ(sent[0].sum.digest, rig.All());
}

TEST(ServerOfOneLevel, ARackThatIsAheadCausesNoReminder)
{
    GroupServer rig(OneLevel());
    for (uint32_t seq = 1; seq <= 20; ++seq)
    {
        EXPECT_TRUE(
            rig.Receive(rig.PacketOf(rig.tree.LeafOf(2), 3, PacketKind::Partial, seq)).empty())
            << "the other racks are slower, and nothing is amiss";
    }
    EXPECT_EQ(rig.server.GetCounts().Reminders(), 0U);
}

TEST(ServerOfOneLevel, OnlySwitchesAreReminded)
{
    GroupServer rig(OneLevel());
    rig.Receive(rig.PacketOf(rig.tree.LeafOf(2), 3, PacketKind::Partial));
    rig.Receive(rig.PacketOf(rig.tree.LeafOf(4), 1, PacketKind::Partial));
    EXPECT_EQ(rig.Reminded(rig.Receive(rig.RequestOf(0))),
              (Groups{rig.tree.LeafOf(0), rig.tree.LeafOf(4)}))
        << "no switch has a sum of the server's group";
}

// The PS of a job with two trees: even tasks take one tree, odd tasks the other.

constexpr uint32_t kTrees = 2;

TEST(ServerTrees, TasksOfAnotherTreeDoNotOvertake)
{
    const std::vector<SwitchId> rackOf(4, kHome);
    const AggregationTree tree(rackOf, kHome);
    const AggregationPlan oneRack(rackOf, kHome, {tree, tree});
    ServerRig rig("esa", ServerRig::Parameters(oneRack));
    rig.Receive(5, 0b0001);
    for (uint32_t seq = 6; seq < 30; seq += kTrees)
    {
        EXPECT_TRUE(rig.Receive(seq, 0b1110).empty()) << seq;
        rig.Receive(seq, 0b0001);
    }
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 0U);
    rig.Receive(31, 0b0001);
    rig.Receive(33, 0b0001);
    EXPECT_EQ(RemindersOf(rig.Receive(35, 0b0001)), Seqs{5});
}

TEST(ServerTrees, RemindersGoToTheSwitchesOfTheTree)
{
    const std::vector<SwitchId> rackOf = RacksFrom({1, 1, 2, 2});
    // In tree 1 the ways of the racks meet beside the PS only.
    const auto between = [](SwitchId rack, uint32_t tree) {
        return std::vector{SwitchId{10 + tree * ToNumber(rack)}};
    };
    AggregationPlan racks = JobOfLevels(AggregationLevels::All, rackOf, kHome, between, 32, kTrees);
    racks.SetGroupIndexes({50, 1000});
    for (uint32_t seq = 4; seq < 8; ++seq)
    {
        GroupServer rig(racks);
        const AggregationTree& tree = racks.TreeOfTask(seq);
        const Groups reminded = rig.Reminded(rig.Receive(rig.RequestOf(0, seq)));
        EXPECT_EQ(reminded.size(), tree.Groups()) << "nothing of the task is here";
        for (const uint16_t group : reminded)
        {
            EXPECT_TRUE(tree.At(group).IsHeld());
        }
    }
}

} // namespace
} // namespace ns3::esa
