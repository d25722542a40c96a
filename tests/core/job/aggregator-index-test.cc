// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-hash.h"

#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kAggregators = 18939; ///< 5e6 B of 264 B each

/// @brief How evenly the fragments of some jobs are spread over the aggregators.
/// @return chi-square, in standard deviations above its mean for an even random spread
double
Unevenness(IndexRule rule, uint16_t jobs, uint32_t fragments)
{
    const SharedPoolIndex index{rule, kAggregators, jobs};
    std::vector<uint32_t> hits(kAggregators, 0);
    for (uint16_t job = 0; job < jobs; ++job)
    {
        for (uint32_t seq = 0; seq < fragments; ++seq)
        {
            ++hits.at(index.Index(job, seq));
        }
    }
    const double expected = static_cast<double>(fragments) * jobs / kAggregators;
    double chiSquare = 0;
    for (const uint32_t count : hits)
    {
        chiSquare += (count - expected) * (count - expected) / expected;
    }
    const double freedom = kAggregators - 1;
    return (chiSquare - freedom) / std::sqrt(2 * freedom);
}

TEST(AggregatorIndex, GoldenValuesOfTheHash)
{
    // First outputs of SplitMix64 for the seeds 0 and 1, as published.
    static_assert(Hash64(0) == 0xe220a8397b1dcdaf);
    static_assert(Hash64(1) == 0x910a2dec89025cc1);
    const SharedPoolIndex index{IndexRule::Mix64, kAggregators, 8};
    EXPECT_EQ(index.Index(0, 0), 16729U);
    EXPECT_EQ(index.Index(0, 1), 10730U);
    EXPECT_EQ(index.Index(1, 0), 14512U);
    EXPECT_EQ(index.Index(7, 64519), 17884U);
    EXPECT_EQ(index.Index(UINT16_MAX, UINT32_MAX), 14630U);
}

TEST(AggregatorIndex, GoldenValuesOfTheCrc)
{
    const SharedPoolIndex index{IndexRule::Crc32, kAggregators, 8};
    EXPECT_EQ(index.Index(0, 0), 13150U);
    EXPECT_EQ(index.Index(0, 1), 9071U);
    EXPECT_EQ(index.Index(1, 0), 12491U);
    EXPECT_EQ(index.Index(7, 64519), 8157U);
    EXPECT_EQ(index.Index(UINT16_MAX, UINT32_MAX), 4871U);
}

TEST(AggregatorIndex, TheCrcIsThatOfEthernet)
{
    // The six bytes of the task spell "123456", whose CRC-32 is 0x0972d361; a pool of a power of
    // two shows its upper bits.
    const SharedPoolIndex index{IndexRule::Crc32, uint32_t{1} << 31, 1};
    EXPECT_EQ(index.Index(0x3635, 0x34333231), 0x0972d361U >> 1);
}

TEST(AggregatorIndex, HashesSpreadTheTasksEvenly)
{
    EXPECT_LT(std::abs(Unevenness(IndexRule::Mix64, 1, 200'000)), 5);
    EXPECT_LT(std::abs(Unevenness(IndexRule::Mix64, 8, 64'520)), 5);
    // A CRC of consecutive numbers is more even than chance, within one job.
    EXPECT_LT(Unevenness(IndexRule::Crc32, 1, 200'000), 5);
}

TEST(AggregatorIndex, JobsDoNotMeetEachOtherInStep)
{
    const SharedPoolIndex index{IndexRule::Mix64, kAggregators, 8};
    int met = 0;
    for (uint32_t seq = 0; seq < 100'000; ++seq)
    {
        met += index.Index(0, seq) == index.Index(1, seq) ? 1 : 0;
    }
    EXPECT_LT(met, 25) << "by chance: 5.3";
}

TEST(AggregatorIndex, EveryRuleStaysInThePool)
{
    for (const auto rule : {IndexRule::Mix64, IndexRule::Crc32, IndexRule::Linear})
    {
        for (const uint32_t aggregators : {1U, 2U, 3U, kAggregators})
        {
            const SharedPoolIndex index{rule, aggregators, 8};
            for (uint32_t i = 0; i < 3000; ++i)
            {
                ASSERT_LT(index.Index(i % 8, i * 1431655), aggregators);
            }
            ASSERT_LT(index.Index(UINT16_MAX, UINT32_MAX), aggregators);
        }
    }
}

TEST(AggregatorIndex, TheLinearRuleCountsOnFromTheJobsOffset)
{
    const SharedPoolIndex index{IndexRule::Linear, 100, 8};
    EXPECT_EQ(index.Index(0, 0), 0U);
    EXPECT_EQ(index.Index(0, 99), 99U);
    EXPECT_EQ(index.Index(0, 100), 0U);
    EXPECT_EQ(index.Index(1, 0), 12U);
    EXPECT_EQ(index.Index(7, 0), 87U);
    EXPECT_EQ(index.Index(7, 13), 0U);
    EXPECT_EQ(index.Index(0, UINT32_MAX), 4294967295U % 100);
}

TEST(SlotIndex, VersionsAlternateRoundByRound)
{
    const SlotIndex slots{10, 3};
    const std::vector<uint32_t> expected{20, 22, 24, 21, 23, 25, 20, 22, 24};
    for (uint64_t position = 0; position < expected.size(); ++position)
    {
        EXPECT_EQ(slots.Index(position), expected[position]) << position;
    }
}

TEST(SlotIndex, GoesOnAcrossTheWrapOfTheSequenceNumber)
{
    // 2^32 is no multiple of 3: an index made of the sequence number would jump here.
    const SlotIndex slots{0, 3};
    constexpr uint64_t kWrap = uint64_t{1} << 32;
    for (uint64_t position = kWrap - 6; position < kWrap + 6; ++position)
    {
        EXPECT_EQ(slots.Index(position + 6), slots.Index(position)) << position;
        EXPECT_EQ(slots.Index(position + 3) ^ slots.Index(position), 1U) << position;
    }
}

TEST(WindowSlotIndex, PlacesOfAJobNeverMeetWhateverTheirChangesAre)
{
    for (const uint32_t aggregators : {1200U, 5000U, 20000U})
    {
        const WindowSlotIndex index(aggregators, 1200, 3);
        ASSERT_EQ(index.Places(), 1200U);
        std::set<uint32_t> taken;
        const uint32_t turns = aggregators / 1200;
        for (uint32_t place = 0; place < 1200; ++place)
        {
            for (uint32_t changes = 0; changes < turns; ++changes)
            {
                const uint32_t one = index.Index(place, changes);
                EXPECT_LT(one, aggregators);
                EXPECT_TRUE(taken.insert(one).second) << place << " " << changes;
            }
            EXPECT_EQ(index.Index(place, turns), index.Index(place, 0)) << "it begins again";
        }
    }
}

TEST(WindowSlotIndex, JobsMeetAsOftenAsRandomOnesWould)
{
    constexpr uint32_t kPool = 20000;
    constexpr uint32_t kWindow = 1200;
    std::vector<uint32_t> jobs(kPool);
    uint32_t meetings = 0; // of pairs
    for (uint16_t job = 0; job < 8; ++job)
    {
        const WindowSlotIndex index(kPool, kWindow, job);
        for (uint32_t place = 0; place < kWindow; ++place)
        {
            meetings += jobs[index.Index(place, 0)]++;
        }
    }
    // 28 pairs of jobs, each with 1200 x 1200 / 20000 meetings in the mean
    EXPECT_NEAR(meetings, 28 * 72.0, 5 * 45);
}

TEST(WindowSlotIndex, AWindowLargerThanThePoolHasAsManyPlacesAsThePool)
{
    EXPECT_EQ(WindowSlotIndex(7, 1200, 1).Places(), 7U);
    EXPECT_EQ(WindowSlotIndex(1, 1200, 1).Index(0, 5), 0U);
}

} // namespace
} // namespace ns3::esa
