// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-priority.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{

uint8_t
PriorityCodec::Encode(double priorityPerS) const
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

} // namespace ns3::esa
