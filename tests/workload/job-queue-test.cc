/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-job-queue.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

using Hosts = std::vector<uint32_t>;

const ClusterRacks kTwoRacks = EvenCluster(8, 2, 4, 8); ///< racks of hosts 0 to 3 and 4 to 7

TEST(JobQueue, FirstFitTakesTheLowestHosts)
{
    JobQueue queue(kTwoRacks, PlacementRule::FirstFit);
    queue.Submit(0, 3);
    queue.Submit(1, 2);
    EXPECT_EQ(queue.PlaceNext()->hosts, (Hosts{0, 1, 2}));
    EXPECT_EQ(queue.PlaceNext()->hosts, (Hosts{3, 4}));
}

TEST(JobQueue, SpreadTakesEachHostOfTheEmptiestRack)
{
    JobQueue queue(kTwoRacks, PlacementRule::Spread);
    queue.Submit(0, 3);
    queue.Submit(1, 2);
    EXPECT_EQ(queue.PlaceNext()->hosts, (Hosts{0, 4, 1}));
    EXPECT_EQ(queue.PlaceNext()->hosts, (Hosts{5, 2}));
}

TEST(JobQueue, HostsAndSlotsThatAreFreeAgainComeFirst)
{
    JobQueue queue(kTwoRacks, PlacementRule::FirstFit);
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
    EXPECT_EQ(third->hosts, (Hosts{0, 1, 4}));
}

TEST(JobQueue, NoneOvertakesAJobThatDoesNotFit)
{
    JobQueue queue(kTwoRacks, PlacementRule::FirstFit);
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

TEST(JobQueue, ThePsStandsBesideMostWorkersWithFewestPses)
{
    JobQueue queue(kTwoRacks, PlacementRule::FirstFit); // PS hosts 0 and 2 stand in the first rack
    for (const uint32_t job : {0, 1, 2})
    {
        queue.Submit(job, job == 2 ? 3 : 2);
    }
    const auto first = queue.PlaceNext();
    EXPECT_EQ(first->psHost, 0U);
    EXPECT_EQ(queue.PlaceNext()->psHost, 2U);
    EXPECT_EQ(queue.PlaceNext()->psHost, 1U);
    queue.Free(*first);
    queue.Submit(3, 1);
    EXPECT_EQ(queue.PlaceNext()->psHost, 0U);
}

TEST(JobQueue, NoMoreJobsThanAllowedRun)
{
    JobQueue queue(EvenCluster(8, 1, 1, 1), PlacementRule::FirstFit);
    queue.Submit(0, 1);
    queue.Submit(1, 1);
    const auto first = queue.PlaceNext();
    EXPECT_FALSE(queue.PlaceNext());
    queue.Free(*first);
    EXPECT_EQ(queue.PlaceNext()->job, 1U);
}

} // namespace
} // namespace ns3::esa
