/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FABRIC_H
#define ESA_FABRIC_H

#include "ns3/esa-net-device.h"
#include "ns3/esa-spine.h"
#include "ns3/esa-switch.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::esa
{

/// What makes the parts of a network.
struct FabricFactories
{
    ObjectFactory device;        ///< a link's end, at a host or at its switch
    ObjectFactory channel;       ///< a link of a host
    ObjectFactory uplinkDevice;  ///< a link's end, between a rack's switch and a spine
    ObjectFactory uplinkChannel; ///< a link between them
    ObjectFactory node;          ///< a rack's switch
};

/**
 * @ingroup esa
 * @brief The network of a simulation: racks whose switches aggregate and, if there are several,
 * spines that connect each with each (leaf-spine).
 *
 * All packets of a job take the same spine, job number modulo spines, and keep their order.
 */
class EsaFabric
{
  public:
    /**
     * @brief Makes nodes the switches, and links everything.
     * @param make the parts
     * @param leaves the racks' switches, one a rack
     * @param spines switches between the racks; at least one unless there is one rack
     * @param hosts the hosts, each linked by one device of its own
     * @param rackOf rack of each host
     * @return the devices: for each host, its own and the switch's port; then for each rack and
     *         spine, the rack's up-link and the spine's port
     */
    NetDeviceContainer Install(const FabricFactories& make,
                               const NodeContainer& leaves,
                               const NodeContainer& spines,
                               const NodeContainer& hosts,
                               const std::vector<uint32_t>& rackOf);

    /**
     * @brief Tells every switch on the way where the members of a job are.
     * @param job job number
     * @param workers the workers' hosts
     * @param parameterServer the PS's host
     */
    void AddJob(uint16_t job, const NodeContainer& workers, Ptr<Node> parameterServer) const;

    /**
     * @param host a host
     * @return the switch's port towards it
     */
    Ptr<EsaNetDevice> PortTowards(Ptr<Node> host) const;

    /**
     * @param host a host
     * @return its rack
     */
    uint32_t RackOf(Ptr<Node> host) const;

    /**
     * @param hosts some hosts
     * @return their racks
     */
    std::vector<uint32_t> RacksOf(const NodeContainer& hosts) const;

    /// @return the switches, one a rack
    const std::vector<Ptr<EsaSwitch>>& Switches() const
    {
        return m_switches;
    }

  private:
    /**
     * @brief Links a host to its rack's switch.
     * @param make the parts
     * @param host the host
     * @param leaf the node of the switch
     * @param node the switch
     * @return both ends
     */
    NetDeviceContainer LinkHost(const FabricFactories& make,
                                Ptr<Node> host,
                                Ptr<Node> leaf,
                                Ptr<EsaSwitch> node) const;

    /**
     * @brief Links every rack's switch to every spine.
     * @param make the parts
     * @param leaves the racks' switches
     * @param spines the spines
     * @return both ends of each link
     */
    NetDeviceContainer LinkSpines(const FabricFactories& make,
                                  const NodeContainer& leaves,
                                  const NodeContainer& spines);

    /**
     * @brief Tells every switch where hosts are, which ordinary frames look for.
     * @param hosts the hosts
     */
    void MakeKnown(const NodeContainer& hosts) const;

    std::vector<Ptr<EsaSwitch>> m_switches;                  ///< by rack
    std::vector<Ptr<EsaSpine>> m_spines;                     ///< the spines
    std::vector<std::vector<Ptr<EsaNetDevice>>> m_uplinks;   ///< by rack and spine
    std::vector<std::vector<Ptr<EsaNetDevice>>> m_downlinks; ///< by rack and spine, at the spine
    std::map<uint32_t, uint32_t> m_rackOf;                   ///< by node number
};

} // namespace ns3::esa

#endif // ESA_FABRIC_H
