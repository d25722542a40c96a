// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PRIORITY_H
#define ESA_PRIORITY_H

#include "ns3/esa-assert.h"

#include <cstdint>

namespace ns3::esa
{

/// How a priority is compressed to 8 bits; the paper omits it.
enum class PriorityEncoding : uint8_t
{
    Linear, ///< proportional to the priority
    Log2,   ///< proportional to the logarithm of 1 + priority
};

/**
 * @ingroup esa
 * @brief The priority of a fragment, P = (1/T) x (L/l) x (Comm/Comp) (paper, "Preemption Policy").
 *
 * @param remainingS T, remaining time of the job's iteration in seconds
 * @param layers L, number of layers
 * @param layer l, layer of the fragment, 1 is the front layer
 * @param commCompRatio Comm/Comp of the job
 * @return P, in 1/s
 */
constexpr double
PriorityPerS(double remainingS, uint32_t layers, uint32_t layer, double commCompRatio)
{
    ESA_ASSERT(remainingS > 0, "while a fragment is unsent, time remains");
    ESA_ASSERT(layer >= 1 && layer <= layers, "layers are counted from 1");
    return 1.0 / remainingS * layers / layer * commCompRatio;
}

/// @ingroup esa
/// @brief Compresses priorities to the header's 8 bits, the same way for all jobs.
struct PriorityCodec
{
    double pMaxPerS{5000};                               ///< this P and all above become 255
    PriorityEncoding encoding{PriorityEncoding::Linear}; ///< the mapping

    /// @param priorityPerS P, in 1/s
    /// @return 1 to 255; 0 is left to residents that were downgraded
    uint8_t Encode(double priorityPerS) const;
};

} // namespace ns3::esa

#endif // ESA_PRIORITY_H
