/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What is overtaken, for few and for many overtaking results: the positions before the n-th largest
// one that has come.

#include "ns3/esa-hash.h"
#include "ns3/esa-reordering-detector.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

class OvertakingOf : public testing::TestWithParam<uint32_t>
{
};

TEST_P(OvertakingOf, IsWhatTheLargestResultsAreBeyond)
{
    constexpr StreamPosition kFirst = 5;
    const uint32_t reorderingThreshold = GetParam();
    ReorderingDetector overtaking(reorderingThreshold, kFirst);
    std::vector<StreamPosition> seen;
    for (uint64_t i = 0; i < 400; ++i)
    {
        // forwards, with results that come early or late
        const StreamPosition position = kFirst + i + Hash64(i) % 32;
        if (std::count(seen.begin(), seen.end(), position) > 0)
        {
            continue; // results come once
        }
        overtaking.OnResult(position);
        seen.push_back(position);
        std::sort(seen.begin(), seen.end(), std::greater<>());
        const StreamPosition end =
            seen.size() < reorderingThreshold ? kFirst : seen[reorderingThreshold - 1];
        ASSERT_EQ(overtaking.End(), end) << "after " << seen.size() << " results";
    }
}

INSTANTIATE_TEST_SUITE_P(Results, OvertakingOf, testing::Values(1U, 2U, 3U, 4U, 5U, 255U));

} // namespace
} // namespace ns3::esa
