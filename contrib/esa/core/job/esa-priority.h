// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PRIORITY_H
#define ESA_PRIORITY_H

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>
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
    uint8_t Encode(double priorityPerS) const
    {
        ESA_ASSERT(pMaxPerS > 0, "priorities are compressed to a range above 0");
        const double share = encoding == PriorityEncoding::Linear
                                 ? priorityPerS / pMaxPerS
                                 : std::log2(1 + priorityPerS) / std::log2(1 + pMaxPerS);
        if (!(share > 0))
        {
            return 1; // 0 and less, and what is no number
        }
        return static_cast<uint8_t>(std::clamp(std::round(255 * share), 1.0, 255.0));
    }
};

} // namespace ns3::esa

#endif // ESA_PRIORITY_H
