// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/constants.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-group-table.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Workers 1 and 3 in rack 7, 0 and 4 in the PS's rack 2, 2 in rack 5.
const std::vector<SwitchId> kRackOf = RacksFrom({2, 7, 5, 7, 2});
constexpr SwitchId kRackOfPs{2};

/// @return a packet of a group
InaPacket
PacketInGroup(PacketKind kind, uint16_t group)
{
    InaPacket packet;
    packet.kind = kind;
    packet.group = group;
    return packet;
}

TEST(AggregationPlan, TheMembersOfTheRootAreTheWorkersBesideThePsAndTheOtherRacks)
{
    const AggregationPlan racks(kRackOf, kRackOfPs);
    const AggregationTree& tree = racks.Tree();
    EXPECT_EQ(tree.Groups(), 5);
    EXPECT_EQ(tree.At(tree.Root()).rack, kRackOfPs);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 4) << "workers 0 and 4, racks 7 and 5";
    const WorkerAddress third = racks.AddressOf(3);
    EXPECT_EQ(third.bitmap, 2U) << "the second of rack 7";
    EXPECT_EQ(third.fanIn, 2);
    EXPECT_EQ(tree.At(third.group).parent, tree.Root());
    const WorkerAddress fourth = racks.AddressOf(4);
    EXPECT_EQ(fourth.group, tree.Root()) << "beside the PS";
    EXPECT_EQ(fourth.fanIn, 4);
    EXPECT_EQ(fourth.bitmap, 1U << tree.At(tree.LeafOf(4)).bitInParent);
    EXPECT_EQ(tree.MaxAtOneSwitch(), 1U) << "a task needs one aggregator at each switch";
}

TEST(SummingSwitches, AreThoseThatAddSomething)
{
    const SwitchId a{0};
    const SwitchId b{1};
    const SwitchId c{2};
    EXPECT_EQ(SummingSwitches(AggregationPlan({a, a}, b)), std::set<SwitchId>{a});
    EXPECT_EQ(SummingSwitches(AggregationPlan({a}, b)), std::set<SwitchId>{});
    EXPECT_EQ(SummingSwitches(AggregationPlan({a, b}, c)), std::set<SwitchId>{c});
    EXPECT_EQ(SummingSwitches(AggregationPlan({a, a, b}, c)), (std::set<SwitchId>{a, c}));
    EXPECT_EQ(SummingSwitches(AggregationPlan({a, a, b}, c, 2)), (std::set<SwitchId>{a, c}))
        << "with groups of two";
    EXPECT_EQ(SummingSwitches(AggregationPlan(2)), std::set<SwitchId>{SwitchId{0}});
}

TEST(GroupTable, SumsGoToTheSwitchOfTheirGroup)
{
    const AggregationPlan racks(kRackOf, kRackOfPs);
    const AggregationTree& tree = racks.Tree();
    const GroupTable home(racks, kRackOfPs);
    const GroupTable far(racks, SwitchId{7});
    for (const PacketKind kind : {PacketKind::Gradient, PacketKind::Resend})
    {
        const InaPacket ofRack = PacketInGroup(kind, tree.LeafOf(1));
        EXPECT_FALSE(far.Bypasses(ofRack, {}));
        EXPECT_TRUE(home.Bypasses(ofRack, {})) << "it met a collision there";
        EXPECT_EQ(home.BypassEgress(ofRack), Egress::ToParameterServer);
        const InaPacket ofRoot = PacketInGroup(kind, tree.Root());
        EXPECT_TRUE(far.Bypasses(ofRoot, {}));
        EXPECT_FALSE(home.Bypasses(ofRoot, {}));
    }
    EXPECT_FALSE(home.Bypasses(PacketInGroup(PacketKind::Partial, tree.LeafOf(1)), {}))
        << "the pipeline forwards it";
}

TEST(GroupTable, AResultForAJobInAnotherRackPassesThePssSwitch)
{
    const AggregationPlan racks({SwitchId{7}, SwitchId{7}}, kRackOfPs);
    const GroupTable home(racks, kRackOfPs);
    const InaPacket result = PacketInGroup(PacketKind::Result, racks.Tree().Root());
    EXPECT_TRUE(home.Bypasses(result, {}));
    EXPECT_EQ(home.BypassEgress(result), Egress::ToWorker);
    EXPECT_FALSE(GroupTable(racks, SwitchId{7}).Bypasses(result, {}));
}

} // namespace
} // namespace ns3::esa
