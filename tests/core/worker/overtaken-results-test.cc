// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Results of one tree overtake each other; results of different trees do not.

#include "ns3/esa-hash.h"
#include "ns3/esa-reordered-results.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kOvertakes = 3;

/// The results of a job that have come.
struct Results
{
    explicit Results(uint32_t trees, StreamPosition first = 0)
        : overtaken(kOvertakes, first, trees)
    {
    }

    void Come(StreamPosition position)
    {
        overtaken.OnResult(position);
        here.insert(position);
    }

    /// @return what is reported now
    std::vector<StreamPosition> Late()
    {
        StreamPosition firstMissing = 0;
        while (here.count(firstMissing) > 0)
        {
            ++firstMissing;
        }
        std::vector<StreamPosition> late;
        StreamPosition position = 0;
        const auto isMissing = [this](StreamPosition at) { return here.count(at) == 0; };
        while (overtaken.Next(firstMissing, isMissing, position))
        {
            late.push_back(position);
        }
        return late;
    }

    ReorderedResults overtaken;    ///< under test
    std::set<StreamPosition> here; ///< those that have come
};

TEST(ReorderedResults, LargerOnesOfTheSameTreeOvertake)
{
    Results results(2);
    results.Come(1);
    for (const StreamPosition odd : {3, 5, 7, 9, 11, 13})
    {
        results.Come(odd);
        EXPECT_TRUE(results.Late().empty()) << "the even ones take another tree";
    }
    results.Come(2);
    EXPECT_TRUE(results.Late().empty());
    EXPECT_FALSE(results.overtaken.IsOvertaken(0));
    results.Come(4);
    EXPECT_TRUE(results.overtaken.IsOvertaken(0)) << "each of both is two fragments later";
    EXPECT_EQ(results.Late(), std::vector<StreamPosition>{0});
    results.Come(6);
    EXPECT_TRUE(results.Late().empty()) << "once";
    EXPECT_FALSE(results.overtaken.IsOvertaken(10));
}

TEST(ReorderedResults, WithManyTreesOneIsEnough)
{
    Results results(8);
    for (StreamPosition other = 1; other < 8; ++other)
    {
        results.Come(other);
    }
    EXPECT_FALSE(results.overtaken.IsOvertaken(0));
    results.Come(8);
    EXPECT_EQ(results.Late(), std::vector<StreamPosition>{0});
}

TEST(ReorderedResults, NoneIsForgottenForThoseOfAnotherTree)
{
    Results results(3);
    for (const StreamPosition ofTree1 : {4, 7, 10}) // overtake 1
    {
        results.Come(ofTree1);
    }
    EXPECT_EQ(results.Late(), std::vector<StreamPosition>{1});
    for (const StreamPosition ofTree0 : {6, 9, 12}) // overtake 0 and 3
    {
        results.Come(ofTree0);
    }
    EXPECT_EQ(results.Late(), (std::vector<StreamPosition>{0, 3}));
}

TEST(ReorderedResults, TheTreeIsThatOfTheNumberOnTheWire)
{
    constexpr StreamPosition kWrap = uint64_t{1} << 32;
    Results results(3, kWrap - 1);
    // 2^32 - 1 is a multiple of 3, and so are the positions 2^32 + 0, 3 and 6 on the wire.
    for (const StreamPosition position : {kWrap, kWrap + 3, kWrap + 6})
    {
        results.Come(position);
    }
    EXPECT_TRUE(results.overtaken.IsOvertaken(kWrap - 1));
    EXPECT_FALSE(results.overtaken.IsOvertaken(kWrap + 1));
}

// What is overtaken, for few and for many overtaking results: the positions before the n-th largest
// one that has come.

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
        // in order for a while, then with results that come early or late, and so on
        const StreamPosition position = kFirst + i + (i / 40 % 2 == 0 ? 0 : Hash64(i) % 32);
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
