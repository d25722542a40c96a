// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-by-job.h"

#include <gtest/gtest.h>
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

} // namespace
} // namespace ns3::esa::test
