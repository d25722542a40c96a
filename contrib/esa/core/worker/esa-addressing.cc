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
