/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PACKET_RECEIVER_H
#define ESA_PACKET_RECEIVER_H

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An object that receives fragments: a switch, a host, or an application on it.
 */
class PacketReceiver
{
  public:
    virtual ~PacketReceiver() = default;

    /**
     * @brief A fragment has arrived.
     * @param fragment the fragment, for the receiver to change and pass on
     * @param now the time
     */
    virtual void ReceiveFragment(InaPacket& fragment, Picoseconds now) = 0;

    /// @brief A fragment arrives soon: fetches the aggregator that it will need into the cache.
    /// @param fragment the fragment
    void Foresee(const InaPacket& fragment) const
    {
        if (fragment.aggregator < m_aggregatorCount)
        {
            __builtin_prefetch(m_aggregators + fragment.aggregator, 1);
        }
    }

  protected:
    /// @param table aggregators that fragments will need, which outlive the receiver
    void SetForeseen(const AggregatorTable& table)
    {
        const bool isByIndex = table.Indexes() == table.Size();
        m_aggregators = &table.AtPlace(0);
        m_aggregatorCount = isByIndex ? table.Size() : 0;
    }

  private:
    const Aggregator* m_aggregators{nullptr}; ///< aggregators that fragments will need
    uint32_t m_aggregatorCount{0};            ///< how many; 0: none
};

} // namespace ns3::esa

#endif // ESA_PACKET_RECEIVER_H
