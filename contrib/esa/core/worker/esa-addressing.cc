/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-addressing.h"

namespace ns3::esa
{

void
PoolAddressing::Address(StreamPosition /* position */, InaPacket& packet) const
{
    packet.aggregator = m_pool.Index(packet.job, packet.seq);
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

void
WindowSlotAddressing::Address(StreamPosition position, InaPacket& packet) const
{
    packet.aggregator = m_places[position % m_places.size()].index;
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

void
ShareAddressing::Address(StreamPosition position, InaPacket& packet) const
{
    packet.aggregator = m_share.Index(position);
}

void
SlotAddressing::Address(StreamPosition position, InaPacket& packet) const
{
    packet.aggregator = m_slots.Index(position);
    packet.version = (packet.aggregator & 1) != 0;
}

} // namespace ns3::esa
