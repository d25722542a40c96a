// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_ROUTES_H
#define ESA_TOPOLOGY_ROUTES_H

#include "esa-topology-graph.h"
#include "esa-topology-search.h"

#include "ns3/esa-switch-id.h"
#include "ns3/esa-task-tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// What chooses one of several shortest paths.
struct PathChoice
{
    /// @param turnOfPacket successive numbers take the links in turn
    /// @param treeOfPacket how many links after that one
    PathChoice(uint64_t turnOfPacket, uint32_t treeOfPacket = 0)
        : turn(turnOfPacket),
          tree(treeOfPacket)
    {
    }

    /// @param job a job, and one of its trees
    PathChoice(const JobTree& job)
        : PathChoice(job.job, job.tree)
    {
    }

    uint64_t turn; ///< job number; of flows, a hash of the two ends
    uint32_t tree; ///< one of the job's trees: they share no link
};

/**
 * @ingroup esa
 * @brief The paths through a topology: the shortest ones, and a choice where there are
 * several (equal-cost multipath, ECMP).
 *
 * A table with the next hop from each switch to each host would be large: a network of 16,384 hosts
 * has thousands of switches. But all hosts of a rack are reached by the same switch. So the
 * distances to a rack's switch are found by one breadth-first search, when they are first
 * needed, and nothing is stored per host.
 *
 * The length of a path is its number of links. No path leads through the switch of a third rack,
 * which would sum the packets of its own job.
 *
 * Where n links begin a shortest path, jobs take them in turn (PathChoice). So n jobs use all
 * links, while a hash of the job would leave some idle. But then every n-th job would take the same
 * link, and such jobs often have their PS in the same rack, as hosts are given out in turn, too. So
 * each round of n jobs begins at another link, by a hash of the round.
 *
 * If switches of all levels made the same choice, most switches at the top would be idle. So the
 * switches above the racks choose by the round, the next level by the round of rounds, and so on.
 * There is no seed: equal choices take the same path in every run. A choice does not depend on the
 * switch, so that the paths of a job to one rack meet early. Down from a switch, a choice is that
 * of the path up between the same levels: a sum comes to the card of a server by which that server
 * sends.
 *
 * Where links are lost (Without()), a choice keeps its next hop as long as a shortest path of what
 * is left begins with it. So a failure moves the paths that it concerns, and no others.
 */
class TopologyRoutes
{
  public:
    /// @param graph a topology without faults; hosts may have several links (WithServers())
    explicit TopologyRoutes(TopologyGraph graph);

    /// @brief The paths through what is left of the network. A switch from which no path leads to a
    /// rack any more keeps its next hop, and packets are lost at the link that is.
    /// @param links between switches: those that are lost
    /// @return the paths; levels and numbers count in the whole network
    TopologyRoutes Without(const std::vector<std::size_t>& links) const;

    /// @return the topology, in which each host has one link
    const TopologyGraph& Graph() const
    {
        return m_graph;
    }

    /// @return the nodes that are hosts; the h-th is host h
    const std::vector<std::size_t>& Hosts() const
    {
        return m_hosts;
    }

    /// @return the switches that have hosts; the r-th is in rack r
    const std::vector<std::size_t>& Racks() const
    {
        return m_racks;
    }

    /// @return the switches by number: switches of racks first, then the others
    const std::vector<std::size_t>& Switches() const
    {
        return m_switches;
    }

    /// @param node a switch
    /// @return its number among the switches; a rack's switch has the number of the rack
    SwitchId NumberOf(std::size_t node) const
    {
        return SwitchId{static_cast<uint32_t>(m_numberOf[node])};
    }

    /// @return its rack
    SwitchId RackOf(std::size_t host) const
    {
        return m_rackOf[host];
    }

    /// @return its place among the hosts of its rack
    uint32_t PlaceInRack(std::size_t host) const
    {
        return m_placeInRack[host];
    }

    /// @return index of its link
    std::size_t LinkOf(std::size_t host) const
    {
        return m_neighbours.LinksToSwitches(m_hosts[host]).front();
    }

    /// @param link index of a link
    /// @param node one of its ends
    /// @return the other end
    std::size_t OtherEnd(std::size_t link, std::size_t node) const
    {
        return m_neighbours.OtherEnd(link, node);
    }

    /// @brief Which end of a link is above the other: the one that is farther from the racks, or of
    /// two at the same level the one that stands later in the topology. A switch is above its
    /// hosts.
    /// @param link index of a link
    /// @return the node
    std::size_t UpperEnd(std::size_t link) const;

    /// @param node a switch
    /// @return links to the nearest switch that has hosts; 0: it has some itself
    uint16_t LevelOf(std::size_t node) const
    {
        return m_levels[node];
    }

    /// @param at a switch
    /// @return links of a shortest path; kNotReached: none leads there without passing a third rack
    uint16_t HopsTo(std::size_t at, SwitchId rack) const;

    /// @param at a switch, not in the rack
    /// @return the links with which a shortest path begins, in the order of the switches to which
    /// they lead
    std::vector<std::size_t> LinksTowards(std::size_t at, SwitchId rack) const;

    /// @brief Chooses among the shortest paths.
    /// @param at a switch, not in the rack
    /// @param choice chooses the link
    /// @return the link to the next switch
    std::size_t LinkTowards(std::size_t at, SwitchId rack, const PathChoice& choice) const;

    /// @brief The most trees of a job that differ: links with which the shortest paths between two
    /// racks begin.
    /// @param enough no more than this are counted
    /// @return the most between any two racks; 1 if there is one rack
    uint32_t MaxTrees(uint32_t enough) const;

    /// @param from a rack
    /// @param to a rack
    /// @param choice chooses the path
    /// @return the links of the path, in order; none within a rack
    std::vector<std::size_t> LinksBetween(SwitchId from,
                                          SwitchId to,
                                          const PathChoice& choice) const;

    /// @param from a rack
    /// @param to a rack
    /// @param choice chooses the path
    /// @return numbers of the switches on the path, in order, without the switches of both racks
    std::vector<SwitchId> SwitchesBetween(SwitchId from,
                                          SwitchId to,
                                          const PathChoice& choice) const;

    /// @brief A tree of links that reaches every node once, by which a frame for all hosts travels
    /// without loops.
    /// @return by link: whether it is in the tree
    std::vector<bool> SpanningTree() const;

  private:
    /// By rack: distances to its switch, by number of a switch; empty: not needed yet.
    using DistancesByRack = std::vector<std::vector<uint16_t>>;

    /// Which links count.
    enum class Network : uint8_t
    {
        Whole, ///< all
        Left,  ///< those that are not lost; all, if those lead nowhere
    };

    /// @return by number of a switch: distance to the switch of a rack
    const std::vector<uint16_t>& DistancesTo(SwitchId rack, Network network) const;

    /// @return whether only lost links led from a switch to a rack
    bool IsCutOff(std::size_t at, SwitchId rack) const;

    /// @brief Calls a function for each link with which a shortest path begins.
    template <typename F>
    void ForEachLinkTowards(std::size_t at, SwitchId rack, Network network, F visit) const;

    /// @return the link that a choice takes
    std::size_t Choose(std::size_t at,
                       SwitchId rack,
                       const PathChoice& choice,
                       Network network) const;

    TopologyGraph m_graph;                   ///< the topology
    TopologyNeighbours m_neighbours;         ///< of each node
    std::vector<std::size_t> m_hosts;        ///< nodes that are hosts
    std::vector<std::size_t> m_racks;        ///< switches that have hosts
    std::vector<std::size_t> m_switches;     ///< all switches, those in racks first
    std::vector<std::size_t> m_numberOf;     ///< by node: its place in m_hosts or m_switches
    std::vector<SwitchId> m_rackOf;          ///< by host
    std::vector<uint32_t> m_placeInRack;     ///< by host
    std::vector<uint16_t> m_levels;          ///< by node: distance to the nearest rack
    std::vector<bool> m_isLost;              ///< by link; empty: none is
    mutable DistancesByRack m_distances;     ///< in the whole network
    mutable DistancesByRack m_distancesLeft; ///< in what is left
};

/**
 * @ingroup esa
 * @brief The load of the links between switches if some hosts send to each other alike, and equal
 * paths share the packets equally.
 * @param routes the paths; every link has a rate
 * @param hosts these: hosts 0 to hosts - 1, at least two
 * @param hostGbps what a host sends
 * @return the largest load of any direction of a link, as a fraction of its rate; 0: there is none
 */
double LargestUplinkLoad(const TopologyRoutes& routes, uint32_t hosts, double hostGbps);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_ROUTES_H
