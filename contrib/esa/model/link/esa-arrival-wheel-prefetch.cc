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
namespace
{

/// Links that prefetch together. They hide each other's waits, and the first-level cache has room
/// for what all of them need.
constexpr std::size_t kBatch = 8;

} // namespace

std::size_t
ArrivalWheel::LookAhead(const List& list, std::size_t first) const
{
    const std::size_t end = std::min(first + kBatch, list.size());
    for (uint32_t stage = 0; stage < kPrefetchStages; ++stage)
    {
        for (std::size_t place = first; place < end; ++place)
        {
            if (list[place])
            {
                list[place]->PrefetchArrival(stage);
            }
        }
    }
    for (std::size_t place = end; place < std::min(end + kBatch, list.size()); ++place)
    {
        Prefetch(list[place]);
    }
    return end;
}

void
ArrivalWheel::PrefetchFirst(int64_t step) const
{
    const List& list = *m_slots[static_cast<std::size_t>(step) & (kSlots - 1)];
    for (std::size_t place = 0; place < std::min(kBatch, list.size()); ++place)
    {
        Prefetch(list[place]);
    }
}

} // namespace ns3::esa
