// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-tree-locks.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return a job with a worker in each of some racks
JobRacks
InRacks(const std::vector<uint32_t>& numbers, uint32_t home)
{
    std::vector<SwitchId> racks;
    for (const uint32_t number : numbers)
    {
        racks.push_back(SwitchId{number});
    }
    return JobRacks(racks, SwitchId{home});
}

TEST(TreeLocks, ASwitchHasOneTreeAtATime)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, JobRacks(2), {10, 11}, 1));
    EXPECT_FALSE(locks.Acquire(1, JobRacks(2), {12, 13}, 1));
    EXPECT_TRUE(locks.Holds(0));
    EXPECT_FALSE(locks.Holds(1));
}

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
    EXPECT_TRUE(locks.Acquire(3, InRacks({1, 1}, 1), {30, 31}, 2));
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
    EXPECT_TRUE(locks.Acquire(0, InRacks({0, 1}, 1), {10, 20}, 1));
    EXPECT_TRUE(locks.Acquire(1, InRacks({2, 3}, 3), {30, 40}, 1));
    EXPECT_FALSE(locks.Acquire(2, InRacks({4, 4, 1, 1}, 4), {50, 51, 21, 22}, 1)) << "rack 1";
}

TEST(TreeLocks, APortBetweenSwitchesIsLocked)
{
    TreeLocks locks;
    EXPECT_TRUE(locks.Acquire(0, InRacks({0, 0, 1, 1}, 1), {10, 11, 20, 21}, 0));
    EXPECT_FALSE(locks.Acquire(1, InRacks({0, 0, 1, 1}, 1), {12, 13, 22, 23}, 0));
    EXPECT_TRUE(locks.Acquire(2, InRacks({2, 2, 1, 1}, 1), {30, 31, 24, 25}, 0));
}

} // namespace
} // namespace ns3::esa
