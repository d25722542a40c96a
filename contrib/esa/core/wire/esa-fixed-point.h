// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FIXED_POINT_H
#define ESA_FIXED_POINT_H

#include "ns3/esa-assert.h"

#include <cmath>
#include <cstdint>
#include <cstring>

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

/**
 * @ingroup esa
 * @brief Two int16 lanes in one int32 that a switch adds as one number.
 *
 * The word is high x 65536 + low. A sum of words is the word of the lanes' sums, whatever the
 * signs, as long as each lane's sum is at most 32767 in magnitude. A negative low lane borrows from
 * the high one, and decoding gives back what it borrowed. -32768 is left out: in the high lane it
 * leaves nothing to borrow from.
 */
struct HalfPair
{
    int16_t high{0}; ///< upper lane
    int16_t low{0};  ///< lower lane

    /// @return the word that travels
    constexpr int32_t ToWord() const
    {
        ESA_ASSERT(high != INT16_MIN && low != INT16_MIN, "no lane is -32768");
        return int32_t{high} * 65536 + low;
    }

    /// @param word a word or a sum of words
    /// @return its lanes
    static constexpr HalfPair FromWord(int32_t word)
    {
        // The low lane is the remainder in [-32768, 32767]; what is left divides by 65536.
        const int32_t low = ((word & 0xffff) ^ 0x8000) - 0x8000;
        const int64_t high = (int64_t{word} - low) / 65536;
        return {static_cast<int16_t>(high), static_cast<int16_t>(low)};
    }
};

/// @brief How large a gradient may be so that the sums of a lane always fit.
/// @param workers summands of a lane
/// @return the largest magnitude of one
constexpr int16_t
LargestHalf(uint32_t workers)
{
    ESA_ASSERT(workers >= 1, "a lane has a summand at least");
    return static_cast<int16_t>(INT16_MAX / workers);
}

/**
 * @brief Converts a float to brain floating point (bf16), as accelerators do.
 *
 * A bf16 is the upper half of a float. It has the range of a float, with the same 8 bits of
 * exponent, but only 8 significant bits. Frameworks train in it because nothing overflows that
 * would not overflow as a float.
 * @return the bits of the nearest bf16, the even one if two are equally near; too large values
 *         become infinite, and NaN stays NaN
 */
inline uint16_t
ToBfloat16(float value)
{
    static_assert(sizeof(float) == sizeof(uint32_t), "a float has 32 bits");
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    constexpr uint32_t kInfinity = 0x7f800000;
    if ((bits & 0x7fffffff) > kInfinity)
    {
        return static_cast<uint16_t>(bits >> 16 | 0x40); // quiet, and not infinite
    }
    const uint32_t isOdd = bits >> 16 & 1;
    return static_cast<uint16_t>((bits + 0x7fff + isOdd) >> 16);
}

/// @param bits a bf16
/// @return the same as a float, exactly
inline float
FromBfloat16(uint16_t bits)
{
    const uint32_t wide = uint32_t{bits} << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

} // namespace ns3::esa

#endif // ESA_FIXED_POINT_H
