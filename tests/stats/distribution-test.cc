// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-job-times.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

/// @return the values from n down to 1
std::vector<double>
Down(int n)
{
    std::vector<double> values;
    for (; n > 0; --n)
    {
        values.push_back(n);
    }
    return values;
}

TEST(Distribution, OfOneValueIsThatValue)
{
    const Distribution one = Describe({2.5});
    for (const double value : {one.mean, one.least, one.median, one.p95, one.p99, one.most})
    {
        EXPECT_EQ(value, 2.5);
    }
}

TEST(Distribution, APercentileIsTheSmallestValueThatThisShareDoesNotExceed)
{
    const Distribution hundred = Describe(Down(100));
    EXPECT_DOUBLE_EQ(hundred.mean, 50.5);
    EXPECT_EQ(hundred.least, 1);
    EXPECT_EQ(hundred.median, 50);
    EXPECT_EQ(hundred.p95, 95);
    EXPECT_EQ(hundred.p99, 99);
    EXPECT_EQ(hundred.most, 100);
}

TEST(Distribution, OfFewValuesTheHighPercentilesAreTheLargest)
{
    const Distribution three = Describe(Down(3));
    EXPECT_EQ(three.median, 2);
    EXPECT_EQ(three.p95, 3);
    const Distribution two = Describe(Down(2));
    EXPECT_EQ(two.median, 1);
}

} // namespace
} // namespace ns3::esa
