// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "topology-test.h"

#include "ns3/esa-network-failures.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/esa-topology-shapes.h"

#include <gtest/gtest.h>
#include <set>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kDetection{10};

/// A failure of a link between switches of a graph.
NetworkFailure
FailureAt(const TopologyGraph& graph,
          const std::string& node,
          int64_t from,
          std::optional<int64_t> until = {})
{
    NetworkFailure failure{LinksAt(graph, node), Picoseconds(from), {}};
    if (until)
    {
        failure.until = Picoseconds(*until);
    }
    return failure;
}

TEST(NetworkFailures, PathsChangeAfterTheDetectionDelay)
{
    const TopologyGraph graph = MakeLeafSpine(2, 1, 2, {}, {});
    const auto changes = RouteChanges(graph, {FailureAt(graph, "spine1", 100, 150)}, kDetection);
    ASSERT_EQ(changes.size(), 2U);
    EXPECT_EQ(changes[0].at, Picoseconds(110));
    EXPECT_EQ(changes[0].lost, LinksAt(graph, "spine1"));
    EXPECT_EQ(changes[1].at, Picoseconds(160));
    EXPECT_TRUE(changes[1].lost.empty());
}

TEST(NetworkFailures, AShortOneIsNotNoticed)
{
    const TopologyGraph graph = MakeLeafSpine(2, 1, 2, {}, {});
    EXPECT_TRUE(RouteChanges(graph, {FailureAt(graph, "spine1", 100, 110)}, kDetection).empty());
    EXPECT_EQ(RouteChanges(graph, {FailureAt(graph, "spine1", 100, 111)}, kDetection).size(), 2U);
}

TEST(NetworkFailures, TwoThatOverlapAreUndoneOneByOne)
{
    const TopologyGraph graph = MakeLeafSpine(2, 1, 3, {}, {});
    const auto changes =
        RouteChanges(graph,
                     {FailureAt(graph, "spine1", 100, 300), FailureAt(graph, "spine2", 200)},
                     kDetection);
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[1].lost.size(), 4U);
    EXPECT_EQ(changes[2].at, Picoseconds(310));
    EXPECT_EQ(changes[2].lost, LinksAt(graph, "spine2"));
}

TEST(NetworkFailures, OneThatHasEndedIsAvoidedUntilThatIsDetected)
{
    const TopologyGraph graph = MakeLeafSpine(2, 1, 3, {}, {});
    const auto changes =
        RouteChanges(graph,
                     {FailureAt(graph, "spine1", 100, 300), FailureAt(graph, "spine2", 295)},
                     kDetection);
    ASSERT_EQ(changes.size(), 3U);
    EXPECT_EQ(changes[1].at, Picoseconds(305));
    EXPECT_EQ(changes[1].lost.size(), 4U) << "the end of the first is detected at 310";
}

TEST(NetworkFailures, TheLinkOfAHostHasNoOtherPath)
{
    const TopologyGraph graph = MakeLeafSpine(2, 1, 2, {}, {});
    const NetworkFailure failure{LinksBetween(graph, "host1", "rack1"), Picoseconds(1), {}};
    EXPECT_EQ(failure.links.size(), 1U);
    EXPECT_TRUE(RouteChanges(graph, {failure}, kDetection).empty());
    EXPECT_TRUE(LinksBetween(graph, "host1", "rack0").empty());
}

/// The links between two racks for a job.
std::vector<std::size_t>
LinksOfJob(const TopologyRoutes& routes, uint16_t job, uint32_t from = 0, uint32_t to = 1)
{
    return routes.LinksBetween(SwitchId{from}, SwitchId{to}, JobTree{job, 0});
}

TEST(RoutesWithout, OnlyWhatIsLostIsAvoided)
{
    const TopologyRoutes whole(MakeLeafSpine(4, 1, 3, {}, {}));
    const auto lost = LinksAt(whole.Graph(), "spine0");
    const TopologyRoutes left = whole.Without(lost);
    const std::set<std::size_t> gone(lost.begin(), lost.end());
    uint32_t moved = 0;
    for (uint16_t job = 0; job < 30; ++job)
    {
        const auto before = LinksOfJob(whole, job);
        const auto after = LinksOfJob(left, job);
        const bool isConcerned = gone.count(before.front()) > 0;
        moved += isConcerned ? 1 : 0;
        EXPECT_EQ(isConcerned, before != after) << "job " << job;
        EXPECT_EQ(gone.count(after.front()) + gone.count(after.back()), 0U) << "job " << job;
    }
    EXPECT_GT(moved, 0U);
    EXPECT_EQ(LinksOfJob(left.Without({}), 3), LinksOfJob(whole, 3)) << "all links are back";
}

TEST(RoutesWithout, ASwitchBehindALostLinkIsReachedByOthersOnly)
{
    // spine0 leads to rack1 as before, but not from rack0
    const TopologyRoutes whole(MakeLeafSpine(3, 1, 3, {}, {}));
    const auto lost = LinksBetween(whole.Graph(), "rack0", "spine0");
    ASSERT_EQ(lost.size(), 1U);
    const TopologyRoutes left = whole.Without(lost);
    for (uint16_t job = 0; job < 30; ++job)
    {
        for (const std::size_t link : LinksOfJob(left, job, 0, 1))
        {
            EXPECT_NE(link, lost.front()) << "job " << job;
        }
        EXPECT_EQ(LinksOfJob(left, job, 2, 1), LinksOfJob(whole, job, 2, 1)) << "job " << job;
    }
}

TEST(RoutesWithout, ALongerPathIsTakenWhereAllShortOnesAreLost)
{
    // r0 and r1 by s; if s is lost, by a and b
    const TopologyRoutes whole(GraphOf({"h0", "h1"},
                                       {"r0", "r1", "s", "a", "b"},
                                       {{"h0", "r0"},
                                        {"h1", "r1"},
                                        {"r0", "s"},
                                        {"s", "r1"},
                                        {"r0", "a"},
                                        {"a", "b"},
                                        {"b", "r1"}}));
    EXPECT_EQ(LinksOfJob(whole, 0), (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(LinksOfJob(whole.Without({3}), 0), (std::vector<std::size_t>{4, 5, 6}));
    EXPECT_EQ(whole.Without({3}).HopsTo(whole.Racks()[0], SwitchId{1}), 3U);
}

TEST(RoutesWithout, WhatIsCutOffKeepsItsPath)
{
    const TopologyRoutes whole(MakeLeafSpine(3, 1, 2, {}, {}));
    auto lost = LinksBetween(whole.Graph(), "rack1", "spine0");
    const auto other = LinksBetween(whole.Graph(), "rack1", "spine1");
    lost.insert(lost.end(), other.begin(), other.end());
    const TopologyRoutes left = whole.Without(lost);
    for (uint16_t job = 0; job < 8; ++job)
    {
        EXPECT_EQ(LinksOfJob(left, job, 0, 1), LinksOfJob(whole, job, 0, 1));
        EXPECT_EQ(LinksOfJob(left, job, 1, 2), LinksOfJob(whole, job, 1, 2));
        EXPECT_EQ(LinksOfJob(left, job, 0, 2), LinksOfJob(whole, job, 0, 2));
    }
}

} // namespace
} // namespace ns3::esa
