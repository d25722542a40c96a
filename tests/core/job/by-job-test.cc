// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-by-job.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace ns3::esa::test
{
namespace
{

TEST(ByJob, HasWhatWasSet)
{
    ByJob<std::string> jobs;
    EXPECT_FALSE(jobs.Has(0));
    jobs.Set(65535, "last");
    jobs.Set(3, "third");
    EXPECT_FALSE(jobs.Has(0));
    EXPECT_FALSE(jobs.Has(4));
    EXPECT_EQ(jobs[65535], "last");
    EXPECT_EQ(jobs[3], "third");
    jobs.Set(3, "another");
    EXPECT_EQ(jobs[3], "another");
    EXPECT_EQ(jobs[65535], "last");
    jobs.Clear();
    EXPECT_FALSE(jobs.Has(3));
}

TEST(ByJob, KnowsOfWhatWasRemovedOnlyThatItWasThere)
{
    ByJob<std::shared_ptr<int>> jobs;
    const auto first = std::make_shared<int>(1);
    const auto second = std::make_shared<int>(2);
    const auto third = std::make_shared<int>(3);
    jobs.Set(7, first);
    jobs.Set(2, second);
    jobs.Set(9, third);
    jobs.Remove(7);
    EXPECT_EQ(first.use_count(), 1);
    EXPECT_FALSE(jobs.Has(7));
    EXPECT_EQ(jobs.Find(7), nullptr);
    EXPECT_TRUE(jobs.IsRemoved(7));
    EXPECT_EQ(jobs[2], second);
    EXPECT_EQ(jobs[9], third);
    jobs.Remove(2);
    jobs.Remove(9);
    EXPECT_EQ(second.use_count() + third.use_count(), 2);
    jobs.Set(9, first);
    EXPECT_EQ(jobs[9], first);
    EXPECT_FALSE(jobs.IsRemoved(9) || jobs.IsRemoved(0) || jobs.IsRemoved(10));
}

} // namespace
} // namespace ns3::esa::test
