/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-cache.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

void
ResultCache::Reserve(uint32_t packets)
{
    std::size_t size = std::max<std::size_t>(m_slots.size(), 1);
    while (size < packets)
    {
        size *= 2;
    }
    if (size == m_slots.size())
    {
        return;
    }
    ESA_ASSERT((size & (size - 1)) == 0, "the size of a cache is a power of two");
    std::vector<Slot> grown(size);
    for (auto& slot : m_slots)
    {
        if (slot.used)
        {
            grown[slot.position & (size - 1)] = std::move(slot);
        }
    }
    m_slots.swap(grown);
}

const GradientSum*
ResultCache::Find(StreamPosition position) const
{
    if (m_slots.empty())
    {
        return nullptr;
    }
    const Slot& slot = m_slots[position & (m_slots.size() - 1)];
    return slot.used && slot.position == position ? &slot.sum : nullptr;
}

} // namespace ns3::esa
