// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DEVICE_RATES_H
#define ESA_DEVICE_RATES_H

#include "esa-execution-trace.h"

#include <algorithm>

namespace ns3::esa
{

/// @ingroup esa
/// @brief How fast an accelerator is, for computations of which only the size is given.
struct DeviceRates
{
    double flopPerS{1};        ///< largest number of operations per second
    double memoryBytesPerS{1}; ///< rate of its memory

    /**
     * @brief How long a computation takes: as recorded; else by the roofline model (Williams,
     * Waterman, Patterson, 2009), as long as its operations or its memory traffic need, whichever
     * is longer.
     * @param node a computation
     * @return its duration
     */
    Picoseconds DurationOf(const ExecutionNode& node) const
    {
        if (node.duration > Picoseconds(0))
        {
            return node.duration;
        }
        const double operationsS = static_cast<double>(node.operations) / flopPerS;
        const double memoryS = static_cast<double>(node.bytes) / memoryBytesPerS;
        return FromMicroseconds(std::max(operationsS, memoryS) * 1e6);
    }
};

} // namespace ns3::esa

#endif // ESA_DEVICE_RATES_H
