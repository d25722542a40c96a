// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Switches of a tree that is not that of two levels. Racks 0 (with the PS), 1 and 2 have two
// workers each; switch 9 is between racks 1 and 2 and the PS's.

#include "core/job/job-of-levels.h"
#include "core/switch/group-job.h"

#include "ns3/esa-aggregation-plan.h"

#include <vector>

namespace ns3::esa
{
namespace
{

constexpr SwitchId kFarther{2};
constexpr SwitchId kSpine{9};

/// @return the job's racks and groups
AggregationPlan
Racks(const std::string& system, AggregationLevels levels)
{
    AggregationPlan racks =
        JobOfLevels(levels,
                    {kHome, kHome, kFar, kFar, kFarther, kFarther},
                    kHome,
                    [](SwitchId, uint32_t) { return std::vector<SwitchId>{kSpine}; });
    return WithIndexes(racks, system);
}

/// The switches of a system's tree.
class TreeTest : public testing::TestWithParam<std::string>
{
  protected:
    explicit TreeTest(AggregationLevels levels)
        : racks(Racks(GetParam(), levels))
    {
    }

    InaPacket FragmentOf(uint16_t worker) const
    {
        return ns3::esa::FragmentOf(racks, worker, 5, 4);
    }

    /// @return the sum of the two workers of a rack, as it leaves its switch
    InaPacket SumOf(RackSite& rack, uint16_t first)
    {
        EXPECT_EQ(rack.Process(FragmentOf(first)), kAllocated);
        InaPacket packet = FragmentOf(first + 1);
        EXPECT_EQ(rack.Process(packet), kCompletedForPs);
        return packet;
    }

    const AggregationPlan racks;                   ///< of the job
    const AggregationTree& tree{racks.Tree()};     ///< its groups
    RackSite home{GetParam(), kHome, racks};       ///< the switch of the PS's rack
    RackSite far{GetParam(), kFar, racks};         ///< of a rack
    RackSite farther{GetParam(), kFarther, racks}; ///< of another rack
    RackSite spine{GetParam(), kSpine, racks};     ///< between the racks
};

/// Every switch on the way sums.
class AllLevels : public TreeTest
{
  protected:
    AllLevels()
        : TreeTest(AggregationLevels::All)
    {
    }
};

TEST_P(AllLevels, ASwitchBetweenRacksSumsWhatTheySend)
{
    InaPacket packet = SumOf(far, 2);
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_EQ(tree.At(packet.group).rack, kSpine);
    EXPECT_FALSE(spine.Bypasses(packet));
    EXPECT_EQ(spine.Process(packet), kAllocated);
    packet = SumOf(farther, 4);
    EXPECT_EQ(spine.Process(packet), kCompletedForPs);
    EXPECT_EQ(tree.At(packet.group).rack, kHome);
    EXPECT_EQ(packet.group, tree.Root());
    EXPECT_EQ(packet.sum.digest,
              DigestOf(kGroupJob, 5, 2) + DigestOf(kGroupJob, 5, 3) + DigestOf(kGroupJob, 5, 4) +
                  DigestOf(kGroupJob, 5, 5));
}

TEST_P(AllLevels, TheGroupOfAReminderSaysWhoAnswers)
{
    InaPacket reminder = ControlPacketOf(PacketKind::Reminder, kGroupJob, 5);
    const uint16_t ofSpine = tree.At(tree.LeafOf(2)).parent;
    reminder.group = ofSpine;
    reminder.worker = tree.At(ofSpine).wireName;
    EXPECT_EQ(reminder.worker, 2) << "it names a worker below, by whose way it comes";
    EXPECT_TRUE(home.Bypasses(reminder));
    EXPECT_EQ(home.groups->BypassEgress(reminder), Egress::ToWorker);
    EXPECT_FALSE(spine.Bypasses(reminder));
    reminder.group = tree.LeafOf(2);
    EXPECT_TRUE(home.Bypasses(reminder));
    EXPECT_TRUE(spine.Bypasses(reminder));
    EXPECT_EQ(spine.groups->BypassEgress(reminder), Egress::ToWorker);
    EXPECT_FALSE(far.Bypasses(reminder));
    reminder.group = tree.Root();
    reminder.worker = kAllWorkers;
    EXPECT_FALSE(home.Bypasses(reminder));
}

TEST_P(AllLevels, AResultGoesDownByTheSwitchesThatSummed)
{
    const Receivers root(*home.groups, ResultFor(tree.Root()));
    EXPECT_EQ(root.workers, (std::vector<uint16_t>{0, 1})) << "beside the PS";
    ASSERT_EQ(root.copies.size(), 1U);
    EXPECT_EQ(root.rows[0]->rack, kSpine);
    EXPECT_EQ(root.rows[0]->wireName, 2);
    const Receivers between(*spine.groups, root.copies[0]);
    ASSERT_EQ(between.rows.size(), 2U);
    EXPECT_EQ(between.rows[0]->wireName, 2);
    EXPECT_EQ(between.rows[1]->wireName, 4);
    EXPECT_TRUE(between.workers.empty());
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         AllLevels,
                         testing::Values("esa", "atp", "switchml", "panama"),
                         [](const auto& info) { return info.param; });

/// Only the switches of the workers' racks sum.
class OneLevel : public TreeTest
{
  protected:
    OneLevel()
        : TreeTest(AggregationLevels::One)
    {
    }
};

TEST_P(OneLevel, ARacksSumIsNotTheResult)
{
    const InaPacket packet = SumOf(far, 2);
    EXPECT_EQ(packet.kind, PacketKind::Partial) << "the PS adds the sums of the racks";
    EXPECT_EQ(packet.group, tree.LeafOf(2));
    EXPECT_EQ(packet.bitmap, 3U);
    EXPECT_EQ(SumOf(home, 0).kind, PacketKind::Partial) << "that of its own rack, too";
}

TEST_P(OneLevel, ThePssResultGoesToEveryRack)
{
    InaPacket result = ControlPacketOf(PacketKind::Result, kGroupJob, 5);
    result.group = tree.Root();
    EXPECT_FALSE(home.Bypasses(result));
    EXPECT_EQ(home.Process(result), kReturned);
    EXPECT_EQ(tree.At(tree.Root()).parent, 0);
    InaPacket whole = FragmentOf(0);
    whole.group = tree.Root();
    const Receivers root(*home.groups, whole);
    ASSERT_EQ(root.copies.size(), 3U);
    for (std::size_t i = 0; i < root.copies.size(); ++i)
    {
        EXPECT_EQ(root.copies[i].group, tree.LeafOf(root.rows[i]->members.front()));
        EXPECT_EQ(root.copies[i].aggregator, FragmentOf(root.rows[i]->members.front()).aggregator);
    }
    EXPECT_TRUE(far.Bypasses(result)) << "it is for the switch of the PS's rack";
}

TEST_P(OneLevel, NobodySendsASumOfTheServersGroup)
{
    InaPacket packet = FragmentOf(0);
    packet.group = tree.Root();
    EXPECT_EQ(home.Process(InaPacket{packet}), kMalformed);
    packet.fanIn = tree.At(tree.Root()).FanIn();
    EXPECT_EQ(home.Process(packet), kMalformed);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         OneLevel,
                         testing::Values("esa", "atp", "panama"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
