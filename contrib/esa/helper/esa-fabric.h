/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FABRIC_H
#define ESA_FABRIC_H

#include "ns3/esa-aggregation-levels.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-link.h"
#include "ns3/esa-rack-id.h"
#include "ns3/esa-spine.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-task-tree.h"
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

/// The way of a job's packets from one of its racks to the PS's.
struct RackWay
{
    RackId from;                     ///< the rack
    std::vector<Ptr<Node>> switches; ///< the switches between the two racks' switches, in order
};

/// Factories for the parts of a network.
struct FabricFactories
{
    ObjectFactory device;        ///< ends of the link of a host, at the host and at its switch
    ObjectFactory channel;       ///< the link of a host
    ObjectFactory uplinkDevice;  ///< ends of a link between a rack's switch and a spine
    ObjectFactory uplinkChannel; ///< a link between a rack's switch and a spine
    ObjectFactory node;          ///< a rack's switch
};

/**
 * @ingroup esa
 * @brief The network of a simulation, whatever its topology: hosts, switches, links and routes.
 *
 * Hosts stand in racks. The switch of a rack aggregates; a switch between racks (a spine) only
 * passes packets on, unless all levels aggregate. A topology derives from this class and says two
 * things: which parts there are (Build()), and which port leads from a switch to a rack
 * (PortTowards()). The rest is the same for all topologies and is done here: jobs ask where their
 * hosts are, every switch on the way gets the ports that lead to the members of a job, and
 * forwarding tables are filled.
 *
 * LeafSpine is the topology of the paper, and GraphFabric builds any graph. To add another one,
 * write a class like LeafSpine and hand it to EsaHelper::InstallFabric().
 */
class EsaFabric
{
  public:
    /// Indexes of tasks where switches have different memory: more than any has aggregators.
    static constexpr uint32_t kScaledIndexes = 1U << 31;

    EsaFabric() = default;
    EsaFabric(const EsaFabric&) = delete;
    EsaFabric& operator=(const EsaFabric&) = delete;
    virtual ~EsaFabric() = default;

    /**
     * @brief Says which switches sum on the way to a PS. Default: two levels, those of the workers'
     * racks and that of the PS's.
     * @param levels which; to be said before Install()
     */
    void SetAggregationLevels(AggregationLevels levels);

    /**
     * @brief Says how many trees the tasks of each job take in turn. Default: one.
     * @param trees how many; to be said before jobs are added
     */
    void SetTrees(uint32_t trees);

    /**
     * @brief Makes all switches and links.
     * @param make factories for the parts
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
     * @param job job number
     * @return how they are spread over racks
     */
    JobRacks RacksOf(const NodeContainer& workers, Ptr<Node> parameterServer, uint16_t job) const;

    /// @return the switches that aggregate, by rack; then those between racks, if they do
    const std::vector<Ptr<EsaSwitch>>& Switches() const
    {
        return m_switches;
    }

    /**
     * @param from a rack
     * @param to another rack
     * @param job the job, and one of its trees
     * @return the switches on the way of the job's packets, in order, without those of both racks
     */
    std::vector<Ptr<Node>> WayBetween(RackId from, RackId to, const JobTree& job) const;

    /**
     * @brief The tree of a job: how the packets of its racks come to that of its PS. Two ways that
     * meet at a switch are the same from there on, if the topology chooses the next switch by job
     * and destination.
     * @param racks how the members of the job are spread over racks
     * @param job the job, and one of its trees
     * @return the way of each rack with workers, by number of the rack, without that of the PS
     */
    std::vector<RackWay> WaysToHome(const JobRacks& racks, const JobTree& job) const;

    /**
     * @brief Number of indexes that workers hash tasks into, as they do not know about racks. That
     * is the number of aggregators of each switch. Switches that share their memory as a pool may
     * have different numbers; then it is kScaledIndexes, which each switch scales to its own
     * number. With other systems this aborts. Switches without memory do not count.
     * @return the number; with static slots, the number of slots
     */
    uint32_t Aggregators() const;

    /// @return the memory of the switch that has most, in bytes
    uint64_t MostMemoryBytes() const;

    /**
     * @brief Aborts if a switch that sums for a job has no memory.
     * @param racks where the members of the job stand
     */
    void CheckMemory(const JobRacks& racks) const;

    /**
     * @brief Gives every switch on the way the ports towards the members of a job.
     * @param job job number
     * @param workers the workers' hosts
     * @param parameterServer the PS's host
     * @param racks their racks (RacksOf()), and where its groups keep their sums, if it has groups
     * @param onlyReceiver the worker that alone gets sums; nothing: all workers get them
     */
    void AddJob(uint16_t job,
                const NodeContainer& workers,
                Ptr<Node> parameterServer,
                const JobRacks& racks,
                std::optional<uint16_t> onlyReceiver = {});

    /**
     * @brief Removes a job for good from the racks' switches that it has used. Spines keep its
     * route, and forward its late packets.
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
     * @brief Makes a node a switch between racks, which aggregates if all levels do.
     * @param node the node
     */
    void AddSpine(Ptr<Node> node);

    /**
     * @brief Links a host to the switch of its rack.
     * @param host the host
     * @param rack its rack
     * @return the link
     */
    EsaLink LinkHost(Ptr<Node> host, RackId rack);

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

    /**
     * @param node a switch
     * @return its forwarding table for ordinary frames
     */
    static FrameTable& FramesOf(Ptr<Node> node);

  private:
    /// @brief Adds racks, spines and links.
    virtual void Build() = 0;

    /**
     * @brief Says which port of a switch a job's packets take towards another rack. All packets of
     * a job's tree between two racks have to take the same way, so that they keep their order. Ways
     * of one tree to one rack that have met do not part.
     */
    virtual Ptr<EsaNetDevice> PortTowards(Ptr<Node> at, RackId rack, const JobTree& job) const = 0;

    /// Where the members of a job are.
    struct Members;

    /// Of a job whose spines aggregate: by number of a switch, the ports towards the racks whose
    /// ways to the PS lead through it, back along these ways.
    using PortsDown = std::map<uint32_t, std::map<RackId, Ptr<EsaNetDevice>>>;

    /// @brief Makes a link from a host or lower switch up to a switch.
    EsaLink MakeLink(EsaLink::Kind kind, Ptr<Node> lower, Ptr<Node> upper);

    /// @brief From now on, attributes that a job depends on cannot be set.
    void FreezeAttributes() const;

    /**
     * @brief Says how ordinary frames find their way, if there are several switches. By default the
     * forwarding table of every switch is filled with the hosts below it, and frames for other
     * hosts go up.
     */
    virtual void FillForwardingTables() const;

    /// @return how a switch that aggregates reaches the members of a job
    EsaSwitch::JobPorts PortsOf(RackId rack, const Members& members, uint16_t job) const;

    /// @return the port of a switch that aggregates towards a host
    Ptr<EsaNetDevice> PortOf(RackId at, Ptr<Node> host, const JobTree& job) const;

    /// @return the ports of one of the job's trees
    EsaSwitch::TreePorts TreePortsOf(RackId rack, const Members& members, const JobTree& job) const;

    /// @return the ports of each tree; empty: spines do not aggregate
    std::vector<PortsDown> PortsDownOf(const JobRacks& racks, uint16_t job) const;

    /// @brief Adds the routes of a job to a spine. @return its number, if it aggregates
    std::optional<RackId> AddToSpine(Ptr<Node> spine, const Members& members, uint16_t job);

    /// @return the spines on the ways between the racks of a job, in any tree
    std::vector<Ptr<Node>> SpinesBetween(const std::set<RackId>& racks, uint16_t job) const;

    /// @return the next switch on the way of a job's packets to another rack
    Ptr<Node> NextHop(Ptr<Node> at, RackId rack, const JobTree& job) const;

    const FabricFactories* m_make{nullptr};               ///< factories, during Install()
    std::vector<EsaLink> m_links;                         ///< every link
    std::vector<Ptr<EsaSwitch>> m_switches;               ///< by rack, then spines
    std::vector<Ptr<Node>> m_rackNodes;                   ///< nodes of these switches
    AggregationLevels m_levels{AggregationLevels::Two};   ///< which switches aggregate
    uint32_t m_trees{1};                                  ///< trees of each job
    std::vector<Ptr<Node>> m_aggregatingSpines;           ///< until Install() gives them numbers
    std::map<uint32_t, RackId> m_rackAt;                  ///< by number of a rack's switch
    std::map<uint32_t, RackId> m_spineAt;                 ///< by number of a spine that aggregates
    std::map<uint32_t, RackId> m_rackOf;                  ///< by number of a host
    std::map<uint32_t, std::size_t> m_linkOf;             ///< index in m_links, by number of a host
    std::map<uint16_t, std::vector<RackId>> m_racksOfJob; ///< racks with members, by job

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FABRIC_H
