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
 * @brief Forwards frames of ordinary traffic, as a learning Ethernet switch does.
 *
 * Where there are up-links (a rack of a leaf-spine network), hosts that are not of the rack are
 * reached over one of them, the same for all frames of a pair of hosts, so that they keep their
 * order. Frames for everybody take the first up-link only, and never go up again: no loops.
 */
class FrameTable
{
  public:
    /// @param port a device towards a host, or from a spine towards a rack
    void AddPort(Ptr<EsaNetDevice> port);

    /// @param port a device towards a spine
    void AddUplink(Ptr<EsaNetDevice> port);

    /**
     * @brief Tells where a host is before it has sent anything.
     * @param host its address
     * @param port the device towards it
     */
    void Know(Mac48Address host, Ptr<EsaNetDevice> port);

    /**
     * @brief Sends a frame on.
     * @param frame the packet with its Ethernet header
     * @param from the device it arrived at
     */
    void Forward(Ptr<Packet> frame, EsaNetDevice& from);

    /// @brief Forgets every device.
    void Clear();

  private:
    /**
     * @param device a device
     * @return true if it leads up
     */
    bool IsUplink(const EsaNetDevice& device) const;

    std::vector<Ptr<EsaNetDevice>> m_ports;              ///< towards hosts, or racks
    std::vector<Ptr<EsaNetDevice>> m_uplinks;            ///< towards spines
    std::map<Mac48Address, Ptr<EsaNetDevice>> m_learned; ///< where hosts are

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FRAME_TABLE_H
