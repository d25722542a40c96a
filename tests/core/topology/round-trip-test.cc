// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Round trips and bandwidth-delay products of the paths between the hosts of a job.

#include "ns3/esa-round-trip.h"
#include "ns3/esa-topology-shapes.h"

#include <ctime>
#include <gtest/gtest.h>
#include <numeric>

namespace ns3::esa::test
{
namespace
{

constexpr double kFrame = 1000; ///< 80 ns at 100 Gb/s

LinkTraits
Link(double gbps, double us)
{
    LinkTraits traits;
    traits.rateGbps = gbps;
    traits.delayUs = us;
    return traits;
}

/// Two racks of two hosts; the links of the second rack are longer, those between switches faster.
TopologyRoutes
TwoRacks()
{
    TopologyGraph graph;
    for (const char* const name : {"a", "b", "c", "d"})
    {
        graph.nodes.push_back({name, NodeRole::Host});
    }
    for (const char* const name : {"left", "right", "spine"})
    {
        graph.nodes.push_back({name, NodeRole::Switch});
    }
    graph.links = {{0, 4, Link(100, 1)},
                   {1, 4, Link(100, 1)},
                   {2, 5, Link(100, 3)},
                   {3, 5, Link(100, 3)},
                   {4, 6, Link(400, 2)},
                   {5, 6, Link(400, 2)}};
    return TopologyRoutes(graph);
}

TEST(RoundTrips, InARackAreFourLinks)
{
    const RoundTrips trips(TwoRacks(), {}, {{0, 1}});
    EXPECT_DOUBLE_EQ(trips.Longest(kFrame).us, 4 * (1 + 0.08));
    EXPECT_DOUBLE_EQ(trips.Longest(kFrame).bytes, 4 * 1.08 * 12500);
    EXPECT_DOUBLE_EQ(trips.ThroughOneSwitch(kFrame).us, 4 * 1.08);
}

TEST(RoundTrips, BetweenRacksAddTheLinksThere)
{
    const RoundTrips trips(TwoRacks(), {}, {{0, 2}});
    const double us = 2 * (1 + 3 + 2 + 2) + 4 * 0.08 + 4 * 0.02;
    EXPECT_DOUBLE_EQ(trips.Longest(kFrame).us, us);
    EXPECT_DOUBLE_EQ(trips.Longest(kFrame).bytes, us * 12500) << "the slowest link has 100 Gb/s";
    EXPECT_DOUBLE_EQ(trips.FurtherSwitchUs(kFrame), 2 * (2 + 0.02));
}

TEST(RoundTrips, AreThoseOfTheJobsThatThereAre)
{
    EXPECT_DOUBLE_EQ(RoundTrips(TwoRacks(), {}, {{0, 1}, {2, 3}}).Longest(kFrame).us, 4 * 3.08)
        << "another job uses the longer links";
}

TEST(RoundTrips, CountProcessingInEachSwitchAndAtBothEnds)
{
    RoundTripTimes times;
    times.switchUs = 0.5;
    times.hostsUs = 7;
    EXPECT_DOUBLE_EQ(RoundTrips(TwoRacks(), times, {{0, 1}}).Longest(kFrame).us,
                     4 * 1.08 + 2 * 0.5 + 7);
    EXPECT_DOUBLE_EQ(RoundTrips(TwoRacks(), times, {{0, 2}}).Longest(kFrame).us,
                     16.4 + 2 * 3 * 0.5 + 7);
}

/// Half a million pairs of racks, each by one of few spines, which have a link to every rack.
TEST(RoundTrips, OfAJobInAThousandRacksTakeNoTime)
{
    constexpr uint32_t kRacks = 1000;
    std::vector<uint32_t> hosts(kRacks); // one in each rack
    std::iota(hosts.begin(), hosts.end(), 0U);
    const TopologyRoutes routes(MakeLeafSpine(hosts, 8, Link(100, 1), Link(400, 2)));
    const std::clock_t begin = std::clock();
    const RoundTrips trips(routes, {}, {hosts});
    EXPECT_LT(std::clock() - begin, 3 * CLOCKS_PER_SEC);
    EXPECT_DOUBLE_EQ(trips.Longest(kFrame).us, 2 * (1 + 2 + 2 + 1) + 4 * 0.08 + 4 * 0.02);
}

TEST(RoundTrips, KnowWhatALinkHolds)
{
    EXPECT_DOUBLE_EQ(RoundTrips(TwoRacks(), {}, {{0, 1}}).LinkBytes().at(400), 2 * 2 * 50000.0)
        << "400 Gb/s for 2 us, there and back";
}

} // namespace
} // namespace ns3::esa::test
