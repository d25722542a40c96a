// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FABRIC_H
#define ESA_FABRIC_H

#include "esa-job-paths.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregation-rule.h"
#include "ns3/esa-channels.h"
#include "ns3/esa-flow-paths.h"
#include "ns3/esa-link.h"
#include "ns3/esa-switch-id.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-task-tree.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/log.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3::esa
{

/// Factories for the parts of a network.
struct FabricFactories
{
    ObjectFactory device;        ///< ends of the link of a host, at the host and at its switch
    ObjectFactory channel;       ///< the link of a host
    ObjectFactory uplinkDevice;  ///< ends of a link between two switches
    ObjectFactory uplinkChannel; ///< a link between two switches
    ObjectFactory node;          ///< a switch
    Picoseconds queueTime{0};    ///< in place of QueueBytes of devices at switches: the time in
                                 ///< which they send what is queued; 0: QueueBytes
};

/**
 * @ingroup esa
 * @brief The network of a simulation: hosts, switches and links, from a graph.
 *
 * A class for each topology would repeat how devices are made, how jobs find their hosts, and how
 * switches forward. So a topology is data: MakeStar(), MakeLeafSpine() and MakeFatTree() return
 * the graphs of usual shapes, and a function of your own returns another one.
 *
 * The switches that have hosts are in racks, and aggregate; the others (spines) have no
 * aggregators and only forward, or aggregate by a plan (SetAggregation()). Each link
 * may have a rate, a delay and queues of its own. The attributes of devices and channels stand for
 * what the graph leaves out.
 *
 * Packets take shortest paths. Where there are several, jobs and their trees take them in turn, and
 * ordinary frames by a hash of sender and receiver (TopologyRoutes). So all packets of a job's tree
 * between two racks keep their order.
 */
class EsaFabric
{
  public:
    /// Indexes of tasks where switches have different memory: more than any has aggregators.
    static constexpr uint32_t kScaledIndexes = 1U << 31;

    /// @param topology a topology; with faults this aborts
    /// @param hosts its hosts, in the topology's order
    /// @param switches nodes for its switches: switches of racks, then the others, both in the
    ///        topology's order; empty: new nodes
    EsaFabric(TopologyGraph topology,
              const NodeContainer& hosts,
              const NodeContainer& switches = {});

    /// @param routes the paths through a topology
    /// @param hosts its hosts, in the topology's order
    /// @param switches nodes for its switches; empty: new nodes
    EsaFabric(std::shared_ptr<const TopologyRoutes> routes,
              const NodeContainer& hosts,
              const NodeContainer& switches = {});

    EsaFabric(const EsaFabric&) = delete;
    EsaFabric& operator=(const EsaFabric&) = delete;

    /// @brief Sets which switches sum the jobs, and in how many trees. Default: one tree, and two
    /// levels of switches: the switches of the workers' racks, and the switch of the PS's rack.
    /// @param rule which; to be set before Install()
    void SetAggregation(AggregationRule rule);

    /// @brief From now on, attributes that a job depends on cannot be set. The first job does so;
    /// where it comes after the simulation has begun, to be called before: switches are ready then.
    void FreezeAttributes() const;

    /// @brief Sets how flows are spread over equal paths. @param paths how; to be set before jobs
    /// are added
    void SetFlowPaths(FlowPaths paths);

    /// @brief Makes all switches and links.
    /// @param make factories for the parts
    void Install(const FabricFactories& make);

    /// @return the paths through the network
    const TopologyRoutes& Routes() const
    {
        return *m_routes;
    }

    /// @param link index of a link of the topology
    /// @return the link
    const EsaLink& LinkAt(std::size_t link) const;

    /// @param number number of a switch
    /// @return the switch, whether it aggregates or not
    Ptr<EsaSwitch> SwitchAt(SwitchId number) const
    {
        return m_switchNodes.Get(ToNumber(number))->GetObject<EsaSwitch>();
    }

    /// @param hosts some hosts
    /// @param job whose path it is
    /// @return delays of the links and nodes of the longest path between two of the hosts, in whole
    ///         time steps; of one host: of its own link
    Picoseconds LongestDelay(const NodeContainer& hosts, uint16_t job) const;

    /// @return every link: links of hosts, by host; then links between switches, in the topology's
    /// order
    const std::vector<EsaLink>& Links() const
    {
        return m_links;
    }

    /// @return its link to its switch
    const EsaLink& LinkOf(Ptr<Node> host) const
    {
        return m_links[NumberOf(host)];
    }

    /// @return the device of each host, in the order of hosts
    NetDeviceContainer HostDevices() const;

    /// @return both ends of every link
    NetDeviceContainer Devices() const;

    /// @return its rack
    SwitchId RackOf(Ptr<Node> host) const
    {
        return m_routes->RackOf(NumberOf(host));
    }

    /// @param workers of a job @param job its number
    /// @return rate in bit/s of the slowest link between two of their racks; infinite: there is one
    double SlowestBetween(const std::vector<WorkerPlace>& workers, uint16_t job) const;

    /// @return its rack and its place there
    WorkerPlace PlaceOf(Ptr<Node> host) const
    {
        return {RackOf(host), m_routes->PlaceInRack(NumberOf(host))};
    }

    /// @param job job number
    /// @param workers hosts of its workers
    /// @param parameterServer host of its PS
    /// @return its members, and who sums what they send; aborts if a tree that was set for it has
    ///         faults
    JobMembers MembersOf(uint16_t job,
                         const NodeContainer& workers,
                         Ptr<Node> parameterServer) const;

    /// @brief Adds the servers of a job's ServerPlan. @param hosts see JobMembers::extraServers
    void AddServers(JobMembers& members, const NodeContainer& hosts) const;

    /// @return the switches that aggregate, by rack; then those between racks, if they do
    const std::vector<Ptr<EsaSwitch>>& Switches() const
    {
        return m_switches;
    }

    /**
     * @brief Number of indexes that workers hash tasks into, as they have no list of racks. That
     * is the number of aggregators of each switch. Switches that share their memory as a pool may
     * have different numbers; then it is kScaledIndexes, which each switch scales to its own
     * number. With other systems this aborts. Switches without memory do not count.
     * @return the number; with static slots, the number of slots
     */
    uint32_t Aggregators() const;

    /// @return the memory of the switch that has most, in bytes
    uint64_t MaxMemoryBytes() const;

    /// @brief Aborts if a switch that sums for a job has no memory.
    /// @param racks where the members of the job stand
    void CheckMemory(const AggregationPlan& racks) const;

    /// @brief Gives every switch on the path the ports towards the members of a job.
    /// @param members from MembersOf(); where its groups keep their sums is set, if it has groups
    void AddJob(const JobMembers& members);

    /// @brief From now on, packets of all jobs and ordinary frames take other paths. Each
    /// switch sums what it has summed. So no switch that sums may be on a path that changes.
    /// @param lost links of the topology, between switches, that the paths avoid; none: the usual
    ///        paths
    void Reroute(const std::vector<std::size_t>& lost);

    /// @brief Removes a job for good from the switches that it has used. Those that sum drop its
    /// late packets. The others pass them on, and forget the job later, when another one leaves.
    void CloseJob(uint16_t job);

  private:
    /// A job that has not left.
    struct Job
    {
        JobMembers members;          ///< its members
        std::set<SwitchId> switches; ///< on the paths of its packets
    };

    /// A job that has left.
    struct Left
    {
        Time at;                          ///< when
        uint16_t job;                     ///< its number
        std::vector<SwitchId> forwarders; ///< switches that only forward
    };

    /// @brief Lets switches that only forward forget jobs that have left. @param isOver which
    void ForgetLeft(const std::function<bool(const Left& left)>& isOver);

    /// @brief Sets in each switch on the paths of a job where its packets go.
    void SetPaths(Job& job);

    /// @return number of a host; aborts if it is none
    std::size_t NumberOf(Ptr<Node> host) const;

    /// @brief Makes the switches: of racks, then the others.
    void MakeSwitches(const FabricFactories& make);

    /// @brief Makes a link of the topology. @return it
    EsaLink MakeLink(const FabricFactories& make, std::size_t link);

    /// @brief Sets in switches how ordinary frames find their receivers.
    void FillForwardingTables() const;

    std::shared_ptr<const TopologyRoutes> m_routes; ///< the paths in the whole network
    NodeContainer m_hosts;                          ///< the hosts
    NodeContainer m_switchNodes;                    ///< nodes of switches, by number
    std::shared_ptr<FabricWiring> m_wiring;         ///< paths and ports
    std::vector<EsaLink> m_links;                   ///< every link
    std::vector<Ptr<EsaSwitch>> m_switches;         ///< by number: racks, then spines that sum
    AggregationRule m_rule;                         ///< which switches aggregate
    std::unordered_map<uint32_t, std::size_t> m_numberOf; ///< of a host, by number of its node
    std::map<uint16_t, Job> m_jobs;                       ///< that have not left
    std::deque<Left> m_left;                              ///< whose last packets may come yet

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FABRIC_H
