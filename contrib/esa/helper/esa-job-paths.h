// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_PATHS_H
#define ESA_JOB_PATHS_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregation-rule.h"
#include "ns3/esa-flow-paths.h"
#include "ns3/esa-link.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-task-tree.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/mac48-address.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The paths through a network, and the devices that packets take. Switches read it for as
/// long as they forward frames.
struct FabricWiring
{
    std::shared_ptr<const TopologyRoutes> routes; ///< the paths
    std::vector<EsaLink> links;                   ///< by link of the topology
    std::map<Mac48Address, std::size_t> hostAt;   ///< number of a host
    FlowPaths flowPaths{FlowPaths::Job};          ///< how flows are spread over equal paths
    uint64_t salt{0};                             ///< of hashes of ordinary frames, in this run

    /// @return its link to its switch
    const EsaLink& LinkOf(std::size_t host) const
    {
        return links[routes->LinkOf(host)];
    }

    /// @param link index of a link
    /// @param node the node at one of its ends
    /// @return the device there
    Ptr<EsaNetDevice> PortAt(std::size_t link, std::size_t node) const
    {
        return routes->UpperEnd(link) == node ? links[link].Upper() : links[link].Lower();
    }

    /// @param at a switch
    /// @param from sender of an ordinary frame
    /// @param to its receiver
    /// @return the port that it takes; null: no host has this address
    Ptr<EsaNetDevice> PortFor(std::size_t at, Mac48Address from, Mac48Address to) const;
};

/// The members of a job and where they stand.
struct JobMembers
{
    uint16_t job{0};                         ///< job number
    std::vector<std::size_t> workers;        ///< number of each worker's host
    std::size_t parameterServer{0};          ///< number of the PS's host
    AggregationPlan aggregation;             ///< who sums
    std::vector<std::size_t> extraServers{}; ///< number of the host of each server of ServerPlan
                                             ///< that is not beside a worker
};

/**
 * @ingroup esa
 * @brief The switches that packets of a job come to, and the ports there that lead to its members.
 *
 * A switch has one port towards each rack of a job, so ports are found by rack and not by worker.
 * Where switches between racks sum, results go back by the path of the sums, so that they come to
 * the same switches.
 */
class JobPaths
{
  public:
    /// @param wiring the network; outlives this
    /// @param members the job; outlives this
    /// @param rule the switches that sum, and the paths of the sums
    JobPaths(const FabricWiring& wiring, const JobMembers& members, const AggregationRule& rule);

    /// @return the switches, by number: switches of the job's racks, then switches between them
    const std::set<SwitchId>& Switches() const
    {
        return m_switches;
    }

    /// @param number a switch
    /// @return how it reaches the members
    JobPorts At(SwitchId number) const;

  private:
    /// Of a switch: its ports towards racks; null: no packet for the rack comes here.
    using PortsByRack = std::map<SwitchId, Port*>;

    /// Gives the links by which packets may leave a node.
    using LinksOfNode = std::function<std::vector<std::size_t>(std::size_t node)>;

    /// @brief Finds the switches between racks: in any tree, or where flows choose between equal
    /// paths, on any shortest path.
    void AddSpines();

    /// @brief Finds the switches on the paths from all racks to one.
    void AddPathsTo(SwitchId to, const LinksOfNode& linksOf);

    /// @brief Finds the ports by which results go down the rows of a tree.
    void AddPortsDown(const SwitchTree& tree);

    /// @return the ports with which equal paths to each rack begin, by rack; null: there is one
    std::map<SwitchId, EqualPorts> EqualTowardsRacks(SwitchId number) const;

    /// @brief Sets the ports between which flows choose.
    void AddEqualPorts(SwitchId number, JobPorts& ports) const;

    /// @return a port of a switch
    Port* PortAt(SwitchId number, std::size_t link) const;

    /// @return the ports of a switch towards all racks of the job but for its own, by the shortest
    /// paths of a tree
    PortsByRack ShortestTowardsRacks(SwitchId number, uint32_t tree) const;

    /// @return the port of a switch towards a host
    /// @param towards its ports towards racks; none towards a rack that is not in it
    Port* PortOf(SwitchId number, std::size_t host, const PortsByRack& towards) const;

    /// @return the ports of a switch towards some hosts
    std::vector<Port*> PortsOf(SwitchId number,
                               const std::vector<std::size_t>& hosts,
                               const PortsByRack& towards) const;

    /// @return hosts of the workers, then of the extra servers
    std::vector<std::size_t> HostsOfFlows() const;

    /// @return the ports of a switch in one of the trees
    TreePorts InTree(SwitchId number, uint32_t tree) const;

    const FabricWiring& m_wiring;                          ///< the network
    const JobMembers& m_members;                           ///< the job
    std::set<SwitchId> m_racks;                            ///< with a member
    std::set<SwitchId> m_switches;                         ///< that its packets come to
    std::vector<SwitchTree> m_trees;                       ///< who sums, by tree
    std::vector<std::map<SwitchId, PortsByRack>> m_down{}; ///< by tree and switch: the ports down
    bool m_doSpinesSum;                                    ///< whether results go down the rows
};

} // namespace ns3::esa

#endif // ESA_JOB_PATHS_H
