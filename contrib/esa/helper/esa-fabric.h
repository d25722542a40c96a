/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FABRIC_H
#define ESA_FABRIC_H

#include "ns3/esa-job-racks.h"
#include "ns3/esa-link.h"
#include "ns3/esa-rack-id.h"
#include "ns3/esa-spine.h"
#include "ns3/esa-switch.h"
#include "ns3/log.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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
 * @brief The network of a simulation, whatever its topology: hosts, switches, links and routes.
 *
 * Hosts stand in racks. The switch of a rack aggregates; a switch between racks (a spine) only
 * passes packets on. A topology derives from this class and says two things: which parts there are
 * (Build()), and which port leads from a switch to a rack (PortTowards()). The rest is the same
 * everywhere, and stands here: jobs ask where their hosts are, every switch on the way learns the
 * ports that lead to the members of a job, and forwarding tables are filled.
 *
 * LeafSpine is the topology of the paper. To add one, write a class as that one is, and hand it to
 * EsaHelper::InstallFabric().
 */
class EsaFabric
{
  public:
    EsaFabric() = default;
    EsaFabric(const EsaFabric&) = delete;
    EsaFabric& operator=(const EsaFabric&) = delete;
    virtual ~EsaFabric() = default;

    /**
     * @brief Makes the switches and links everything.
     * @param make the parts
     */
    void Install(const FabricFactories& make);

    /// @return every link, in the order in which the topology made them
    const std::vector<EsaLink>& Links() const
    {
        return m_links;
    }

    /**
     * @param host a host
     * @return its link to its switch
     */
    const EsaLink& LinkOf(Ptr<Node> host) const;

    /// @return the device of each host, in the order in which the topology linked them
    NetDeviceContainer HostDevices() const;

    /// @return both ends of every link
    NetDeviceContainer Devices() const;

    /**
     * @param host a host
     * @return its rack
     */
    RackId RackOf(Ptr<Node> host) const;

    /**
     * @param workers hosts of a job's workers
     * @param parameterServer host of its PS
     * @return how they are spread over racks
     */
    JobRacks RacksOf(const NodeContainer& workers, Ptr<Node> parameterServer) const;

    /// @return the switches that aggregate, by rack
    const std::vector<Ptr<EsaSwitch>>& Switches() const
    {
        return m_switches;
    }

    /**
     * @brief Aggregators of each switch. Aborts unless all have the same number: workers hash tasks
     * into it, and know nothing of racks.
     * @return how many; with static slots, slots
     */
    uint32_t Aggregators() const;

    /**
     * @brief Tells every switch on the way where the members of a job are.
     * @param job job number
     * @param workers the workers' hosts
     * @param parameterServer the PS's host
     */
    void AddJob(uint16_t job, const NodeContainer& workers, Ptr<Node> parameterServer);

    /**
     * @brief Has every switch that took part forget a job, for good.
     * @param job job number
     */
    void CloseJob(uint16_t job);

  protected:
    /**
     * @brief Makes a node the switch of the next rack.
     * @param node the node
     * @return the rack
     */
    RackId AddRack(Ptr<Node> node);

    /**
     * @brief Makes a node a switch between racks.
     * @param node the node
     */
    void AddSpine(Ptr<Node> node);

    /**
     * @brief Links a host to the switch of its rack.
     * @param host the host
     * @param rack its rack
     */
    void LinkHost(Ptr<Node> host, RackId rack);

    /**
     * @brief Links two switches.
     * @param lower a switch
     * @param upper the one above: frames for hosts that are not below the lower one come here
     * @return the link
     */
    EsaLink LinkSwitches(Ptr<Node> lower, Ptr<Node> upper);

    /**
     * @param node a switch
     * @return its rack; nothing if it is a switch between racks
     */
    std::optional<RackId> RackAt(Ptr<Node> node) const;

  private:
    /// @brief Adds racks, spines and links.
    virtual void Build() = 0;

    /**
     * @brief The way of a job's packets, hop by hop. All packets of a job between two racks take
     * one way, and so keep their order.
     * @param at a switch on the way
     * @param rack another rack, where the way ends
     * @param job job number
     * @return the switch's port that leads there
     */
    virtual Ptr<EsaNetDevice> PortTowards(Ptr<Node> at, RackId rack, uint16_t job) const = 0;

    /// Where the members of a job are.
    struct Members;

    /**
     * @brief Makes a link.
     * @param kind what it connects
     * @param lower the host, or the lower switch
     * @param upper the switch above
     * @return the link
     */
    EsaLink MakeLink(EsaLink::Kind kind, Ptr<Node> lower, Ptr<Node> upper);

    /// @brief Refuses what comes later for attributes that a job depends on.
    void FreezeAttributes() const;

    /// @brief Tells every switch which hosts are below it, for ordinary frames.
    void FillForwardingTables() const;

    /**
     * @param rack a rack with members of the job
     * @param members where they are
     * @param job job number
     * @return how the rack's switch reaches each
     */
    EsaSwitch::JobPorts PortsOf(RackId rack, const Members& members, uint16_t job) const;

    /**
     * @brief Follows the way from rack to rack.
     * @param racks racks with members of a job
     * @param job job number
     * @return the switches on the ways between them
     */
    std::vector<Ptr<Node>> SpinesBetween(const std::set<RackId>& racks, uint16_t job) const;

    /**
     * @param at a switch
     * @param rack another rack
     * @param job job number
     * @return the switch that comes next on the way of the job's packets to the rack
     */
    Ptr<Node> NextHop(Ptr<Node> at, RackId rack, uint16_t job) const;

    const FabricFactories* m_make{nullptr};               ///< the parts, while they are made
    std::vector<EsaLink> m_links;                         ///< every link
    std::vector<Ptr<EsaSwitch>> m_switches;               ///< by rack
    std::vector<Ptr<Node>> m_rackNodes;                   ///< the same switches' nodes
    std::map<uint32_t, RackId> m_rackAt;                  ///< by number of a rack's switch
    std::map<uint32_t, RackId> m_rackOf;                  ///< by number of a host
    std::map<uint32_t, std::size_t> m_linkOf;             ///< place in m_links, by number of a host
    std::map<uint16_t, std::vector<RackId>> m_racksOfJob; ///< which take part, by job

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FABRIC_H
