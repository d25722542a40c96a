/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "runs/rounded-line.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace
{

using esabench::RoundedLine;

/**
 * @brief Whether a line fits times. Each pair of them bounds its slope.
 * @param times times
 * @return true if there are a and b with times[k] = ceil(a k + b)
 */
bool
FitsALine(const std::vector<int64_t>& times)
{
    // bounds of the slope, as fractions
    int64_t above = -1000000;
    int64_t aboveBy = 1;
    int64_t below = 1000000;
    int64_t belowBy = 1;
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        for (std::size_t j = i + 1; j < times.size(); ++j)
        {
            const auto run = static_cast<int64_t>(j - i);
            const int64_t rise = times[j] - times[i];
            if ((rise - 1) * aboveBy > above * run)
            {
                above = rise - 1;
                aboveBy = run;
            }
            if ((rise + 1) * belowBy < below * run)
            {
                below = rise + 1;
                belowBy = run;
            }
        }
    }
    return above * belowBy < below * aboveBy;
}

TEST(RoundedLine, FrameTimesOnALinkAreOne)
{
    RoundedLine line;
    for (int64_t frame = 0; frame < 100000; ++frame)
    {
        ASSERT_TRUE(line.Add((frame * 24480 + 999) / 1000)) << frame;
    }
    EXPECT_EQ(line.Size(), 100000U);
    const int64_t next = (100000 * int64_t{24480} + 999) / 1000;
    EXPECT_FALSE(line.Add(next + 2));
    EXPECT_FALSE(line.Add(next - 1));
    EXPECT_TRUE(line.Add(next)) << "what was refused has left no trace";
}

TEST(RoundedLine, AgreesWithAllPairs)
{
    std::mt19937 random(1);
    int refused = 0;
    for (int trial = 0; trial < 2000; ++trial)
    {
        const double slope = (random() % 1000) / 37.0;
        const double start = -static_cast<double>(random() % 1000) / 1000;
        const auto kind = random() % 3;
        RoundedLine line;
        std::vector<int64_t> times{0};
        ASSERT_TRUE(line.Add(0));
        for (int k = 1; k < 50; ++k)
        {
            const int64_t step = kind == 0 ? times.back() + random() % 2
                                           : static_cast<int64_t>(std::ceil(slope * k + start));
            times.push_back(kind == 2 ? step + (random() % 40 == 0 ? 1 : 0) : step);
            const bool fits = FitsALine(times);
            ASSERT_EQ(line.Add(times.back()), fits) << "trial " << trial << ", time " << k;
            if (!fits)
            {
                ++refused;
                break;
            }
        }
    }
    EXPECT_GT(refused, 500);
    EXPECT_LT(refused, 1500);
}

TEST(RoundedLine, BeginsAnew)
{
    RoundedLine line;
    EXPECT_TRUE(line.Add(5));
    EXPECT_TRUE(line.Add(7));
    EXPECT_FALSE(line.Add(20));
    line.Clear();
    EXPECT_EQ(line.Size(), 0U);
    EXPECT_TRUE(line.Add(20));
    EXPECT_TRUE(line.Add(21));
    EXPECT_TRUE(line.Add(23));
    EXPECT_TRUE(line.Add(24));
    EXPECT_FALSE(line.Add(28));
}

} // namespace
