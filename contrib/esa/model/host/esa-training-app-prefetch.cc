/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a worker asks the processor for before a fragment arrives. It changes no result.

#include "esa-aggregation-exchange.h"
#include "esa-training-app.h"

#include "ns3/esa-prefetch.h"

namespace ns3::esa
{
namespace
{

/// Bytes of an exchange that every fragment needs.
constexpr std::size_t kExchangeBytes = 5 * kCacheLineBytes;

} // namespace

void
EsaTrainingApp::PrefetchFor(const InaPacket& fragment, uint32_t stage) const
{
    if (!m_exchange)
    {
        return;
    }
    if (stage == 0)
    {
        Prefetch(m_exchange.get(), kExchangeBytes);
        m_state->PrefetchForResult();
        return;
    }
    m_exchange->PrefetchFor(fragment, stage - 1);
}

void
AggregationExchange::PrefetchFor(const InaPacket& packet, uint32_t stage) const
{
    if (stage == 0)
    {
        m_transport.PrefetchFor(packet);
    }
    m_device->PrefetchSend(stage);
}

} // namespace ns3::esa
