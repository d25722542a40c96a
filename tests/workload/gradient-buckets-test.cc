// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-gradient-buckets.h"

#include <gtest/gtest.h>
#include <tuple>
#include <vector>

namespace ns3::esa
{
namespace
{

/// What is sent: first layer, last layer and bytes of each.
using Sent = std::vector<std::tuple<uint32_t, uint32_t, uint64_t>>;

/// @return partitions in a form that can be compared
Sent
SentOf(const std::vector<Dnn::Partition>& partitions)
{
    Sent sent;
    for (const Dnn::Partition& partition : partitions)
    {
        sent.emplace_back(partition.layer, partition.LastLayer(), partition.bytes);
    }
    return sent;
}

/// @return buckets of at least 100 bytes, of which the first has 10 at least
Sent
Filled(const TensorBytes& layers)
{
    return SentOf(FillBuckets(layers, {10, 100}));
}

TEST(GradientBuckets, LayersAreCutFromTheLastToTheFirst)
{
    const TensorBytes layers{{4, 4}, {10}, {1}};
    EXPECT_EQ(SentOf(CutLayers(layers, 5)),
              (Sent{{3, 3, 1}, {2, 2, 5}, {2, 2, 5}, {1, 1, 5}, {1, 1, 3}}));
    EXPECT_EQ(CountPartitions(layers, 5), 5U);
    EXPECT_EQ(SentOf(CutLayers(layers, 10)), (Sent{{3, 3, 1}, {2, 2, 10}, {1, 1, 8}}));
    EXPECT_EQ(CountPartitions(layers, 10), 3U);
    EXPECT_EQ(CountPartitions(layers, 1), 19U);
}

TEST(GradientBuckets, WholeLayersHaveAllTheirTensors)
{
    EXPECT_EQ(SentOf(CutLayers({{4, 4}, {10}, {1, 2, 3}}, kWholeLayers)),
              (Sent{{3, 3, 6}, {2, 2, 10}, {1, 1, 8}}));
}

TEST(GradientBuckets, TheDefaultsAreThoseOfPyTorch)
{
    EXPECT_EQ(BucketLimits{}.firstBytes, 1024U * 1024);
    EXPECT_EQ(BucketLimits{}.otherBytes, 25U * 1024 * 1024);
}

TEST(GradientBuckets, ABucketIsFullAsSoonAsItsBytesReachTheLimit)
{
    EXPECT_EQ(Filled({{100}, {100}, {10}}), (Sent{{3, 3, 10}, {2, 2, 100}, {1, 1, 100}}))
        << "exactly at the limits";
    EXPECT_EQ(Filled({{100}, {99}, {9}}), (Sent{{2, 3, 108}, {1, 1, 100}}))
        << "one byte is missing in the first";
    EXPECT_EQ(Filled({{1}, {100}, {99}, {10}}), (Sent{{4, 4, 10}, {2, 3, 199}, {1, 1, 1}}))
        << "one byte is missing in another one";
}

TEST(GradientBuckets, ATensorIsNeverCut)
{
    EXPECT_EQ(Filled({{1000000}}), (Sent{{1, 1, 1000000}}));
    EXPECT_EQ(Filled({{5}, {1000}, {5}}), (Sent{{2, 3, 1005}, {1, 1, 5}}))
        << "a huge one goes to the bucket that has begun";
}

TEST(GradientBuckets, TheLastBucketHasWhatIsLeft)
{
    EXPECT_EQ(Filled({{1}, {2}, {3}}), (Sent{{1, 3, 6}})) << "less than the first limit";
    EXPECT_EQ(Filled({{1}, {2}, {30}}), (Sent{{3, 3, 30}, {1, 2, 3}}));
}

TEST(GradientBuckets, TensorsAreTakenFromTheLastToTheFirst)
{
    // Layer 2 begins within the first bucket and ends within the second.
    EXPECT_EQ(Filled({{50, 60}, {70, 4}, {1, 5}}), (Sent{{2, 3, 10}, {1, 2, 130}, {1, 1, 50}}));
}

TEST(GradientBuckets, NothingIsLostWhateverTheLimits)
{
    const TensorBytes layers{{3, 5}, {40, 1, 7}, {2}, {11, 13}};
    for (const uint64_t limit : {1, 2, 10, 40, 41, 1000})
    {
        uint64_t bytes = 0;
        for (const Dnn::Partition& bucket : FillBuckets(layers, {limit, limit}))
        {
            bytes += bucket.bytes;
        }
        EXPECT_EQ(bytes, 82U) << limit;
    }
    EXPECT_EQ(FillBuckets(layers, {1, 1}).size(), 8U) << "each tensor by itself";
    EXPECT_EQ(FillBuckets(layers, {1000, 1}).size(), 1U);
}

} // namespace
} // namespace ns3::esa
