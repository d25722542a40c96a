// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BFLOAT16_H
#define ESA_BFLOAT16_H

#include <cstdint>
#include <cstring>

/**
 * @file
 * @ingroup esa
 * Brain floating point (bf16): the upper half of a float. It has the range of a float, with the
 * same 8 bits of exponent, but only 8 significant bits. Frameworks train in it because nothing
 * overflows that would not overflow as a float.
 */

namespace ns3::esa
{

/// @brief Converts a float to bf16, as accelerators do.
/// @return the bits of the nearest bf16, of two equally near ones the even one; too large values
///         become infinite, and what is no number stays so
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

#endif // ESA_BFLOAT16_H
