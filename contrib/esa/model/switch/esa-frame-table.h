/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAME_TABLE_H
#define ESA_FRAME_TABLE_H

#include "ns3/esa-net-device.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The forwarding table for ordinary frames: a switch forwards them as a learning Ethernet
 * switch does.
 *
 * The switch of a rack in a leaf-spine network also has up-links. An unknown host is then in
 * another rack and is reached over one of them. All frames from one host to another take the same
 * up-link, so they keep their order. A frame for all hosts takes the first up-link only, and a
 * frame from above never goes up again, so there are no loops.
 */
class FrameTable
{
  public:
    /// @param port a device towards a host, or from a spine towards a rack
    void AddPort(Ptr<EsaNetDevice> port);

    /// @param port a device towards a spine
    void AddUplink(Ptr<EsaNetDevice> port);

    /**
     * @brief Adds an entry for a host, so that it is known before it has sent anything.
     * @param host its address
     * @param port the device towards it
     */
    void Know(Mac48Address host, Ptr<EsaNetDevice> port);

    /**
     * @brief Forwards a frame.
     * @param frame the packet with its Ethernet header
     * @param from the device that it arrived at
     */
    void Forward(Ptr<Packet> frame, EsaNetDevice& from);

    /// @brief Removes all devices and entries.
    void Clear();

  private:
    /// @return true if the device leads towards a spine
    bool IsUplink(const EsaNetDevice& device) const;

    std::vector<Ptr<EsaNetDevice>> m_ports;              ///< towards hosts, or racks
    std::vector<Ptr<EsaNetDevice>> m_uplinks;            ///< towards spines
    std::map<Mac48Address, Ptr<EsaNetDevice>> m_learned; ///< the entries

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FRAME_TABLE_H
