// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "topology-test.h"

#include "ns3/esa-topology-graph.h"
#include "ns3/esa-topology-shapes.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

using Place = TopologyFault::Place;

/// A topology, and its only mistake.
struct FaultCase
{
    TopologyGraph graph; ///< the topology
    Place place;         ///< where the mistake is
    std::size_t index;   ///< of the node or link
    std::string words;   ///< in its text
};

/// The graph with the rates of its first links; 0: none.
TopologyGraph
Rated(TopologyGraph graph, const std::vector<double>& gbps)
{
    for (std::size_t link = 0; link < gbps.size(); ++link)
    {
        if (gbps[link] > 0)
        {
            graph.links[link].traits.rateGbps = gbps[link];
        }
    }
    return graph;
}

TEST(TopologyFaults, EachNamesNodesAndLinks)
{
    const std::vector<FaultCase> cases{
        {GraphOf({"h"}, {"s"}, {{"h", "h"}}), Place::Link, 0, "h is linked to itself"},
        {GraphOf({"h", "h"}, {"s"}, {{"h", "s"}}), Place::Node, 1, "the name h"},
        {GraphOf({"h", "g"}, {"s"}, {{"h", "s"}}), Place::Node, 1, "the host g has no link"},
        {GraphOf({"h"}, {"s", "t"}, {{"h", "s"}, {"h", "t"}, {"h", "s"}}),
         Place::Link,
         2,
         "a second link of the host h to s"},
        {Rated(GraphOf({"h"}, {"s", "t"}, {{"h", "s"}, {"h", "t"}}), {0, 100}),
         Place::Link,
         1,
         "some links of the host h have rate_gbps"},
        {Rated(GraphOf({"h"}, {"s", "t"}, {{"h", "s"}, {"h", "t"}, {"t", "s"}}), {100, 2400}),
         Place::Link,
         1,
         "the fastest link of the host h leads to t, which has links to switches"},
        {GraphOf({"h", "g"}, {}, {{"h", "g"}}), Place::Link, 0, "the hosts h and g are linked"},
        {GraphOf({}, {"s", "t"}, {{"s", "t"}}), Place::Graph, 0, "there is no host"},
        {GraphOf({}, {}, {}), Place::Graph, 0, "there is no host"},
        {GraphOf({"h", "g"}, {"s", "t"}, {{"h", "s"}, {"g", "t"}}),
         Place::Node,
         3,
         "the switch t is not connected with s"},
        {GraphOf({"h", "g", "f"},
                 {"s", "t", "u"},
                 {{"h", "s"}, {"g", "t"}, {"f", "u"}, {"s", "t"}, {"t", "u"}}),
         Place::Node,
         5,
         "u and s are connected only through other switches that have hosts"},
    };
    for (const FaultCase& expected : cases)
    {
        SCOPED_TRACE(expected.words);
        const auto faults = FindTopologyFaults(expected.graph);
        ASSERT_FALSE(faults.empty());
        EXPECT_EQ(faults.front().place, expected.place);
        EXPECT_EQ(faults.front().index, expected.index);
        EXPECT_NE(faults.front().text.find(expected.words), std::string::npos)
            << faults.front().text;
    }
}

TEST(TopologyFaults, ThereAreAsManyRacksAsTheWaysCanBeFoundFor)
{
    const auto graph = MakeLeafSpine(kMaxRacks, 1, 1, {}, {});
    EXPECT_TRUE(FindTopologyFaults(graph).empty());
    const auto faults = FindTopologyFaults(MakeLeafSpine(kMaxRacks + 1, 1, 1, {}, {}));
    ASSERT_EQ(faults.size(), 1);
    EXPECT_NE(faults.front().text.find("at most 4096"), std::string::npos);
}

TEST(TopologyFaults, TheShapesHaveNone)
{
    EXPECT_TRUE(FindTopologyFaults(MakeStar(5, {})).empty());
    EXPECT_TRUE(FindTopologyFaults(MakeLeafSpine(3, 2, 4, {}, {})).empty());
    for (const uint32_t k : {2, 4, 6, 16})
    {
        EXPECT_TRUE(FindTopologyFaults(MakeFatTree(k, {})).empty());
    }
}

} // namespace
} // namespace ns3::esa
