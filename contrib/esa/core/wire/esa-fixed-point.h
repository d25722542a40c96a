// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FIXED_POINT_H
#define ESA_FIXED_POINT_H

#include "ns3/esa-assert.h"

#include <cmath>
#include <cstdint>

namespace ns3::esa
{

/// How gradients travel.
enum class GradientPrecision : uint8_t
{
    Single, ///< float (fp32), an int32 each
    Half,   ///< half a float (fp16), two int16 in an int32, see HalfPair
    Brain,  ///< bf16 at the hosts (ToBfloat16()), on its way an int16 like Half
};

/// @param precision how gradients travel
/// @return true if an int32 carries two
constexpr bool
IsPair(GradientPrecision precision)
{
    return precision == GradientPrecision::Half || precision == GradientPrecision::Brain;
}

/// @param precision how gradients travel
/// @return bytes of one gradient
constexpr uint32_t
BytesPerGradient(GradientPrecision precision)
{
    return IsPair(precision) ? 2 : 4;
}

/**
 * @ingroup esa
 * @brief Adds as a switch register does: a sum beyond 32 bits stays at the nearest limit.
 *
 * @param a one summand
 * @param b the other
 * @return a + b, at least INT32_MIN and at most INT32_MAX
 */
constexpr int32_t
SaturatingAdd(int32_t a, int32_t b)
{
    const int64_t sum = int64_t{a} + b;
    return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : static_cast<int32_t>(sum);
}

/**
 * @ingroup esa
 * @brief Converts gradients between float and the int32 that a switch can add.
 *
 * The scale is 10^8, ATP's from memory (its public code has 10^6), and rounds to nearest. A value
 * that does not fit into 32 bits saturates; NaN becomes 0.
 */
class FixedPoint
{
  public:
    static constexpr double kDefaultScale = 1e8; ///< units of the integer in 1.0

    /// @param scale units of the integer in 1.0
    explicit FixedPoint(double scale = kDefaultScale)
        : m_scale(scale)
    {
        ESA_ASSERT(scale > 0, "a scale of fixed-point numbers is above 0");
    }

    /// @param value a gradient
    /// @return value times scale, rounded to nearest (ties to even), saturated
    int32_t ToFixed(float value) const
    {
        if (std::isnan(value))
        {
            return 0;
        }
        const double scaled = static_cast<double>(value) * m_scale;
        if (scaled >= INT32_MAX)
        {
            return INT32_MAX;
        }
        if (scaled <= INT32_MIN)
        {
            return INT32_MIN;
        }
        return static_cast<int32_t>(std::nearbyint(scaled));
    }

    /// @param fixed a sum that came back
    /// @return fixed over scale
    float ToFloat(int32_t fixed) const
    {
        return static_cast<float>(fixed / m_scale);
    }

  private:
    double m_scale; ///< units of the integer in 1.0
};

} // namespace ns3::esa

#endif // ESA_FIXED_POINT_H
