// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "topology-test.h"

#include "ns3/esa-topology-graph.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/esa-topology-shapes.h"

#include <algorithm>
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
PathBetween(const TopologyRoutes& routes, SwitchId from, SwitchId to, uint64_t turn)
{
    std::vector<std::size_t> way;
    std::size_t at = routes.Racks()[ToNumber(from)];
    for (const std::size_t link : routes.LinksBetween(from, to, turn))
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

TEST(TopologyRoutes, TheOrderOfLinksChangesNoPath)
{
    TopologyGraph graph = MakeFatTree(4, {});
    const TopologyRoutes routes(graph);
    std::reverse(graph.links.begin(), graph.links.end());
    std::rotate(graph.links.begin(), graph.links.begin() + 7, graph.links.end());
    const TopologyRoutes others(graph);
    for (uint32_t from = 0; from < routes.Racks().size(); ++from)
    {
        for (uint32_t to = 0; to < routes.Racks().size(); ++to)
        {
            for (uint64_t turn = 0; turn < 8; ++turn)
            {
                EXPECT_EQ(PathBetween(others, SwitchId{from}, SwitchId{to}, turn),
                          PathBetween(routes, SwitchId{from}, SwitchId{to}, turn));
            }
        }
    }
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
    EXPECT_EQ(routes.HopsTo(routes.Racks()[0], SwitchId{1}), 3);
    for (uint64_t turn = 0; turn < 20; ++turn)
    {
        EXPECT_EQ(NamesOf(routes, PathBetween(routes, SwitchId{0}, SwitchId{1}, turn)),
                  (std::vector<std::string>{"1", "2"}));
    }
    EXPECT_TRUE(PathBetween(routes, SwitchId{1}, SwitchId{1}, 0).empty());
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
    EXPECT_EQ(NamesOf(routes, PathBetween(routes, SwitchId{0}, SwitchId{1}, 7)),
              (std::vector<std::string>{"1", "2", "3"}));
    EXPECT_TRUE(PathBetween(routes, SwitchId{0}, SwitchId{2}, 7).empty()) << "they are neighbours";
}

TEST(TopologyRoutes, AFatTreesWaysGoUpAndDown)
{
    const TopologyRoutes routes(MakeFatTree(4, {}));
    EXPECT_EQ(PathBetween(routes, SwitchId{0}, SwitchId{1}, 3).size(), 1) << "in a pod";
    const auto way = NamesOf(routes, PathBetween(routes, SwitchId{0}, SwitchId{7}, 3));
    ASSERT_EQ(way.size(), 3) << "between pods";
    EXPECT_EQ(way[0].substr(0, 13), "aggregation0_");
    EXPECT_EQ(way[1].substr(0, 4), "core");
    EXPECT_EQ(way[2].substr(0, 13), "aggregation3_");
}

TEST(TopologyRoutes, TheWaysOfOneTurnToARackMeetEarly)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    for (uint64_t turn = 0; turn < 20; ++turn)
    {
        // all four racks of pod 0 take the same aggregation and core switches to a rack of pod 7
        std::set<std::vector<std::size_t>> ways;
        for (uint32_t rack = 0; rack < 4; ++rack)
        {
            ways.insert(PathBetween(routes, SwitchId{rack}, SwitchId{31}, turn));
        }
        EXPECT_EQ(ways.size(), 1);
    }
}

TEST(TopologyRoutes, TheWaysOfOneTurnFromAllPodsMeetInACore)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    for (uint64_t turn = 0; turn < 20; ++turn)
    {
        std::set<std::size_t> cores;
        for (uint32_t pod = 0; pod < 7; ++pod)
        {
            cores.insert(PathBetween(routes, SwitchId{pod * 4}, SwitchId{31}, turn)[1]);
        }
        EXPECT_EQ(cores.size(), 1);
    }
}

TEST(TopologyRoutes, TreesOfAJobShareNoLink)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    EXPECT_EQ(routes.MaxTrees(100), 4U) << "aggregation switches of a pod";
    EXPECT_EQ(routes.MaxTrees(3), 4U) << "enough are known";
    EXPECT_EQ(TopologyRoutes(MakeStar(4, {})).MaxTrees(100), 1U);
    for (uint16_t job = 0; job < 50; ++job)
    {
        std::set<std::size_t> used;
        for (uint32_t tree = 0; tree < 4; ++tree)
        {
            const JobTree choice{job, tree};
            for (const std::size_t link : routes.LinksBetween(SwitchId{1}, SwitchId{30}, choice))
            {
                EXPECT_TRUE(used.insert(link).second) << "a link of two trees";
            }
        }
        const std::size_t first = routes.Racks()[1];
        EXPECT_EQ(routes.LinkTowards(first, SwitchId{30}, JobTree{job, 4}),
                  routes.LinkTowards(first, SwitchId{30}, JobTree{job, 0}));
    }
}

TEST(TopologyRoutes, SuccessiveTurnsTakeAllCoresBeforeOneAgain)
{
    const TopologyRoutes routes(MakeFatTree(8, {}));
    std::map<std::size_t, uint32_t> turnsOf; // by core switch
    for (uint64_t turn = 0; turn < 32; ++turn)
    {
        ++turnsOf[PathBetween(routes, SwitchId{0}, SwitchId{31}, turn)[1]];
    }
    ASSERT_EQ(turnsOf.size(), 16) << "all core switches are used";
    for (const auto& [core, turns] : turnsOf)
    {
        EXPECT_EQ(turns, 2U);
    }
}

/// Number of the spine that a job's tree takes from rack 2 to rack 0, of three racks and four
/// spines.
uint32_t
SpineOf(const TopologyRoutes& routes, const JobTree& job)
{
    const auto switches = routes.SwitchesBetween(SwitchId{2}, SwitchId{0}, job);
    EXPECT_EQ(switches.size(), 1U);
    const std::size_t node = routes.Switches()[ToNumber(switches.front())];
    EXPECT_EQ(routes.Graph().nodes[node].name,
              "spine" + std::to_string(ToNumber(switches.front()) - 3));
    return ToNumber(switches.front()) - 3;
}

TEST(TopologyRoutes, JobsTakeTheSpinesInTurn)
{
    const TopologyRoutes routes(MakeLeafSpine(3, 1, 4, {}, {}));
    for (uint16_t round = 0; round < 16; ++round)
    {
        std::set<uint32_t> spines;
        for (uint16_t job = round * 4; job < round * 4 + 4; ++job)
        {
            spines.insert(SpineOf(routes, job));
            EXPECT_EQ(SpineOf(routes, {job, 1}), (SpineOf(routes, job) + 1) % 4);
        }
        EXPECT_EQ(spines.size(), 4) << "round " << round;
    }
}

TEST(TopologyRoutes, JobsWithPsesInTheSameRackDoNotAllTakeOneSpine)
{
    const TopologyRoutes routes(MakeLeafSpine(3, 1, 4, {}, {}));
    for (const uint32_t racks : {2, 3, 4, 5, 8, 16}) // PSes stand in the racks in turn
    {
        std::map<uint32_t, uint32_t> jobsOf; // by spine
        for (uint32_t i = 0; i < 64; ++i)
        {
            ++jobsOf[SpineOf(routes, static_cast<uint16_t>(i * racks))];
        }
        ASSERT_EQ(jobsOf.size(), 4) << racks << " racks";
        for (const auto& [spine, jobs] : jobsOf)
        {
            EXPECT_NEAR(jobs, 16, 12) << racks << " racks, spine " << spine;
        }
    }
}

TEST(TopologyRoutes, SwitchesOfRacksHaveTheFirstNumbers)
{
    const TopologyRoutes routes(MakeFatTree(4, {}));
    ASSERT_EQ(routes.Switches().size(), 20U);
    for (uint32_t number = 0; number < 20; ++number)
    {
        const std::size_t node = routes.Switches()[number];
        EXPECT_EQ(routes.NumberOf(node), SwitchId{number});
        EXPECT_EQ(routes.LevelOf(node) == 0, number < 8);
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
    for (const TopologyFault& fault : FindTopologyFaults(tree))
    {
        // ways between racks may lead through racks in the tree, as ordinary frames do
        EXPECT_NE(fault.text.find("connected only through"), std::string::npos) << fault.text;
    }
}

} // namespace
} // namespace ns3::esa
