// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Conversion between float and bf16.

#include "ns3/esa-fixed-point.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>

namespace ns3::esa
{
namespace
{

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
