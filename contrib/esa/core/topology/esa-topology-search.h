// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_SEARCH_H
#define ESA_TOPOLOGY_SEARCH_H

#include "esa-topology-graph.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Of a node that a search has not reached.
constexpr uint16_t kNotReached = UINT16_MAX;

/// @ingroup esa
/// @brief The neighbours of each node, for searches.
class TopologyNeighbours
{
  public:
    /// @param graph the topology; its links name existing nodes
    explicit TopologyNeighbours(const TopologyGraph& graph);

    /// @return its links to switches, in the order of these switches in the topology
    const std::vector<std::size_t>& LinksToSwitches(std::size_t node) const
    {
        return m_linksOf[node];
    }

    /// @return whether it is a switch that has hosts
    bool IsRack(std::size_t node) const
    {
        return m_isRack[node];
    }

    /// @param link index of a link
    /// @param node one of its ends
    /// @return the other end
    std::size_t OtherEnd(std::size_t link, std::size_t node) const
    {
        return m_ends[link].first == node ? m_ends[link].second : m_ends[link].first;
    }

    /**
     * @brief Breadth-first search from some switches. Hosts are left out: they are at the ends of
     * paths only, and there are many.
     * @param from where it begins
     * @param passesRacks whether it goes on from the switches of racks; it always goes on from the
     *        nodes where it begins
     * @param isLost by link: whether it carries nothing; empty: all links do
     * @return by node: links to the nearest of them, or kNotReached
     */
    std::vector<uint16_t> Distances(const std::vector<std::size_t>& from,
                                    bool passesRacks,
                                    const std::vector<bool>& isLost = {}) const;

  private:
    std::vector<std::vector<std::size_t>> m_linksOf;         ///< by node: links to switches
    std::vector<std::pair<std::size_t, std::size_t>> m_ends; ///< by link
    std::vector<bool> m_isRack;                              ///< by node
};

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_SEARCH_H
