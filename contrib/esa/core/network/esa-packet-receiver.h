// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PACKET_RECEIVER_H
#define ESA_PACKET_RECEIVER_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-units.h"

namespace ns3::esa
{

/// @ingroup esa
/// @brief An object that receives fragments: a switch, a host, or an application on it.
class PacketReceiver
{
  public:
    virtual ~PacketReceiver() = default;

    /// @brief A fragment has arrived.
    /// @param fragment the fragment, for the receiver to change and pass on
    virtual void ReceiveFragment(InaPacket& fragment, Picoseconds now) = 0;
};

} // namespace ns3::esa

#endif // ESA_PACKET_RECEIVER_H
