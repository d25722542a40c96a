// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_TABLE_H
#define ESA_FRAME_TABLE_H

#include "ns3/esa-net-device.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <functional>
#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The forwarding table for ordinary frames: a switch forwards them as a learning Ethernet
 * switch does.
 *
 * A learning switch floods frames, which would travel in circles where switches are connected by
 * several paths. In a network of several switches a route therefore chooses the port, nothing is
 * learnt, and a frame for all hosts travels on a tree of links.
 */
class FrameTable
{
  public:
    /// @param port a device of the switch
    void AddPort(Ptr<EsaNetDevice> port);

    /// Chooses the port for a frame by the addresses of its sender and receiver.
    /// @return the port; null: the receiver is unknown
    using Route = std::function<Ptr<EsaNetDevice>(Mac48Address from, Mac48Address to)>;

    /// From now on, a route chooses the ports, and nothing is learnt.
    /// @param route chooses the port for frames to one host
    /// @param tree the ports that belong to a tree of links: frames for all hosts take them
    void SetRoute(Route route, const std::vector<Ptr<EsaNetDevice>>& tree);

    /// Forwards a frame.
    /// @param frame the packet with its Ethernet header
    /// @param from the device that it arrived at
    void Forward(Ptr<Packet> frame, EsaNetDevice& from);

    /// @brief Removes all devices and entries.
    void Clear();

  private:
    /// @brief Forwards a frame by the route.
    void ForwardByRoute(Ptr<Packet> frame,
                        Mac48Address source,
                        Mac48Address to,
                        EsaNetDevice& from);

    std::vector<Ptr<EsaNetDevice>> m_ports;              ///< the devices of the switch
    std::map<Mac48Address, Ptr<EsaNetDevice>> m_learned; ///< the entries
    Route m_route;                                       ///< chooses the port; empty: the entries
    std::vector<Ptr<EsaNetDevice>> m_tree;               ///< with a route: for frames to all hosts

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FRAME_TABLE_H
