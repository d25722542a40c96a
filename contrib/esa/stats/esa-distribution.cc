// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-distribution.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cstddef>

namespace ns3::esa
{
namespace
{

/// @param sorted values, smallest first
/// @param percent a share of them in per cent
/// @return the smallest value that this share of the values does not exceed
double
NearestRank(const std::vector<double>& sorted, std::size_t percent)
{
    NS_ASSERT_MSG(percent > 0 && percent <= 100, "a percentile is above 0 per cent");
    return sorted[(percent * sorted.size() + 99) / 100 - 1];
}

} // namespace

Distribution
Describe(std::vector<double> values)
{
    NS_ASSERT_MSG(!values.empty(), "a distribution is of a value at least");
    Distribution result;
    for (const double value : values)
    {
        result.mean += value / static_cast<double>(values.size());
    }
    std::sort(values.begin(), values.end());
    result.least = values.front();
    result.median = NearestRank(values, 50);
    result.p95 = NearestRank(values, 95);
    result.p99 = NearestRank(values, 99);
    result.most = values.back();
    return result;
}

} // namespace ns3::esa
