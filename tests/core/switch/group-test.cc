// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs that are summed in groups: what a switch does with their sums. Racks 0 and 1 have four
// workers each, and groups two members: two leaf groups and a group above them in rack 1; in the
// PS's rack 0 two leaf groups, a group of these, and the root.

#include "core/switch/group-job.h"

#include <vector>

namespace ns3::esa
{
namespace
{

/// @return the job's racks and groups
AggregationPlan
Racks(const std::string& system)
{
    AggregationPlan racks({kHome, kHome, kHome, kHome, kFar, kFar, kFar, kFar}, kHome, 2);
    return WithIndexes(racks, system);
}

/// The switches of both racks.
class Groups : public testing::TestWithParam<std::string>
{
  protected:
    InaPacket FragmentOf(uint16_t worker, uint32_t seq = 5) const
    {
        return ns3::esa::FragmentOf(racks, worker, seq, 2 * (seq % 3));
    }

    /// @return the sum of the first leaf group of the far rack, when it has left it for the next
    InaPacket FarLeafSum()
    {
        EXPECT_EQ(far.Process(FragmentOf(4)), kAllocated);
        InaPacket packet = FragmentOf(5);
        EXPECT_EQ(far.Process(packet), (Decision{Outcome::Completed, Egress::Recirculate}));
        return packet;
    }

    const AggregationPlan racks{Racks(GetParam())}; ///< of the job
    const AggregationTree& tree{racks.Tree()};      ///< its groups
    RackSite home{GetParam(), kHome, racks};        ///< the switch of the PS's rack
    RackSite far{GetParam(), kFar, racks};          ///< the other one
};

TEST_P(Groups, ASumBecomesAMemberOfTheGroupAbove)
{
    const InaPacket sum = FarLeafSum();
    const AggregationTree::Group& leaf = tree.At(tree.LeafOf(4));
    EXPECT_EQ(sum.kind, PacketKind::Gradient);
    EXPECT_EQ(sum.group, leaf.parent);
    EXPECT_EQ(sum.bitmap, 1U << leaf.bitInParent);
    EXPECT_EQ(sum.fanIn, tree.At(leaf.parent).FanIn());
    EXPECT_EQ(sum.aggregator,
              racks.Indexes().IndexAt(racks.Indexes().FirstOf(FragmentOf(4).aggregator, leaf.place),
                                      tree.At(leaf.parent).place));
    EXPECT_EQ(sum.sum.digest, DigestOf(kGroupJob, 5, 4) + DigestOf(kGroupJob, 5, 5));
    EXPECT_EQ(far.Process(InaPacket{sum}), kAllocated) << "it enters the same switch again";
}

TEST_P(Groups, TheSumOfARackGoesUp)
{
    EXPECT_EQ(far.Process(FarLeafSum()), kAllocated);
    EXPECT_EQ(far.Process(FragmentOf(6)), kAllocated) << "the groups have aggregators of their own";
    InaPacket packet = FragmentOf(7);
    EXPECT_EQ(far.Process(packet), (Decision{Outcome::Completed, Egress::Recirculate}));
    EXPECT_EQ(far.Process(packet), kCompletedForPs);
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_EQ(tree.At(packet.group).rack, kHome);
    EXPECT_TRUE(far.Bypasses(packet));
    EXPECT_FALSE(home.Bypasses(packet));
}

TEST_P(Groups, TheRootMakesTheResult)
{
    InaPacket packet = FragmentOf(0);
    packet.group = tree.Root();
    packet.fanIn = tree.At(tree.Root()).FanIn();
    packet.aggregator = 7;
    for (uint8_t member = 0; member + 1 < packet.fanIn; ++member)
    {
        packet.bitmap = 1U << member;
        home.Process(InaPacket{packet});
    }
    packet.bitmap = 1U << (packet.fanIn - 1);
    const bool fromPs = GetParam() == "atp";
    EXPECT_EQ(home.Process(packet), fromPs ? kCompletedForPs : kCompletedHere);
    EXPECT_EQ(packet.kind, fromPs ? PacketKind::Partial : PacketKind::Result);
    EXPECT_EQ(packet.group, tree.Root());
}

TEST_P(Groups, ASwitchRefusesWhatItsTableDoesNotHave)
{
    InaPacket packet = FragmentOf(4);
    packet.fanIn = 3; // of another size
    EXPECT_EQ(far.Process(packet), kMalformed);
    packet = FragmentOf(4);
    packet.group = 0;
    EXPECT_EQ(far.Process(packet), kMalformed) << "the job has several groups";
    packet = FragmentOf(4);
    packet.group = 100;
    EXPECT_EQ(far.Process(packet), kMalformed);
    packet = FragmentOf(4);
    EXPECT_EQ(home.Process(packet), kMalformed) << "another switch sums its group";
    packet = GradientOf(2, 5, 0);
    packet.group = 1;
    EXPECT_EQ(far.Process(packet), kMalformed) << "the other job has one group";
}

TEST_P(Groups, ResultsGoDownTheTree)
{
    InaPacket result = ControlPacketOf(PacketKind::Result, kGroupJob, 5);
    result.group = tree.Root();
    EXPECT_EQ(home.Bypasses(result), GetParam() == "switchml");
    EXPECT_EQ(home.groups->BypassEgress(result), Egress::ToWorkers);
    EXPECT_TRUE(far.Bypasses(result));
    EXPECT_EQ(far.groups->BypassEgress(result), Egress::ToWorker) << "it is for one worker";
    const Receivers root(*home.groups, result);
    ASSERT_EQ(root.rows.size(), tree.At(tree.Root()).members.size());
    for (const GroupTable::Row* const row : root.rows)
    {
        EXPECT_EQ(home.groups->IsHere(*row), row->rack == kHome);
        EXPECT_EQ(row->wireName, home.groups->IsHere(*row) ? kAllWorkers : 4);
    }
    EXPECT_EQ(Receivers(*far.groups, ResultFor(tree.LeafOf(6))).workers,
              std::vector<uint16_t>({6, 7}));
    EXPECT_FALSE(home.groups->Find(tree.LeafOf(6), 0));
}

TEST_P(Groups, AResultFreesOnlyTheAggregatorOfItsGroup)
{
    EXPECT_EQ(far.Process(FragmentOf(4)), kAllocated);
    EXPECT_EQ(far.Process(FragmentOf(6)), kAllocated);
    InaPacket result = FragmentOf(4);
    result.kind = PacketKind::Result;
    EXPECT_EQ(far.Process(InaPacket{result}), kReleased);
    EXPECT_EQ(far.Process(result), kReturned);
    EXPECT_EQ(far.pipeline.Table().Occupied(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         Groups,
                         testing::Values("esa", "atp", "switchml", "panama"),
                         [](const auto& info) { return info.param; });

/// ATP's way of fetching what is late.
using AtpGroups = Groups;

TEST_P(AtpGroups, AResendWithoutFragmentAsksGroupAfterGroup)
{
    EXPECT_EQ(far.Process(FarLeafSum()), kAllocated);
    InaPacket resend = FragmentOf(4);
    resend.kind = PacketKind::Resend;
    resend.bitmap = 0;
    resend.sum = {};
    EXPECT_EQ(far.Process(resend), (Decision{Outcome::FetchMissed, Egress::Recirculate}))
        << "what has gone up is not fetched twice";
    EXPECT_EQ(resend.group, tree.At(tree.LeafOf(4)).parent);
    EXPECT_EQ(resend.bitmap, 0U);
    EXPECT_EQ(far.Process(resend), kFetched);
    EXPECT_EQ(resend.kind, PacketKind::Partial);
    EXPECT_EQ(resend.bitmap, 1U);
    EXPECT_EQ(resend.sum.digest, DigestOf(kGroupJob, 5, 4) + DigestOf(kGroupJob, 5, 5));
}

TEST_P(AtpGroups, AResendWithItsFragmentTakesWhatItsLeafGroupHasKept)
{
    FarLeafSum(); // which is lost
    InaPacket resend = FragmentOf(4);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(far.Process(resend), kFetched);
    EXPECT_EQ(resend.group, tree.LeafOf(4));
    EXPECT_EQ(resend.bitmap, 3U);
    EXPECT_EQ(resend.sum.digest, DigestOf(kGroupJob, 5, 4) + DigestOf(kGroupJob, 5, 5))
        << "its fragment is in the sum";
    resend = FragmentOf(4);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(far.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.group, tree.LeafOf(4)) << "it goes on to the PS as it is";
    EXPECT_TRUE(home.Bypasses(resend));
    EXPECT_EQ(home.groups->BypassEgress(resend), Egress::ToParameterServer);
}

INSTANTIATE_TEST_SUITE_P(Systems, AtpGroups, testing::Values("atp"), [](const auto& info) {
    return info.param;
});

/// SwitchML's slots keep their sums at every level.
using SlotGroups = Groups;

TEST_P(SlotGroups, AKeptSumGoesUpAgain)
{
    const InaPacket first = FarLeafSum();
    InaPacket again = FragmentOf(4);
    EXPECT_EQ(far.Process(again), (Decision{Outcome::Repeated, Egress::Recirculate}));
    EXPECT_EQ(again.group, first.group);
    EXPECT_EQ(again.bitmap, first.bitmap);
    EXPECT_EQ(again.sum.digest, first.sum.digest);
    EXPECT_EQ(again.aggregator, first.aggregator);
}

INSTANTIATE_TEST_SUITE_P(Systems, SlotGroups, testing::Values("switchml"), [](const auto& info) {
    return info.param;
});

TEST(EsaGroups, APreemptedSumTellsItsGroup)
{
    const AggregationPlan racks = Racks("esa");
    RackSite rig("esa", kFar, racks);
    InaPacket resident;
    resident.job = kGroupJob;
    resident.seq = 5;
    resident.group = racks.Tree().LeafOf(4);
    resident.bitmap = 1;
    resident.fanIn = 2;
    EXPECT_EQ(rig.Process(InaPacket{resident}), kAllocated);
    InaPacket newcomer = GradientOf(2, 6, 0, 200);
    EXPECT_EQ(rig.Process(newcomer), kPreempted);
    EXPECT_EQ(newcomer.group, resident.group);
    EXPECT_EQ(newcomer.bitmap, 1U);
    EXPECT_EQ(rig.pipeline.Table().At(0).group, 0) << "the newcomer's job has no groups";
}

// One group in each of two racks, and the root in the rack of the PS

/// @return a fragment of the job in two racks
InaPacket
RackGradient(uint32_t seq, uint16_t rack, uint16_t worker, uint8_t priority = 0)
{
    InaPacket fragment = GradientOf(kGroupJob, seq, worker, priority);
    fragment.group = TwoRacks().Tree().LeafOf(2 * rack);
    return fragment;
}

/// @return the sum of a rack without its values, as a member of the root
InaPacket
SumOfRack(uint32_t seq, uint16_t rack)
{
    InaPacket sum = RackGradient(seq, rack, 0);
    sum.group = TwoRacks().Tree().Root();
    sum.bitmap = uint32_t{1} << rack;
    return sum;
}

TEST(FirstLevel, ALonelyWorkerOfARackNeedsNoAggregatorThere)
{
    const AggregationPlan racks({SwitchId{0}, SwitchId{0}, SwitchId{1}}, kRackOfPs);
    for (const char* const system : {"esa", "atp"})
    {
        RackSite first(system, SwitchId{1}, racks);
        InaPacket packet = RackGradient(5, 1, 0);
        packet.group = racks.Tree().LeafOf(2);
        packet.fanIn = 1;
        EXPECT_EQ(first.Process(packet), kCompletedForPs) << system;
        EXPECT_EQ(packet.kind, PacketKind::Gradient);
        EXPECT_EQ(packet.group, racks.Tree().Root());
        EXPECT_EQ(first.pipeline.Table().Occupied(), 0U);
    }
}

TEST(SecondLevel, SumsOfTwoGroupsDoNotMix)
{
    const AggregationPlan racks(std::vector<SwitchId>(64, SwitchId{0}), SwitchId{0});
    RackSite rig("esa", SwitchId{0}, racks);
    const auto fragmentOf = [&racks](uint16_t worker) {
        InaPacket fragment = GradientOf(1, 5, worker % 32, 0);
        fragment.group = racks.Tree().LeafOf(worker);
        fragment.fanIn = 32;
        return fragment;
    };
    EXPECT_EQ(rig.Process(fragmentOf(0)), kAllocated);
    EXPECT_EQ(rig.Process(fragmentOf(33)), kPassedThrough) << "the same task and aggregator";
    EXPECT_EQ(rig.Process(fragmentOf(1)), kAggregated);
}

TEST(SecondLevel, AReminderFetchesTheSumOfItsGroup)
{
    RackSite second("esa", kRackOfPs);
    EXPECT_EQ(second.Process(SumOfRack(5, 1)), kAllocated);
    InaPacket reminder = ControlPacketOf(PacketKind::Reminder, 1, 5);
    reminder.group = TwoRacks().Tree().Root();
    EXPECT_EQ(second.Process(reminder), kFetched);
    EXPECT_EQ(reminder.group, TwoRacks().Tree().Root());
    EXPECT_EQ(reminder.bitmap, 2U);
}

TEST(SecondLevel, AResendAsksForNothingThatHasGoneUp)
{
    RackSite first("atp", SwitchId{1});
    EXPECT_EQ(first.Process(RackGradient(5, 1, 0)), kAllocated);
    EXPECT_EQ(first.Process(RackGradient(5, 1, 1)), kCompletedForPs);
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    resend.group = TwoRacks().Tree().LeafOf(2);
    EXPECT_EQ(first.Process(resend), (Decision{Outcome::FetchMissed, Egress::ToParameterServer}));
    EXPECT_EQ(resend.bitmap, 0U);
    EXPECT_EQ(resend.group, TwoRacks().Tree().Root()) << "it asks the switch above";
    EXPECT_EQ(first.pipeline.Table().Occupied(), 1U) << "it waits for the result";
    // a sum of the root that was sent to the PS is in the same state
    RackSite home("atp", kRackOfPs);
    EXPECT_EQ(home.Process(SumOfRack(5, 0)), kAllocated);
    EXPECT_EQ(home.Process(SumOfRack(5, 1)), kCompletedForPs);
    EXPECT_EQ(home.Process(resend), kFetched);
}

} // namespace
} // namespace ns3::esa
