// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-job-placer.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

using Hosts = std::vector<uint32_t>;

/// Racks of hosts 0 to 3 and 4 to 7, and two servers for PSes in each.
const ClusterHosts kTwoRacks{{{0, 1, 2, 3}, {4, 5, 6, 7}}, {{8, 0}, {9, 1}, {10, 0}, {11, 1}}, 0};

/// A queue for up to eight jobs on these hosts.
JobQueue
QueueWith(PlacementPolicy policy)
{
    return {JobPlacer(kTwoRacks, {policy, 1, 1}), 8};
}

TEST(JobQueue, PackedTakesTheLowestHosts)
{
    JobQueue queue = QueueWith(PlacementPolicy::Packed);
    queue.Submit(0, 3);
    queue.Submit(1, 2);
    EXPECT_EQ(queue.PlaceNext()->hosts.workerHosts, (Hosts{0, 1, 2}));
    EXPECT_EQ(queue.PlaceNext()->hosts.workerHosts, (Hosts{3, 4}));
}

TEST(JobQueue, SpreadTakesEachHostOfTheEmptiestRack)
{
    JobQueue queue = QueueWith(PlacementPolicy::Spread);
    queue.Submit(0, 3);
    queue.Submit(1, 2);
    EXPECT_EQ(queue.PlaceNext()->hosts.workerHosts, (Hosts{0, 4, 1}));
    EXPECT_EQ(queue.PlaceNext()->hosts.workerHosts, (Hosts{5, 2}));
}

TEST(JobQueue, HostsAndSlotsThatAreFreeAgainComeFirst)
{
    JobQueue queue = QueueWith(PlacementPolicy::Packed);
    queue.Submit(0, 2);
    queue.Submit(1, 2);
    const auto first = queue.PlaceNext();
    EXPECT_EQ(first->slot, 0U);
    EXPECT_EQ(queue.PlaceNext()->slot, 1U);
    queue.Free(*first);
    queue.Submit(2, 3);
    const auto third = queue.PlaceNext();
    EXPECT_EQ(third->job, 2U);
    EXPECT_EQ(third->slot, 0U);
    EXPECT_EQ(third->hosts.workerHosts, (Hosts{0, 1, 4}));
}

TEST(JobQueue, NoneOvertakesAJobThatDoesNotFit)
{
    JobQueue queue = QueueWith(PlacementPolicy::Packed);
    for (const uint32_t job : {0, 1, 2})
    {
        queue.Submit(job, job == 2 ? 1 : 6);
    }
    const auto first = queue.PlaceNext();
    EXPECT_FALSE(queue.PlaceNext()); // 2 hosts are free, job 1 needs 6
    EXPECT_EQ(queue.Waiting(), 2U);
    queue.Free(*first);
    EXPECT_EQ(queue.PlaceNext()->job, 1U);
    EXPECT_EQ(queue.PlaceNext()->job, 2U);
    EXPECT_FALSE(queue.PlaceNext());
    EXPECT_EQ(queue.Running(), 2U);
}

TEST(JobQueue, ThePsStandsBesideMostWorkersOnAHostWithoutOthers)
{
    JobQueue queue = QueueWith(PlacementPolicy::Packed);
    for (const uint32_t job : {0, 1, 2})
    {
        queue.Submit(job, job == 2 ? 3 : 2);
    }
    const auto first = queue.PlaceNext();
    EXPECT_EQ(first->hosts.psHost, 8U);
    EXPECT_EQ(queue.PlaceNext()->hosts.psHost, 10U);
    EXPECT_EQ(queue.PlaceNext()->hosts.psHost, 9U);
    queue.Free(*first);
    queue.Submit(3, 1);
    EXPECT_EQ(queue.PlaceNext()->hosts.psHost, 8U) << "free again, and in its rack";
    queue.Submit(4, 1);
    EXPECT_EQ(queue.PlaceNext()->hosts.psHost, 11U) << "in the other rack, but without PS";
}

TEST(JobQueue, AJobMayTakeAllHosts)
{
    JobQueue queue = QueueWith(PlacementPolicy::Packed);
    queue.Submit(0, 8);
    const auto placed = queue.PlaceNext();
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed->hosts.workerHosts.size(), 8U);
}

TEST(JobQueue, NoMoreJobsThanAllowedRun)
{
    JobQueue queue(JobPlacer({{{0, 1, 2, 3}}, {{4, 0}}, 0}, {}), 1);
    queue.Submit(0, 1);
    queue.Submit(1, 1);
    const auto first = queue.PlaceNext();
    EXPECT_FALSE(queue.PlaceNext());
    queue.Free(*first);
    EXPECT_EQ(queue.PlaceNext()->job, 1U);
}

} // namespace
} // namespace ns3::esa
