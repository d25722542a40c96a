// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-addressing.h"

namespace ns3::esa
{

AggregatorAddress
PoolAddressing::Of(StreamPosition position) const
{
    return {m_pool.Index(m_job, static_cast<uint32_t>(position)), false};
}

WindowSlotAddressing::WindowSlotAddressing(const WindowSlotIndex& index)
    : m_index(index),
      m_places(index.Places())
{
    for (uint32_t place = 0; place < m_places.size(); ++place)
    {
        m_places[place].index = m_index.Index(place, 0);
    }
}

AggregatorAddress
WindowSlotAddressing::Of(StreamPosition position) const
{
    return {m_places[position % m_places.size()].index, false};
}

void
WindowSlotAddressing::OnResult(StreamPosition position, const InaPacket& result)
{
    if (result.collision)
    {
        const auto number = static_cast<uint32_t>(position % m_places.size());
        Place& place = m_places[number];
        place.index = m_index.Index(number, ++place.changes);
    }
}

AggregatorAddress
ShareAddressing::Of(StreamPosition position) const
{
    return {m_share.Index(position), false};
}

AggregatorAddress
SlotAddressing::Of(StreamPosition position) const
{
    const uint32_t index = m_slots.Index(position);
    return {index, (index & 1) != 0};
}

} // namespace ns3::esa
