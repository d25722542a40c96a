/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the wheel does so that links find their memory in the caches. It changes no result.

#include "esa-arrival-wheel.h"

#include "ns3/esa-prefetch.h"

#include <algorithm>

namespace ns3::esa
{

void
ArrivalWheel::LookAhead(const List& list, std::size_t first)
{
    const std::size_t end = std::min(first + kBatch, list.size());
    // The links themselves: of this batch if nobody has done it before, and of the next one.
    for (std::size_t place = first == 0 ? 0 : end; place < std::min(end + kBatch, list.size());
         ++place)
    {
        Prefetch(list[place].link);
    }
    for (uint32_t stage = 0; stage < kPrefetchStages; ++stage)
    {
        for (std::size_t place = first; place < end; ++place)
        {
            if (list[place].link)
            {
                list[place].link->PrefetchArrival(stage);
            }
        }
    }
}

} // namespace ns3::esa
