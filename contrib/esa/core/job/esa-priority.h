// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PRIORITY_H
#define ESA_PRIORITY_H

#include <cstdint>

namespace ns3::esa
{

/// How a priority is compressed to 8 bits; the paper omits it.
enum class PriorityEncoding : uint8_t
{
    Linear, ///< proportional to the priority
    Log2,   ///< proportional to the logarithm of 1 + priority
};

/// @ingroup esa
/// @brief Compresses priorities to the header's 8 bits, by one rule for all jobs.
struct PriorityCodec
{
    double pMaxPerS{5000};                               ///< this P and all above become 255
    PriorityEncoding encoding{PriorityEncoding::Linear}; ///< the mapping

    /// @param priorityPerS P, in 1/s
    /// @return 1 to 255, 1 if P is not above 0; 0 is left to residents that were downgraded
    uint8_t Encode(double priorityPerS) const;
};

} // namespace ns3::esa

#endif // ESA_PRIORITY_H
