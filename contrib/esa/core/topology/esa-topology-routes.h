/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TOPOLOGY_ROUTES_H
#define ESA_TOPOLOGY_ROUTES_H

#include "esa-topology-graph.h"
#include "esa-topology-search.h"

#include "ns3/esa-rack-id.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The ways through a topology: shortest paths, and one of them by hash where there are
 * several (equal-cost multipath, ECMP).
 *
 * A table with the next hop from each switch to each host would be large: a network of 16,384 hosts
 * has thousands of switches. But all hosts of a rack are reached by the same switch. So the
 * distances to a rack's switch are found by one breadth-first search, when they are first asked
 * for, and nothing is stored per host.
 *
 * The length of a way is its number of links. No way leads through the switch of a third rack,
 * which would sum the packets of its own job. There is no seed: a key (a job and its destination,
 * or the two ends of a flow) takes the same way in every run. The hash also reads the distance that
 * is left, so that the choices at two levels of switches are independent; it does not read the
 * switch, so that the ways of a job to one rack meet early.
 */
class TopologyRoutes
{
  public:
    /// @param graph a topology without faults
    explicit TopologyRoutes(TopologyGraph graph);

    /// @return the topology
    const TopologyGraph& Graph() const
    {
        return m_graph;
    }

    /// @return the nodes that are hosts; the h-th is host h
    const std::vector<std::size_t>& Hosts() const
    {
        return m_hosts;
    }

    /// @return the switches that have hosts; the r-th is that of rack r
    const std::vector<std::size_t>& Racks() const
    {
        return m_racks;
    }

    /**
     * @param host number of a host
     * @return its rack
     */
    RackId RackOf(std::size_t host) const
    {
        return m_rackOf[host];
    }

    /**
     * @param host number of a host
     * @return index of its link
     */
    std::size_t LinkOf(std::size_t host) const
    {
        return m_neighbours.LinksToSwitches(m_hosts[host]).front();
    }

    /**
     * @param link index of a link
     * @param node one of its ends
     * @return the other end
     */
    std::size_t OtherEnd(std::size_t link, std::size_t node) const
    {
        return m_neighbours.OtherEnd(link, node);
    }

    /**
     * @brief Which end of a link is above the other: the one that is farther from the racks, or of
     * two at the same level the one that stands later in the topology. A switch is above its hosts.
     * @param link index of a link
     * @return the node
     */
    std::size_t UpperEnd(std::size_t link) const;

    /**
     * @param node a switch
     * @return links to the nearest switch that has hosts; 0: it has some itself
     */
    uint16_t LevelOf(std::size_t node) const
    {
        return m_levels[node];
    }

    /**
     * @param at a switch
     * @param rack a rack
     * @return links of a shortest way; kNotReached: none leads there without passing a third rack
     */
    uint16_t HopsTo(std::size_t at, RackId rack) const;

    /**
     * @param at a switch, not that of the rack
     * @param rack a rack
     * @return the links with which a shortest way begins, in the order of the topology
     */
    std::vector<std::size_t> LinksTowards(std::size_t at, RackId rack) const;

    /**
     * @brief Chooses among the shortest ways by hash.
     * @param at a switch, not that of the rack
     * @param rack a rack
     * @param key what takes the way: equal keys take the same one
     * @param tree which of the ways after that one, in the order of the topology; 0: that one
     * @return the link to the next switch
     */
    std::size_t LinkTowards(std::size_t at, RackId rack, uint64_t key, uint32_t tree = 0) const;

    /**
     * @brief The most trees of a job that differ: links with which the shortest ways between two
     * racks begin.
     * @param enough no more than this are counted
     * @return the most between any two racks; 1 if there is one rack
     */
    uint32_t MostTrees(uint32_t enough) const;

    /**
     * @param job job number
     * @param rack the rack that its packets go to
     * @return the key by which their way is chosen
     */
    static constexpr uint64_t KeyOfJob(uint16_t job, RackId rack)
    {
        return uint64_t{job} << 32 | ToNumber(rack);
    }

    /**
     * @param from a rack
     * @param to another rack
     * @param key what takes the way
     * @return the links of the way, in order
     */
    std::vector<std::size_t> LinksBetween(RackId from, RackId to, uint64_t key) const;

    /// @return links of the longest of the ways between two racks
    uint16_t LongestWay() const;

    /**
     * @brief A tree of links that reaches every node once, by which a frame for all hosts travels
     * without loops.
     * @return by link: whether it is in the tree
     */
    std::vector<bool> SpanningTree() const;

  private:
    /// @return by switch, in the order of the topology: distance to the switch of a rack
    const std::vector<uint16_t>& DistancesTo(RackId rack) const;

    TopologyGraph m_graph;               ///< the topology
    TopologyNeighbours m_neighbours;     ///< of each node
    std::vector<std::size_t> m_hosts;    ///< nodes that are hosts
    std::vector<std::size_t> m_switches; ///< nodes that are switches
    std::vector<std::size_t> m_racks;    ///< switches that have hosts
    std::vector<std::size_t> m_numberOf; ///< by node: its place in m_hosts or m_switches
    std::vector<RackId> m_rackOf;        ///< by host
    std::vector<uint16_t> m_levels;      ///< by node: distance to the nearest rack
    /// By rack: distances to its switch; empty: nobody has asked yet.
    mutable std::vector<std::vector<uint16_t>> m_distances;
    mutable std::optional<uint16_t> m_longestWay; ///< once somebody has asked
};

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_ROUTES_H
