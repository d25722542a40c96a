// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-fixed-point.h"
#include "ns3/esa-gradient-oracle.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace ns3::esa
{
namespace
{

constexpr int16_t kEdges[] = {-32767, -32766, -256, -2, -1, 0, 1, 2, 255, 32766, INT16_MAX};

TEST(HalfPair, EveryPairOfEdgesComesBack)
{
    for (const int16_t high : kEdges)
    {
        for (const int16_t low : kEdges)
        {
            const HalfPair pair = HalfPair::FromWord(HalfPair{high, low}.ToWord());
            EXPECT_EQ(pair.high, high);
            EXPECT_EQ(pair.low, low);
        }
    }
}

TEST(HalfPair, WordsInNumbers)
{
    EXPECT_EQ((HalfPair{1, 2}.ToWord()), 65538);
    EXPECT_EQ((HalfPair{0, -1}.ToWord()), -1);
    EXPECT_EQ((HalfPair{1, -1}.ToWord()), 65535) << "the low lane borrows from the high one";
    EXPECT_EQ((HalfPair{INT16_MAX, INT16_MAX}.ToWord()), 2147450879);
    EXPECT_EQ((HalfPair{-INT16_MAX, -INT16_MAX}.ToWord()), -2147450879);
}

TEST(HalfPair, SumsOfWordsAreSumsOfLanes)
{
    std::mt19937 random(1);
    for (const uint32_t workers : {1U, 2U, 7U, 32U})
    {
        const int16_t largest = LargestHalf(workers);
        std::uniform_int_distribution<int> draw(-largest, largest);
        for (int repetition = 0; repetition < 2000; ++repetition)
        {
            int32_t word = 0;
            int32_t high = 0;
            int32_t low = 0;
            for (uint32_t worker = 0; worker < workers; ++worker)
            {
                const HalfPair pair{static_cast<int16_t>(draw(random)),
                                    static_cast<int16_t>(draw(random))};
                high += pair.high;
                low += pair.low;
                word = SaturatingAdd(word, pair.ToWord());
            }
            ASSERT_EQ(HalfPair::FromWord(word).high, high);
            ASSERT_EQ(HalfPair::FromWord(word).low, low);
        }
    }
}

TEST(HalfPair, TheLargestGradientsOfAllWorkersFit)
{
    for (uint32_t workers = 1; workers <= 32; ++workers)
    {
        for (const int sign : {-1, 1})
        {
            const auto largest = static_cast<int16_t>(sign * LargestHalf(workers));
            int32_t word = 0;
            for (uint32_t worker = 0; worker < workers; ++worker)
            {
                word = SaturatingAdd(word, HalfPair{largest, largest}.ToWord());
            }
            EXPECT_EQ(HalfPair::FromWord(word).high, largest * static_cast<int>(workers));
            EXPECT_EQ(HalfPair::FromWord(word).low, largest * static_cast<int>(workers));
        }
    }
}

/// A result that sums the fragments of all workers, in half precision.
InaPacket
HalfResult(const GradientOracle& oracle, uint32_t workers)
{
    InaPacket result;
    result.job = 3;
    result.seq = 17;
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        InaPacket fragment = result;
        oracle.Fill(fragment, worker);
        result.sum.Add(fragment.sum);
    }
    return result;
}

TEST(HalfOracle, AcceptsTheSumsOfBothLanes)
{
    for (const uint32_t workers : {1U, 4U, 32U})
    {
        for (const GradientPrecision precision :
             {GradientPrecision::Half, GradientPrecision::Brain})
        {
            const GradientOracle oracle(3, workers, true, precision);
            EXPECT_TRUE(oracle.IsExact(HalfResult(oracle, workers))) << workers;
        }
    }
}

TEST(HalfOracle, FindsOneWrongLane)
{
    const GradientOracle oracle(3, 4, true, GradientPrecision::Half);
    for (const int32_t error : {1, 65536, -65536, 65535})
    {
        InaPacket result = HalfResult(oracle, 4);
        FragmentValues values = result.sum.values.Values();
        values[61] += error;
        result.sum.values = PayloadRef(values);
        EXPECT_FALSE(oracle.IsExact(result)) << error;
    }
}

TEST(HalfOracle, ItsValuesAreNotThoseOfSinglePrecision)
{
    InaPacket half;
    InaPacket single;
    GradientOracle(0, 4, true, GradientPrecision::Half).Fill(half, 0);
    GradientOracle(0, 4, true).Fill(single, 0);
    EXPECT_EQ(half.sum.digest, single.sum.digest);
    EXPECT_NE(half.sum.values.Values(), single.sum.values.Values());
}

TEST(HalfOracle, ValuesOfBrainHaveEightSignificantBits)
{
    InaPacket half;
    InaPacket brain;
    GradientOracle(0, 4, true, GradientPrecision::Half).Fill(half, 0);
    GradientOracle(0, 4, true, GradientPrecision::Brain).Fill(brain, 0);
    uint32_t changed = 0;
    for (std::size_t i = 0; i < kValuesPerFragment; ++i)
    {
        const HalfPair exact = HalfPair::FromWord(half.sum.values.Values()[i]);
        const HalfPair rounded = HalfPair::FromWord(brain.sum.values.Values()[i]);
        const int32_t error = std::abs(exact.high - rounded.high);
        EXPECT_LE(error, std::abs(exact.high) / 256 + 1);
        changed += error > 0 ? 1 : 0;
    }
    EXPECT_GT(changed, kValuesPerFragment / 2);
}

// Conversion between float and bf16

constexpr uint32_t kValues = 65536;    ///< of 16 bits
constexpr uint16_t kInfinity = 0x7f80; ///< as bf16

/// Magnitude of a bf16, as bits.
constexpr uint16_t
MagnitudeOf(uint32_t bits)
{
    return bits & 0x7fff;
}

TEST(Bfloat16, EveryValueComesBack)
{
    for (uint32_t bits = 0; bits < kValues; ++bits)
    {
        const float value = FromBfloat16(static_cast<uint16_t>(bits));
        EXPECT_EQ(std::isnan(value), MagnitudeOf(bits) > kInfinity);
        EXPECT_EQ(std::isinf(value), MagnitudeOf(bits) == kInfinity);
        // what is no number comes back as a quiet one
        EXPECT_EQ(ToBfloat16(value), std::isnan(value) ? bits | 0x40 : bits);
    }
}

TEST(Bfloat16, TiesGoToTheEvenNeighbour)
{
    for (uint32_t bits = 0; bits < kValues; ++bits)
    {
        if (MagnitudeOf(bits) + 1 >= kInfinity)
        {
            continue;
        }
        const float low = FromBfloat16(static_cast<uint16_t>(bits));
        const float high = FromBfloat16(static_cast<uint16_t>(bits + 1));
        const auto middle = static_cast<float>((double{low} + double{high}) / 2);
        EXPECT_EQ(ToBfloat16(middle), bits % 2 == 0 ? bits : bits + 1) << bits;
        EXPECT_EQ(ToBfloat16(std::nextafter(middle, low)), bits);
        EXPECT_EQ(ToBfloat16(std::nextafter(middle, high)), bits + 1);
    }
}

TEST(Bfloat16, HasTheRangeOfAFloat)
{
    const float largest = FromBfloat16(kInfinity - 1);
    EXPECT_EQ(largest, std::ldexp(255.0F, 120));
    const float half = std::ldexp(1.0F, 119); // of the distance to the value that would follow
    EXPECT_EQ(ToBfloat16(std::nextafter(largest + half, 0.0F)), kInfinity - 1);
    EXPECT_EQ(ToBfloat16(largest + half), kInfinity);
    EXPECT_EQ(ToBfloat16(-std::numeric_limits<float>::max()), 0x8000 | kInfinity);
    EXPECT_EQ(FromBfloat16(1), std::ldexp(1.0F, -133)) << "the smallest above 0";
    EXPECT_EQ(ToBfloat16(1.0F), 0x3f80);
    EXPECT_EQ(ToBfloat16(-0.0F), 0x8000);
}

} // namespace
} // namespace ns3::esa
