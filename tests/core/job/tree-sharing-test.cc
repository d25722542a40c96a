// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Trees that jobs share: which switches and ports a tree locks; and trees that jobs share in time:
// who takes one, and what a policy gets about the others.

#include "core/constants.h"

#include "ns3/esa-tree-locks.h"
#include "ns3/esa-tree-sharing.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

TEST(TreeLocks, ASwitchHasAsManyTreesAsAreAllowed)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, JobRacks(2), {10, 11}, 2));
    EXPECT_TRUE(locks.Acquire(1, JobRacks(2), {12, 13}, 2));
    EXPECT_FALSE(locks.Acquire(2, JobRacks(2), {14, 15}, 2));
}

TEST(TreeLocks, ATreeGetsTheFirstFreePlaceOfItsSwitches)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, JobRacks(2), {10, 11}, 2));
    EXPECT_TRUE(locks.Acquire(1, JobRacks(2), {12, 13}, 2));
    EXPECT_EQ(locks.PlaceOf(0), 0U);
    EXPECT_EQ(locks.PlaceOf(1), 1U);
    locks.Release(0);
    EXPECT_FALSE(locks.Holds(0));
    EXPECT_TRUE(locks.Acquire(2, JobRacks(2), {14, 15}, 2));
    EXPECT_EQ(locks.PlaceOf(2), 0U);
    EXPECT_TRUE(locks.Acquire(3, JobRacks(RacksFrom({1, 1}), SwitchId{1}), {30, 31}, 2));
    EXPECT_EQ(locks.PlaceOf(3), 0U) << "another switch";
}

TEST(TreeLocks, WithoutALimitPortsAreLocked)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, JobRacks(2), {10, 11}, 0));
    EXPECT_TRUE(locks.Acquire(1, JobRacks(2), {12, 13}, 0));
    EXPECT_FALSE(locks.Acquire(2, JobRacks(2), {11, 14}, 0)) << "they share the port of a host";
    EXPECT_TRUE(locks.Acquire(3, JobRacks(2), {14, 15}, 0)) << "who is refused locks nothing";
}

TEST(TreeLocks, JobsInOtherRacksHaveTreesOfTheirOwn)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, JobRacks(RacksFrom({0, 1}), SwitchId{1}), {10, 20}, 1));
    EXPECT_TRUE(locks.Acquire(1, JobRacks(RacksFrom({2, 3}), SwitchId{3}), {30, 40}, 1));
    EXPECT_FALSE(
        locks.Acquire(2, JobRacks(RacksFrom({4, 4, 1, 1}), SwitchId{4}), {50, 51, 21, 22}, 1))
        << "rack 1";
}

TEST(TreeLocks, APortBetweenSwitchesIsLocked)
{
    TreeLocks locks;
    EXPECT_TRUE(
        locks.Acquire(0, JobRacks(RacksFrom({0, 0, 1, 1}), SwitchId{1}), {10, 11, 20, 21}, 0));
    EXPECT_FALSE(
        locks.Acquire(1, JobRacks(RacksFrom({0, 0, 1, 1}), SwitchId{1}), {12, 13, 22, 23}, 0));
    EXPECT_TRUE(
        locks.Acquire(2, JobRacks(RacksFrom({2, 2, 1, 1}), SwitchId{1}), {30, 31, 24, 25}, 0));
}

/// An operation of some workers.
PendingOperation
Pending(int startUs, int withTreeUs, int savedUs, uint32_t workers)
{
    return {startUs * kUs, withTreeUs * kUs, 2 * withTreeUs * kUs, savedUs * kUs, workers};
}

TEST(TreePolicy, AnOperationTakesATreeUnlessAnotherIsWorthMore)
{
    const PendingOperation own = Pending(100, 10, 10, 4);
    const Picoseconds now = 100 * kUs;
    EXPECT_TRUE(TakeIfWorthMost(own, {}, now));
    EXPECT_TRUE(TakeIfWorthMost(own, {Pending(105, 10, 10, 4)}, now)) << "it has to wait";
    EXPECT_FALSE(TakeIfWorthMost(own, {Pending(105, 10, 20, 4)}, now)) << "it saves more";
    EXPECT_FALSE(TakeIfWorthMost(own, {Pending(105, 10, 10, 8)}, now)) << "of more workers";
    EXPECT_TRUE(TakeIfWorthMost(own, {Pending(110, 10, 1000, 8)}, now)) << "begins afterwards";
    EXPECT_FALSE(TakeIfWorthMost(Pending(100, 10, 0, 4), {Pending(101, 90, 1, 1)}, now))
        << "what is hidden by computation saves nothing";
}

std::vector<PendingOperation> g_others; ///< what the policy was told last
PendingOperation g_own;                 ///< the same of the operation itself

/// A policy that keeps what it is told, and always takes a tree.
bool
Listen(const PendingOperation& own, const std::vector<PendingOperation>& others, Picoseconds)
{
    g_own = own;
    g_others = others;
    return true;
}

/// A policy that takes a tree only for the larger one of the jobs.
bool
OnlyForMany(const PendingOperation& own, const std::vector<PendingOperation>&, Picoseconds)
{
    return own.workers > 2;
}

/// A job of two workers in a rack. Its two operations are ready after 0 and 100 us; they take 50 us
/// with a tree, 80 in hosts. It computes for 30 us afterwards.
SharingJob
JobIn(uint32_t rack, uint32_t firstHost)
{
    SharingJob job;
    job.operations = {{0 * kUs, 50 * kUs, 80 * kUs}, {100 * kUs, 50 * kUs, 80 * kUs}};
    job.forward = 30 * kUs;
    job.iterations = 2;
    job.workers = 2;
    const std::vector<SwitchId> racks(2, SwitchId{rack});
    job.racks = JobRacks(racks, SwitchId{rack}, {AggregationTree(racks, SwitchId{rack})});
    job.hosts = {firstHost, firstHost + 1};
    return job;
}

/// Two jobs in one rack, and one in another.
TreeSharing
ThreeJobs(TreePolicy policy)
{
    TreeSharing sharing(policy);
    sharing.AddJob(0, JobIn(0, 10));
    sharing.AddJob(1, JobIn(0, 20));
    sharing.AddJob(2, JobIn(1, 30));
    return sharing;
}

TEST(TreeSharing, ASwitchSumsOneOperationAtATime)
{
    TreeSharing sharing = ThreeJobs(&Listen);
    EXPECT_TRUE(sharing.Begin(0, 5 * kUs));
    EXPECT_FALSE(sharing.Begin(1, 6 * kUs));
    EXPECT_TRUE(sharing.Begin(2, 7 * kUs)) << "its switch is another one";
    sharing.End(0, 55 * kUs);
    sharing.End(1, 86 * kUs);
    EXPECT_TRUE(sharing.Begin(1, 106 * kUs));
    sharing.RemoveJob(1);
    EXPECT_TRUE(sharing.Begin(0, 107 * kUs)) << "a job that leaves frees its tree";
}

TEST(TreeSharing, APolicyMayLeaveATreeFree)
{
    TreeSharing sharing = ThreeJobs(&OnlyForMany);
    SharingJob large = JobIn(0, 20);
    large.workers = 3;
    sharing.AddJob(1, large);
    EXPECT_FALSE(sharing.Begin(0, 0 * kUs));
    EXPECT_TRUE(sharing.Begin(1, 1 * kUs)) << "job 0 has not taken the tree";
    sharing.End(0, 80 * kUs);
    EXPECT_FALSE(sharing.Begin(0, 100 * kUs));
}

TEST(TreeSharing, APolicyLearnsWhatOtherJobsDoNext)
{
    TreeSharing sharing = ThreeJobs(&Listen);
    sharing.Begin(0, 0 * kUs);
    ASSERT_EQ(g_others.size(), 1U) << "job 2 needs another switch";
    EXPECT_EQ(g_own.start, 0 * kUs);
    EXPECT_EQ(g_own.saved, 0 * kUs) << "the second operation is ready later anyway";
    sharing.End(0, 50 * kUs);
    sharing.Begin(1, 60 * kUs); // its iteration begins now
    ASSERT_EQ(g_others.size(), 1U);
    EXPECT_EQ(g_others[0].start, 100 * kUs);
    EXPECT_EQ(g_others[0].saved, 30 * kUs) << "the last operation is not hidden";
    EXPECT_EQ(g_others[0].workers, 2U);
}

TEST(TreeSharing, TheNextOperationMayBeOfTheNextIteration)
{
    TreeSharing sharing = ThreeJobs(&Listen);
    sharing.Begin(0, 0 * kUs);
    sharing.End(0, 50 * kUs);
    sharing.Begin(0, 100 * kUs); // until 150 us
    EXPECT_FALSE(sharing.Begin(1, 110 * kUs));
    sharing.End(0, 150 * kUs);
    sharing.Begin(0, 180 * kUs);
    ASSERT_EQ(g_others.size(), 1U);
    EXPECT_EQ(g_others[0].start, 210 * kUs) << "job 1 is at its first operation until 190 us";
    sharing.End(0, 230 * kUs);
    sharing.Begin(0, 280 * kUs);
    sharing.End(1, 190 * kUs);
    sharing.End(0, 330 * kUs); // that was its last one
    sharing.Begin(1, 340 * kUs);
    EXPECT_TRUE(g_others.empty());
}

} // namespace
} // namespace ns3::esa
