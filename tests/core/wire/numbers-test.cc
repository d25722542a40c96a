// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-fixed-point.h"
#include "ns3/esa-priority-rule.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-system.h"
#include "ns3/esa-units.h"

#include <gtest/gtest.h>
#include <limits>

namespace ns3::esa
{
namespace
{

/// @return ESA's P, in 1/s
double
PriorityPerS(double remainingS, uint32_t layers, uint32_t layer, double commCompRatio)
{
    static const System system(*FindSystem("esa"));
    return PriorityByRemainingTime(
        {layer, layers, 8, 0, 0, remainingS / 4, 3 * remainingS / 4, commCompRatio, 0, 0, system});
}

TEST(Priority, IsTheFormulaOfThePaper)
{
    // P = 1/T x L/l x Comm/Comp
    EXPECT_DOUBLE_EQ(PriorityPerS(0.002, 2, 2, 1), 500);
    EXPECT_DOUBLE_EQ(PriorityPerS(0.002, 2, 1, 1), 1000) << "the front layer is more urgent";
    EXPECT_DOUBLE_EQ(PriorityPerS(0.002, 2, 2, 0.5), 250);
    EXPECT_DOUBLE_EQ(PriorityPerS(0.001, 2, 2, 1), 1000) << "less time remains";
    EXPECT_DOUBLE_EQ(PriorityPerS(1, 50, 5, 1), 10);
}

TEST(PriorityCodec, LinearIsRoundedToTheNearest)
{
    const PriorityCodec codec{255};
    EXPECT_EQ(codec.Encode(100), 100);
    EXPECT_EQ(codec.Encode(100.49), 100);
    EXPECT_EQ(codec.Encode(100.5), 101);
    EXPECT_EQ(codec.Encode(254.4), 254);
}

TEST(PriorityCodec, EverythingIsClampedTo1To255)
{
    const PriorityCodec codec{5000};
    EXPECT_EQ(codec.Encode(0), 1) << "0 is reserved for downgraded residents";
    EXPECT_EQ(codec.Encode(1e-9), 1);
    EXPECT_EQ(codec.Encode(5000), 255);
    EXPECT_EQ(codec.Encode(5001), 255);
    EXPECT_EQ(codec.Encode(1e300), 255);
    EXPECT_EQ(codec.Encode(std::numeric_limits<double>::infinity()), 255);
}

TEST(PriorityCodec, KeepsTheOrder)
{
    const PriorityCodec codec{5000};
    uint8_t previous = 0;
    for (int priority = 0; priority <= 6000; ++priority)
    {
        const uint8_t encoded = codec.Encode(priority);
        ASSERT_GE(encoded, previous) << priority;
        previous = encoded;
    }
}

TEST(FixedPoint, RoundsToTheNearestAndTiesToEven)
{
    const FixedPoint units(1);
    EXPECT_EQ(units.ToFixed(0.49F), 0);
    EXPECT_EQ(units.ToFixed(0.5F), 0);
    EXPECT_EQ(units.ToFixed(1.5F), 2);
    EXPECT_EQ(units.ToFixed(2.5F), 2);
    EXPECT_EQ(units.ToFixed(-1.5F), -2);
    EXPECT_EQ(units.ToFixed(-2.51F), -3);
    EXPECT_EQ(units.ToFixed(-0.0F), 0);
}

TEST(FixedPoint, DefaultScaleIsAtps)
{
    const FixedPoint fixed;
    EXPECT_EQ(fixed.ToFixed(1), 100'000'000);
    EXPECT_EQ(fixed.ToFixed(-0.25F), -25'000'000);
    EXPECT_FLOAT_EQ(fixed.ToFloat(150'000'000), 1.5F);
    EXPECT_FLOAT_EQ(fixed.ToFloat(-1), -1e-8F);
}

TEST(FixedPoint, SaturatesWhatDoesNotFit)
{
    const FixedPoint fixed;
    EXPECT_EQ(fixed.ToFixed(21.4F), 2'140'000'000 - 38) << "21.4 as a float is 21.39999962";
    EXPECT_EQ(fixed.ToFixed(21.5F), INT32_MAX);
    EXPECT_EQ(fixed.ToFixed(-21.5F), INT32_MIN);
    EXPECT_EQ(fixed.ToFixed(std::numeric_limits<float>::max()), INT32_MAX);
    EXPECT_EQ(fixed.ToFixed(std::numeric_limits<float>::lowest()), INT32_MIN);
    EXPECT_EQ(fixed.ToFixed(std::numeric_limits<float>::infinity()), INT32_MAX);
    EXPECT_EQ(fixed.ToFixed(-std::numeric_limits<float>::infinity()), INT32_MIN);
    const FixedPoint units(1);
    EXPECT_EQ(units.ToFixed(2147483648.0F), INT32_MAX);
    EXPECT_EQ(units.ToFixed(-2147483648.0F), INT32_MIN);
    EXPECT_EQ(units.ToFixed(2147483520.0F), 2147483520) << "the largest float that fits";
}

TEST(FixedPoint, NanBecomesZero)
{
    EXPECT_EQ(FixedPoint().ToFixed(std::numeric_limits<float>::quiet_NaN()), 0);
    EXPECT_EQ(FixedPoint().ToFixed(-std::numeric_limits<float>::quiet_NaN()), 0);
}

TEST(FixedPoint, ComesBackWithinHalfAUnit)
{
    const FixedPoint fixed(1 << 20);
    for (int i = -1000; i <= 1000; ++i)
    {
        const float value = static_cast<float>(i) * 0.37F;
        EXPECT_NEAR(fixed.ToFloat(fixed.ToFixed(value)), value, 0.5 / (1 << 20) + 1e-5);
    }
}

TEST(SaturatingAdd, StaysAtTheLimits)
{
    EXPECT_EQ(SaturatingAdd(1, 2), 3);
    EXPECT_EQ(SaturatingAdd(INT32_MAX, 1), INT32_MAX);
    EXPECT_EQ(SaturatingAdd(INT32_MAX, INT32_MAX), INT32_MAX);
    EXPECT_EQ(SaturatingAdd(INT32_MIN, -1), INT32_MIN);
    EXPECT_EQ(SaturatingAdd(INT32_MIN, INT32_MIN), INT32_MIN);
    EXPECT_EQ(SaturatingAdd(INT32_MIN, INT32_MAX), -1);
    EXPECT_EQ(SaturatingAdd(INT32_MAX - 1, 1), INT32_MAX);
}

TEST(Units, MicrosecondsArePicosecondsRounded)
{
    EXPECT_EQ(FromMicroseconds(1).count(), 1'000'000);
    EXPECT_EQ(FromMicroseconds(0.02448).count(), 24'480) << "a frame of 306 B at 100 Gb/s";
    EXPECT_EQ(FromMicroseconds(1.5e-6).count(), 2);
    EXPECT_EQ(FromMicroseconds(-1).count(), -1'000'000);
    EXPECT_DOUBLE_EQ(ToMilliseconds(FromMicroseconds(1904.5)), 1.9045);
    EXPECT_DOUBLE_EQ(ToSeconds(FromMicroseconds(250)), 0.00025);
    EXPECT_LT(kNever, FromMicroseconds(-1e9));
}

} // namespace
} // namespace ns3::esa
