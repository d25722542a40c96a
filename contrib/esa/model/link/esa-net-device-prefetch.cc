/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a device asks the processor for before it needs it. It changes no result.

#include "esa-net-device.h"

#include "ns3/esa-prefetch.h"

namespace ns3::esa
{
void
EsaNetDevice::PrefetchArrival(uint32_t stage) const
{
    switch (stage)
    {
    case 0:
        m_ring.PrefetchFront();
        Prefetch(&m_peer->m_fragmentSink);
        break;
    case 1:
        if (m_peer->m_fragmentSink)
        {
            Prefetch(m_peer->m_fragmentSink);
        }
        break;
    default:
        if (m_peer->m_fragmentSink && !m_ring.IsEmpty() && !m_ring.Front().packet)
        {
            m_peer->m_fragmentSink->PrefetchFor(m_ring.Front().fragment, stage - 2);
        }
        break;
    }
}

void
EsaNetDevice::PrefetchSend(uint32_t stage) const
{
    if (stage == 0)
    {
        Prefetch(static_cast<const ArrivalWheel::Client*>(this), 3 * kCacheLineBytes);
    }
    else
    {
        m_ring.PrefetchBack();
    }
}

} // namespace ns3::esa
