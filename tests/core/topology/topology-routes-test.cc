/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "topology-test.h"

#include "ns3/esa-topology-faults.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/esa-topology-shapes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace ns3::esa
{
namespace
{

/// The names of nodes.
std::vector<std::string>
NamesOf(const TopologyRoutes& routes, const std::vector<std::size_t>& nodes)
{
    std::vector<std::string> names;
    for (const std::size_t node : nodes)
    {
        names.push_back(routes.Graph().nodes[node].name);
    }
    return names;
}

/// The switches between the switches of two racks, in order.
std::vector<std::size_t>
WayBetween(const TopologyRoutes& routes, RackId from, RackId to, uint64_t key)
{
    std::vector<std::size_t> way;
    std::size_t at = routes.Racks()[ToNumber(from)];
    for (const std::size_t link : routes.LinksBetween(from, to, key))
    {
        at = routes.OtherEnd(link, at);
        way.push_back(at);
    }
    if (!way.empty())
    {
        way.pop_back(); // the other rack's switch
    }
    return way;
}

TEST(TopologyShapes, AFatTreeHasTheSizesOfItsPaper)
{
    for (const uint32_t k : {2, 4, 8, 16, 32})
    {
        SCOPED_TRACE(k);
        const TopologyRoutes routes(MakeFatTree(k, {}));
        EXPECT_EQ(routes.Hosts().size(), k * k * k / 4);
        EXPECT_EQ(routes.Racks().size(), k * k / 2);
        EXPECT_EQ(routes.Graph().nodes.size(), k * k * k / 4 + 5 * k * k / 4);
        std::vector<uint32_t> ports(routes.Graph().nodes.size(), 0);
        for (const TopologyLink& link : routes.Graph().links)
        {
            ++ports[link.a];
            ++ports[link.b];
        }
        for (std::size_t node = 0; node < ports.size(); ++node)
        {
            EXPECT_EQ(ports[node], node < routes.Hosts().size() ? 1 : k);
        }
        EXPECT_EQ(routes.LongestWay(), 4);
    }
}

TEST(TopologyRoutes, HostsStandInTheRacksOfTheirSwitches)
{
    const TopologyRoutes routes(MakeLeafSpine(3, 2, 2, {}, {}));
    EXPECT_EQ(NamesOf(routes, routes.Racks()),
              (std::vector<std::string>{"rack0", "rack1", "rack2"}));
    for (std::size_t host = 0; host < 6; ++host)
    {
        EXPECT_EQ(ToNumber(routes.RackOf(host)), host / 2);
        EXPECT_EQ(routes.UpperEnd(routes.LinkOf(host)), routes.Racks()[host / 2]);
    }
}

TEST(TopologyRoutes, WaysAreTheShortest)
{
    // a ring of switches without hosts, two of which have a rack each; and a longer way around
    const TopologyRoutes routes(GraphOf({"g", "h"},
                                        {"r", "s", "1", "2", "3", "4"},
                                        {{"g", "r"},
                                         {"h", "s"},
                                         {"r", "1"},
                                         {"1", "2"},
                                         {"2", "s"},
                                         {"1", "3"},
                                         {"3", "4"},
                                         {"4", "2"}}));
    EXPECT_EQ(routes.HopsTo(routes.Racks()[0], RackId{1}), 3);
    for (uint64_t key = 0; key < 20; ++key)
    {
        EXPECT_EQ(NamesOf(routes, WayBetween(routes, RackId{0}, RackId{1}, key)),
                  (std::vector<std::string>{"1", "2"}));
    }
    EXPECT_TRUE(WayBetween(routes, RackId{1}, RackId{1}, 0).empty());
}

TEST(TopologyRoutes, NoWayLeadsThroughAThirdRack)
{
    // the way over the rack t is shorter than that over 1, 2, 3
    const TopologyRoutes routes(GraphOf({"f", "g", "h"},
                                        {"r", "s", "t", "1", "2", "3"},
                                        {{"f", "r"},
                                         {"g", "s"},
                                         {"h", "t"},
                                         {"r", "t"},
                                         {"t", "s"},
                                         {"r", "1"},
                                         {"1", "2"},
                                         {"2", "3"},
                                         {"3", "s"}}));
    EXPECT_EQ(NamesOf(routes, WayBetween(routes, RackId{0}, RackId{1}, 7)),
              (std::vector<std::string>{"1", "2", "3"}));
    EXPECT_TRUE(WayBetween(routes, RackId{0}, RackId{2}, 7).empty()) << "they are neighbours";
}

TEST(TopologyRoutes, AFatTreesWaysGoUpAndDown)
{
    const TopologyRoutes routes(MakeFatTree(4, {}));
    EXPECT_EQ(WayBetween(routes, RackId{0}, RackId{1}, 3).size(), 1) << "in a pod";
    const auto way = NamesOf(routes, WayBetween(routes, RackId{0}, RackId{7}, 3));
    ASSERT_EQ(way.size(), 3) << "between pods";
    EXPECT_EQ(way[0].substr(0, 13), "aggregation0_");
    EXPECT_EQ(way[1].substr(0, 4), "core");
    EXPECT_EQ(way[2].substr(0, 13), "aggregation3_");
}

TEST(TopologyRoutes, EqualKeysTakeOneWay)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    const TopologyRoutes others(MakeFatTree(8, {}));
    for (uint64_t key = 0; key < 50; ++key)
    {
        const auto way = WayBetween(routes, RackId{1}, RackId{30}, key);
        EXPECT_EQ(way, WayBetween(routes, RackId{1}, RackId{30}, key));
        EXPECT_EQ(way, WayBetween(others, RackId{1}, RackId{30}, key)) << "there is no seed";
    }
}

TEST(TopologyRoutes, TheWaysOfOneKeyToARackMeetEarly)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    for (uint64_t key = 0; key < 20; ++key)
    {
        // all four racks of pod 0 take the same aggregation and core switches to a rack of pod 7
        std::set<std::vector<std::size_t>> ways;
        for (uint32_t rack = 0; rack < 4; ++rack)
        {
            ways.insert(WayBetween(routes, RackId{rack}, RackId{31}, key));
        }
        EXPECT_EQ(ways.size(), 1);
    }
}

TEST(TopologyRoutes, TreesOfAJobShareNoLink)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    EXPECT_EQ(routes.MostTrees(100), 4U) << "aggregation switches of a pod";
    EXPECT_EQ(routes.MostTrees(3), 4U) << "enough are known";
    EXPECT_EQ(TopologyRoutes(MakeStar(4, {})).MostTrees(100), 1U);
    for (uint64_t key = 0; key < 50; ++key)
    {
        std::set<std::size_t> used;
        for (uint32_t tree = 0; tree < 4; ++tree)
        {
            std::size_t at = routes.Racks()[1];
            while (at != routes.Racks()[30])
            {
                const std::size_t link = routes.LinkTowards(at, RackId{30}, key, tree);
                EXPECT_TRUE(used.insert(link).second) << "a link of two trees";
                at = routes.OtherEnd(link, at);
            }
        }
        EXPECT_EQ(routes.LinkTowards(routes.Racks()[1], RackId{30}, key, 4),
                  routes.LinkTowards(routes.Racks()[1], RackId{30}, key));
    }
}

TEST(TopologyRoutes, KeysAreSpreadEvenly)
{
    constexpr uint32_t kKeys = 16000;
    const TopologyRoutes routes(MakeFatTree(8, {}));
    std::map<std::size_t, uint32_t> keysOf; // by core switch
    for (uint64_t key = 0; key < kKeys; ++key)
    {
        ++keysOf[WayBetween(routes, RackId{0}, RackId{31}, key)[1]];
    }
    ASSERT_EQ(keysOf.size(), 16) << "all core switches are used";
    const double expected = kKeys / 16.0;
    for (const auto& [core, keys] : keysOf)
    {
        EXPECT_NEAR(keys, expected, 5 * std::sqrt(expected));
    }
}

TEST(TopologyRoutes, TheUpperEndIsFartherFromTheRacks)
{
    const TopologyRoutes routes(MakeFatTree(4, {}));
    for (std::size_t link = 0; link < routes.Graph().links.size(); ++link)
    {
        const std::size_t upper = routes.UpperEnd(link);
        const std::string& above = routes.Graph().nodes[upper].name;
        const std::string& below = routes.Graph().nodes[routes.OtherEnd(link, upper)].name;
        const std::map<char, int> levels{{'h', 0}, {'e', 1}, {'a', 2}, {'c', 3}};
        EXPECT_EQ(levels.at(above[0]), levels.at(below[0]) + 1) << below << " " << above;
    }
}

TEST(TopologyRoutes, ASpanningTreeReachesEveryNodeOnce)
{
    const TopologyRoutes routes(MakeFatTree(6, {}));
    const auto isInTree = routes.SpanningTree();
    TopologyGraph tree = routes.Graph();
    tree.links.clear();
    for (std::size_t link = 0; link < isInTree.size(); ++link)
    {
        if (isInTree[link])
        {
            tree.links.push_back(routes.Graph().links[link]);
        }
    }
    EXPECT_EQ(tree.links.size(), tree.nodes.size() - 1);
    tree.isTree = true;
    for (const TopologyFault& fault : FindTopologyFaults(tree))
    {
        // ways between racks may lead through racks in the tree, as ordinary frames do
        EXPECT_NE(fault.text.find("connected only through"), std::string::npos) << fault.text;
    }
}

TEST(TopologyRoutes, SixteenThousandHostsNeedNoTableOfHosts)
{
    const TopologyRoutes routes(MakeLeafSpine(512, 32, 16, {}, {}));
    EXPECT_EQ(routes.Hosts().size(), 16384);
    EXPECT_EQ(routes.LongestWay(), 2);
}

} // namespace
} // namespace ns3::esa
