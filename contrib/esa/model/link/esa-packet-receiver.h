/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PACKET_RECEIVER_H
#define ESA_PACKET_RECEIVER_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-prefetch.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An object that receives fragments: a switch, a host, or an application on it.
 *
 * It begins a cache line, which what every fragment needs can share.
 */
class alignas(kCacheLineBytes) PacketReceiver
{
  public:
    virtual ~PacketReceiver() = default;

    /**
     * @brief A fragment has arrived.
     * @param fragment the fragment, for the receiver to change and pass on
     * @param now the time
     */
    virtual void ReceiveFragment(InaPacket& fragment, Picoseconds now) = 0;

    /**
     * @brief Prefetches what ReceiveFragment() will need for a fragment, if the receiver knows.
     *
     * A receiver finds its memory in steps: a pointer has to arrive before what it points to can be
     * asked for. Each call is one step. Calls of other receivers come between two calls.
     *
     * @param fragment a fragment that will arrive soon
     * @param stage number of the call, from 0 on
     */
    virtual void PrefetchFor([[maybe_unused]] const InaPacket& fragment,
                             [[maybe_unused]] uint32_t stage) const
    {
    }
};

} // namespace ns3::esa

#endif // ESA_PACKET_RECEIVER_H
