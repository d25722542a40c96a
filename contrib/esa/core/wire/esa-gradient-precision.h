// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GRADIENT_PRECISION_H
#define ESA_GRADIENT_PRECISION_H

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

} // namespace ns3::esa

#endif // ESA_GRADIENT_PRECISION_H
