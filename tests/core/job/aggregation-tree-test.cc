// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/constants.h"

#include "ns3/esa-aggregation-tree.h"
#include "ns3/esa-group-memory.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return racks of workers that stand in racks of the same size, one after the other
std::vector<SwitchId>
Racks(uint32_t racks, uint32_t workersEach)
{
    std::vector<SwitchId> rackOf;
    for (uint32_t rack = 0; rack < racks; ++rack)
    {
        rackOf.insert(rackOf.end(), workersEach, SwitchId{rack});
    }
    return rackOf;
}

/// @return a packet of a group
InaPacket
PacketOf(uint16_t group, uint32_t bitmap)
{
    InaPacket packet;
    packet.group = group;
    packet.bitmap = bitmap;
    return packet;
}

/// @return the words that a packet names, with their bits
std::map<std::size_t, uint32_t>
WordsOf(const AggregationTree& tree, const InaPacket& packet)
{
    std::map<std::size_t, uint32_t> words;
    tree.ForEachWord(packet, [&words](std::size_t word, uint32_t bits) {
        EXPECT_TRUE(words.emplace(word, bits).second) << "each word is named once";
    });
    return words;
}

TEST(AggregationTree, OneGroupPerRackAndARoot)
{
    const AggregationTree tree(Racks(32, 32), kHome);
    EXPECT_EQ(tree.Leaves(), 32U);
    EXPECT_EQ(tree.Groups(), 33);
    EXPECT_EQ(tree.Levels(), 2U);
    EXPECT_EQ(tree.MaxAtOneSwitch(), 2U) << "the PS's rack has a leaf group and the root";
    EXPECT_EQ(tree.At(tree.Root()).rack, kHome);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 32);
    EXPECT_EQ(tree.At(tree.Root()).wireName, kAllWorkers);
    EXPECT_EQ(tree.At(2).wireName, 32) << "the first worker of its rack";
}

TEST(AggregationTree, ARackSendsOneSumUp)
{
    const AggregationTree tree(Racks(8, 128), kHome);
    EXPECT_EQ(tree.Leaves(), 32U);
    EXPECT_EQ(tree.Groups(), 32 + 7 + 1) << "the leaf groups beside the PS are the root's members";
    EXPECT_EQ(tree.Levels(), 3U);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 7 + 4);
    uint32_t fromOtherRacks = 0;
    for (const uint16_t member : tree.At(tree.Root()).members)
    {
        fromOtherRacks += tree.At(member).rack != kHome ? 1 : 0;
        EXPECT_EQ(tree.At(member).isLeaf, tree.At(member).rack == kHome);
    }
    EXPECT_EQ(fromOtherRacks, 7U);
}

TEST(AggregationTree, ThreeLevelsHoldThirtyTwoThousandWorkers)
{
    const AggregationTree tree(Racks(1024, 32), kHome);
    EXPECT_EQ(tree.Levels(), 3U);
    EXPECT_EQ(tree.Groups(), 1024 + 32 + 1);
    const AggregationTree inRacks(Racks(32, 1024), kHome);
    EXPECT_EQ(inRacks.Levels(), 4U) << "31 racks and 32 leaf groups beside the PS are 63 members";
    EXPECT_EQ(Racks(1024, 32).size(), kMaxTreeWorkers);
}

TEST(AggregationTree, AJobInOneRackIsSummedThereWhereverItsPsIs)
{
    const std::vector<SwitchId> rackOf(64, SwitchId{3});
    for (const SwitchId home : {SwitchId{3}, SwitchId{4}})
    {
        const AggregationTree tree(rackOf, home);
        EXPECT_EQ(tree.Groups(), 3);
        EXPECT_EQ(tree.At(tree.Root()).rack, SwitchId{3});
        EXPECT_EQ(tree.At(tree.Root()).wireName, home == SwitchId{3} ? kAllWorkers : 0);
    }
}

TEST(AggregationTree, GroupsHaveAboutTheSameSize)
{
    const AggregationTree tree(Racks(1, 33), kHome);
    ASSERT_EQ(tree.Groups(), 3);
    EXPECT_EQ(tree.At(1).FanIn(), 16);
    EXPECT_EQ(tree.At(2).FanIn(), 17);
}

TEST(AggregationTree, EveryGroupHasTheWorkersOfItsMembers)
{
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round)
    {
        std::vector<SwitchId> rackOf(2 + random() % 200);
        const uint32_t racks = 1 + random() % 40;
        for (SwitchId& rack : rackOf)
        {
            rack = SwitchId{static_cast<uint32_t>(random() % racks)};
        }
        const AggregationTree tree(rackOf, kHome, 2 + random() % 31);
        std::vector<uint32_t> seen(tree.Leaves(), 0);
        for (uint16_t worker = 0; worker < rackOf.size(); ++worker)
        {
            const WorkerBit place = tree.BitOf(worker);
            ASSERT_EQ(seen[place.word] & place.bit, 0U) << "each worker has a bit of its own";
            seen[place.word] |= place.bit;
            ASSERT_EQ(tree.At(tree.LeafOf(worker)).rack, rackOf[worker]);
            ASSERT_EQ(WordsOf(tree, PacketOf(tree.LeafOf(worker), place.bit)).at(place.word),
                      place.bit);
        }
        for (uint16_t number = tree.First(); number <= tree.Root(); ++number)
        {
            const AggregationTree::Group& group = tree.At(number);
            const auto words = WordsOf(tree, PacketOf(number, FullBitmap(group.FanIn())));
            ASSERT_EQ(group.parent == 0, number == tree.Root());
            ASSERT_TRUE(group.parent == 0 || group.parent > number);
            if (group.isLeaf)
            {
                ASSERT_EQ(words.size(), 1U);
                continue;
            }
            ASSERT_GE(group.FanIn(), 2) << "a group of one group needs no sum";
            std::map<std::size_t, uint32_t> ofMembers;
            for (std::size_t bit = 0; bit < group.members.size(); ++bit)
            {
                const uint16_t member = group.members[bit];
                ASSERT_EQ(tree.At(member).parent, number);
                ASSERT_EQ(tree.At(member).bitInParent, bit);
                ASSERT_TRUE(tree.At(member).rack == group.rack || group.rack == kHome)
                    << "sums go towards the PS";
                ofMembers.merge(
                    WordsOf(tree, PacketOf(member, FullBitmap(tree.At(member).FanIn()))));
            }
            ASSERT_EQ(words, ofMembers);
        }
        for (std::size_t word = 0; word < seen.size(); ++word)
        {
            ASSERT_EQ(seen[word], tree.FullWord(word));
        }
        ASSERT_EQ(
            WordsOf(tree, PacketOf(tree.Root(), FullBitmap(tree.At(tree.Root()).FanIn()))).size(),
            tree.Leaves())
            << "the root has all workers";
    }
}

TEST(AggregationTree, ImpossiblePacketsAreNobodys)
{
    const AggregationTree tree(Racks(2, 20), SwitchId{9});
    ASSERT_EQ(tree.Groups(), 3);
    EXPECT_TRUE(tree.IsPossible(PacketOf(1, 1)));
    EXPECT_TRUE(tree.IsPossible(PacketOf(1, 0)));
    EXPECT_TRUE(tree.IsPossible(PacketOf(3, 3)));
    EXPECT_FALSE(tree.IsPossible(PacketOf(0, 1)));
    EXPECT_FALSE(tree.IsPossible(PacketOf(4, 1)));
    EXPECT_FALSE(tree.IsPossible(PacketOf(1, 1U << 20)));
    EXPECT_FALSE(tree.IsPossible(PacketOf(3, 4)));
}

TEST(GroupIndexes, GroupsOfASwitchKeepATaskInDifferentAggregators)
{
    const AggregationPlan racks(Racks(3, 128), kHome);
    const uint32_t most = racks.Tree().MaxAtOneSwitch();
    for (const uint32_t parts : {most, 100U, 18939U})
    {
        const GroupIndexes pool = GroupIndexesOf(MemoryLayout::SharedPool, parts, 0, racks);
        for (const uint32_t first : {0U, parts / 2, parts - 1})
        {
            std::set<uint32_t> taken;
            for (uint32_t place = 0; place < most; ++place)
            {
                const uint32_t index = pool.IndexAt(first, place);
                EXPECT_LT(index, parts);
                EXPECT_TRUE(taken.insert(index).second);
                EXPECT_EQ(pool.FirstOf(index, place), first);
            }
        }
    }
}

TEST(GroupIndexes, AStaticShareIsDividedAmongTheGroups)
{
    const AggregationPlan racks(Racks(3, 128), kHome);
    const uint32_t most = racks.Tree().MaxAtOneSwitch();
    const GroupIndexes share = GroupIndexesOf(MemoryLayout::StaticShare, 1000, 100, racks);
    EXPECT_EQ(share.stride, 100 / most);
    EXPECT_EQ(share.table, 1000U);
    const GroupIndexes slots = GroupIndexesOf(MemoryLayout::StaticSlots, 1000, 100, racks);
    EXPECT_EQ(slots.stride, 2 * (100 / most)) << "an entry for each version";
    EXPECT_EQ(slots.table, 2000U);
    EXPECT_EQ(slots.IndexAt(101, 1) % 2, 1U) << "the version stays the lowest bit";
}

TEST(GroupIndexes, ASwitchHasNoMoreGroupsThanWereAllowedFor)
{
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round)
    {
        std::vector<SwitchId> rackOf(33 + random() % 3000);
        const uint32_t racks = 1 + random() % (round % 2 == 0 ? 4 : 3000);
        for (SwitchId& rack : rackOf)
        {
            rack = SwitchId{static_cast<uint32_t>(random() % racks)};
        }
        const auto workers = static_cast<uint32_t>(rackOf.size());
        ASSERT_LE(GroupsAtOneSwitch(AggregationPlan(rackOf, kHome)), MaxGroupsAtOneSwitch(workers))
            << workers << " workers in " << racks << " racks";
    }
    EXPECT_EQ(MaxGroupsAtOneSwitch(32), 1U);
}

TEST(GroupIndexes, ATinyPoolIsShared)
{
    const AggregationPlan racks(Racks(3, 128), kHome);
    const GroupIndexes pool = GroupIndexesOf(MemoryLayout::SharedPool, 1, 0, racks);
    for (uint32_t place = 0; place < racks.Tree().MaxAtOneSwitch(); ++place)
    {
        EXPECT_EQ(pool.IndexAt(0, place), 0U);
        EXPECT_EQ(pool.FirstOf(0, place), 0U);
    }
}

TEST(AggregationTree, TheOnlyGroupOfAJobIsZero)
{
    const std::vector<SwitchId> rackOf(32, SwitchId{3});
    for (const SwitchId home : {SwitchId{3}, SwitchId{4}})
    {
        const AggregationTree tree(rackOf, home);
        ASSERT_EQ(tree.Groups(), 1);
        ASSERT_TRUE(tree.Has(0));
        EXPECT_FALSE(tree.Has(1));
        EXPECT_EQ(tree.Root(), 0);
        EXPECT_EQ(tree.LeafOf(31), 0);
        EXPECT_EQ(tree.At(0).rack, SwitchId{3});
        EXPECT_EQ(tree.At(0).FanIn(), 32);
        EXPECT_EQ(tree.At(0).wireName, home == SwitchId{3} ? kAllWorkers : 0);
        EXPECT_EQ(tree.Levels(), 1U);
        EXPECT_TRUE(tree.IsPossible(PacketOf(0, 1U << 31)));
        EXPECT_EQ(WordsOf(tree, PacketOf(0, 5)).at(0), 5U) << "bit w is worker w";
    }
    EXPECT_FALSE(AggregationTree(Racks(2, 2), kHome).Has(0)) << "several begin with 1";
}

TEST(AggregationTree, WorkersBesideThePsJoinTheSumsOfTheOtherRacks)
{
    const AggregationTree tree(Racks(2, 16), kHome);
    EXPECT_EQ(tree.At(tree.Root()).FanIn(), 17) << "a sum, and 16 workers";
    EXPECT_EQ(tree.MaxAtOneSwitch(), 1U);
    const AggregationTree tight(Racks(2, 32), kHome);
    EXPECT_EQ(tight.At(tight.Root()).FanIn(), 2) << "33 members have no room in a bitmap";
}

} // namespace
} // namespace ns3::esa
