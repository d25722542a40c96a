/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-job-racks.h"
#include "ns3/esa-rack-route.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Workers 1 and 3 in rack 7, 0 and 4 in the PS's rack 2, 2 in rack 5.
const std::vector<RackId> kRackOf{RackId{2}, RackId{7}, RackId{5}, RackId{7}, RackId{2}};
constexpr RackId kHome{2};

/// @return a worker's fragment
Fragment
FragmentOf(const JobRacks& racks, uint16_t worker)
{
    const LevelAddress address = racks.AddressOf(worker, static_cast<uint8_t>(kRackOf.size()));
    Fragment fragment;
    fragment.bitmap0 = address.bitmap0;
    fragment.bitmap1 = address.bitmap1;
    fragment.fanIn0 = address.fanIn0;
    fragment.fanIn1 = address.fanIn1;
    fragment.secondLevel = address.secondLevel;
    return fragment;
}

TEST(JobRacks, OneRackIsOneLevelWhereverThePsIs)
{
    const std::vector<RackId> rackOf(3, RackId{3});
    for (const RackId home : {RackId{3}, RackId{4}})
    {
        const JobRacks racks(rackOf, home);
        const LevelAddress address = racks.AddressOf(2, 3);
        EXPECT_EQ(address.bitmap0, 4U);
        EXPECT_EQ(address.fanIn0, 3);
        EXPECT_EQ(address.fanIn1, 0);
        EXPECT_FALSE(address.secondLevel);
        EXPECT_EQ(JobRacks::EntriesOf(rackOf, home), 0U);
        Fragment sum;
        sum.bitmap0 = 5;
        EXPECT_EQ(racks.WorkersIn(sum), 5U);
    }
}

TEST(JobRacks, ARemindersWayIsToTheRacksWithAPart)
{
    using Racks = std::vector<RackId>;
    const Racks rackOf(2, RackId{3});
    EXPECT_EQ(JobRacks().RelatedRacks(), Racks{JobRacks().Home()});
    EXPECT_EQ(JobRacks(rackOf, RackId{3}).RelatedRacks(), Racks({RackId{3}}));
    EXPECT_EQ(JobRacks(rackOf, RackId{4}).RelatedRacks(), Racks({RackId{3}}));
    EXPECT_EQ(JobRacks(kRackOf, kHome).RelatedRacks(), Racks({kHome, RackId{7}, RackId{5}}));
}

TEST(JobRacks, PacketsNameARackByItsFirstWorker)
{
    const JobRacks racks(kRackOf, kHome);
    EXPECT_EQ(racks.WireNameOf(kHome), kAllWorkers);
    EXPECT_EQ(racks.WireNameOf(RackId{7}), 1);
    EXPECT_EQ(racks.WireNameOf(RackId{5}), 2);
    for (const RackId rack : racks.RelatedRacks())
    {
        EXPECT_EQ(racks.RackNamed(racks.WireNameOf(rack)), rack);
    }
    EXPECT_EQ(racks.RackNamed(3), RackId{7}) << "any of its workers will do";
    EXPECT_FALSE(racks.RackNamed(5)) << "there are five workers";
    EXPECT_EQ(JobRacks().RackNamed(JobRacks().WireNameOf(JobRacks().Home())), JobRacks().Home());
}

TEST(JobRacks, EntriesAreOtherRacksAndTheWorkersBesideThePs)
{
    const JobRacks racks(kRackOf, kHome);
    EXPECT_EQ(JobRacks::EntriesOf(kRackOf, kHome), 4U);
    const Fragment third = FragmentOf(racks, 3); // second of rack 7, which is the first entry
    EXPECT_EQ(third.bitmap0, 2U);
    EXPECT_EQ(third.fanIn0, 2);
    EXPECT_EQ(third.bitmap1, 1U);
    EXPECT_EQ(third.fanIn1, 4);
    EXPECT_FALSE(third.secondLevel);
    const Fragment fourth = FragmentOf(racks, 4); // beside the PS
    EXPECT_EQ(fourth.bitmap1, 8U);
    EXPECT_TRUE(fourth.secondLevel);
}

TEST(JobRacks, WorkersAreFoundInFragmentsAndSums)
{
    const JobRacks racks(kRackOf, kHome);
    for (uint16_t worker = 0; worker < kRackOf.size(); ++worker)
    {
        EXPECT_EQ(racks.WorkersIn(FragmentOf(racks, worker)), 1U << worker);
    }
    Fragment sum = FragmentOf(racks, 1);
    sum.bitmap0 = 3; // all of rack 7
    EXPECT_EQ(racks.WorkersIn(sum), 0b01010U);
    sum.secondLevel = true;
    sum.bitmap1 = 0b1011; // racks 7 and 5, and worker 4
    EXPECT_EQ(racks.WorkersIn(sum), 0b11110U);
    sum.bitmap1 = 0;
    EXPECT_EQ(racks.WorkersIn(sum), 0U);
}

TEST(JobRacks, ImpossibleBitmapsAreNobodys)
{
    const JobRacks racks(kRackOf, kHome);
    Fragment packet = FragmentOf(racks, 1);
    packet.bitmap0 = 4; // rack 7 has two workers
    EXPECT_FALSE(racks.WorkersIn(packet));
    packet = FragmentOf(racks, 1);
    packet.bitmap1 = 3; // of two racks at once
    EXPECT_FALSE(racks.WorkersIn(packet));
    packet.bitmap1 = 0;
    EXPECT_FALSE(racks.WorkersIn(packet));
    packet = FragmentOf(racks, 0);
    packet.bitmap1 = 16; // there are four entries
    EXPECT_FALSE(racks.WorkersIn(packet));
}

TEST(RackRoute, EachSwitchKnowsItsOwn)
{
    const RackRoute home(JobRacks(kRackOf, kHome), kHome);
    EXPECT_TRUE(home.IsHome());
    EXPECT_EQ(home.LocalWorkers(), std::vector<uint16_t>({0, 4}));
    ASSERT_EQ(home.OtherRacks().size(), 2U);
    EXPECT_EQ(home.OtherRacks()[0].rack, RackId{7});
    EXPECT_EQ(home.OtherRacks()[0].wireName, 1);
    EXPECT_EQ(home.OtherRacks()[1].rack, RackId{5});
    EXPECT_EQ(home.OtherRacks()[1].wireName, 2);
    const RackRoute other(JobRacks(kRackOf, kHome), RackId{7});
    EXPECT_FALSE(other.IsHome());
    EXPECT_EQ(other.LocalWorkers(), std::vector<uint16_t>({1, 3}));
    EXPECT_TRUE(other.OtherRacks().empty());
    EXPECT_TRUE(other.HasMembers());
    EXPECT_FALSE(RackRoute(JobRacks(kRackOf, kHome), RackId{6}).HasMembers());
    EXPECT_FALSE(RackRoute().HasMembers());
}

TEST(RackRoute, RemindersPassTheSwitchesOfOtherRacks)
{
    const RackRoute home(JobRacks(kRackOf, kHome), kHome);
    const RackRoute other(JobRacks(kRackOf, kHome), RackId{7});
    Fragment reminder;
    reminder.kind = PacketKind::Reminder;
    reminder.worker = kAllWorkers;
    EXPECT_FALSE(home.PassesBy(reminder, {}));
    reminder.worker = 1;
    EXPECT_TRUE(home.PassesBy(reminder, {}));
    EXPECT_FALSE(other.PassesBy(reminder, {}));
}

TEST(RackRoute, ResultsPassSwitchesThatKeepThem)
{
    SwitchPart keeps{};
    keeps.release = ReleaseRule::OnReuse;
    Fragment result;
    result.kind = PacketKind::Result;
    result.worker = 1;
    const RackRoute other(JobRacks(kRackOf, kHome), RackId{7});
    EXPECT_TRUE(other.PassesBy(result, keeps));
    EXPECT_FALSE(other.PassesBy(result, {}));
    EXPECT_FALSE(RackRoute(JobRacks(kRackOf, kHome), kHome).PassesBy(result, keeps));
}

} // namespace
} // namespace ns3::esa
