/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_FORWARDER_H
#define ESA_FRAME_FORWARDER_H

#include "ns3/packet.h"
#include "ns3/ptr.h"

namespace ns3::esa
{

class EsaNetDevice;

/**
 * @ingroup esa
 * @brief An object that forwards ordinary frames between devices: a switch.
 */
class FrameForwarder
{
  public:
    virtual ~FrameForwarder() = default;

    /**
     * @brief A frame of ordinary traffic has arrived.
     * @param frame the packet with its Ethernet header
     * @param from the device it arrived at
     */
    virtual void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) = 0;
};

} // namespace ns3::esa

#endif // ESA_FRAME_FORWARDER_H
