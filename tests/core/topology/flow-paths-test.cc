// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-flow-paths.h"

#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kLinks = 4;

/// The link that a packet of a flow takes.
std::size_t
LinkOf(FlowPaths paths, uint16_t sender, uint32_t number, uint64_t salt = 7, uint8_t round = 0)
{
    const FlowPacket packet{3, sender, 1, number, false, false, round};
    return ChooseFlowPath(paths, packet, salt, kLinks, sender);
}

TEST(FlowPaths, WithEcmpAFlowKeepsItsPath)
{
    std::set<std::size_t> ofFlows;
    for (uint16_t sender = 0; sender < 40; ++sender)
    {
        const std::size_t first = LinkOf(FlowPaths::Ecmp, sender, 0);
        ofFlows.insert(first);
        for (uint32_t number = 1; number < 20; ++number)
        {
            EXPECT_EQ(LinkOf(FlowPaths::Ecmp, sender, number, 7, number % 3), first);
        }
    }
    EXPECT_EQ(ofFlows.size(), kLinks) << "40 flows use all links";
}

TEST(FlowPaths, SwitchesChooseOnTheirOwn)
{
    std::set<std::size_t> atSecond; // of flows that take the first link at the first switch
    for (uint16_t sender = 0; sender < 100; ++sender)
    {
        if (LinkOf(FlowPaths::Ecmp, sender, 0, 1) == 0)
        {
            atSecond.insert(LinkOf(FlowPaths::Ecmp, sender, 0, 2));
        }
    }
    EXPECT_EQ(atSecond.size(), kLinks);
}

TEST(FlowPaths, SprayUsesAllPathsEvenly)
{
    std::vector<uint32_t> packets(kLinks, 0);
    for (uint32_t number = 0; number < 4000; ++number)
    {
        ++packets[LinkOf(FlowPaths::Spray, 5, number)];
    }
    for (const uint32_t count : packets)
    {
        EXPECT_NEAR(count, 1000, 120); // four standard deviations
    }
}

TEST(FlowPaths, ARepairMayTakeAnotherPath)
{
    std::set<std::size_t> links;
    for (uint8_t round = 0; round < 30; ++round)
    {
        links.insert(LinkOf(FlowPaths::Spray, 5, 9, 7, round));
    }
    EXPECT_EQ(links.size(), kLinks);
}

TEST(FlowPaths, ARailIsThatOfTheSender)
{
    for (uint16_t card = 0; card < 2 * kLinks; ++card)
    {
        EXPECT_EQ(LinkOf(FlowPaths::Rail, card, 17), card % kLinks);
    }
}

} // namespace
} // namespace ns3::esa
