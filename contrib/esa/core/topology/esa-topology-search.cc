// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-search.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{

TopologyNeighbours::TopologyNeighbours(const TopologyGraph& graph)
    : m_linksOf(graph.nodes.size()),
      m_isRack(graph.nodes.size(), false)
{
    for (std::size_t link = 0; link < graph.links.size(); ++link)
    {
        const auto [a, b] = std::pair(graph.links[link].a, graph.links[link].b);
        ESA_ASSERT(a < graph.nodes.size() && b < graph.nodes.size(), "a link has two ends");
        m_ends.emplace_back(a, b);
        const bool aIsHost = graph.nodes[a].role == NodeRole::Host;
        const bool bIsHost = graph.nodes[b].role == NodeRole::Host;
        if (!bIsHost)
        {
            m_linksOf[a].push_back(link);
        }
        if (!aIsHost)
        {
            m_linksOf[b].push_back(link);
        }
        if (aIsHost != bIsHost)
        {
            m_isRack[aIsHost ? b : a] = true;
        }
    }
    // Switches that choose the n-th of their links to the next level then meet at the n-th switch
    // there, in whatever order a file lists links.
    for (std::size_t node = 0; node < m_linksOf.size(); ++node)
    {
        std::stable_sort(m_linksOf[node].begin(),
                         m_linksOf[node].end(),
                         [this, node](std::size_t x, std::size_t y) {
                             return OtherEnd(x, node) < OtherEnd(y, node);
                         });
    }
}

std::vector<uint16_t>
TopologyNeighbours::Distances(const std::vector<std::size_t>& from,
                              bool passesRacks,
                              const std::vector<bool>& isLost) const
{
    std::vector<uint16_t> distances(m_linksOf.size(), kNotReached);
    std::vector<std::size_t> reached(from);
    for (const std::size_t node : from)
    {
        distances[node] = 0;
    }
    for (std::size_t i = 0; i < reached.size(); ++i)
    {
        const std::size_t node = reached[i];
        if (!passesRacks && m_isRack[node] && distances[node] > 0)
        {
            continue;
        }
        for (const std::size_t link : m_linksOf[node])
        {
            const std::size_t next = OtherEnd(link, node);
            if (!isLost.empty() && isLost[link])
            {
                continue;
            }
            if (distances[next] == kNotReached && distances[node] < kNotReached - 1)
            {
                distances[next] = static_cast<uint16_t>(distances[node] + 1);
                reached.push_back(next);
            }
        }
    }
    return distances;
}

} // namespace ns3::esa
