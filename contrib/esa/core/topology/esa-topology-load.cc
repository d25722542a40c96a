// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-routes.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ns3::esa
{
namespace
{

/// What the links carry.
class RackLoad
{
  public:
    RackLoad(const TopologyRoutes& routes, uint32_t hosts, double hostGbps)
        : m_routes(routes),
          m_hosts(hosts),
          m_hostGbps(hostGbps),
          m_up(routes.Graph().links.size(), 0),
          m_down(routes.Graph().links.size(), 0),
          m_hostsIn(routes.Racks().size(), 0)
    {
        for (uint32_t host = 0; host < hosts; ++host)
        {
            ++m_hostsIn[ToNumber(routes.RackOf(host))];
        }
    }

    /// Adds what the hosts send to those of a rack.
    void Add(SwitchId rack)
    {
        const std::size_t nodes = m_routes.Graph().nodes.size();
        std::vector<double> arrives(nodes, 0); // by switch
        std::vector<std::vector<std::size_t>> byHops;
        const auto others = static_cast<double>(m_hosts - 1);
        for (std::size_t from = 0; from < m_hostsIn.size(); ++from)
        {
            const std::size_t node = m_routes.Racks()[from];
            arrives[node] = m_hostGbps * m_hostsIn[from] * m_hostsIn[ToNumber(rack)] / others;
        }
        for (std::size_t node = 0; node < nodes; ++node)
        {
            const bool isSwitch = m_routes.Graph().nodes[node].role == NodeRole::Switch;
            const uint16_t hops = isSwitch ? m_routes.HopsTo(node, rack) : kNotReached;
            if (hops != kNotReached && hops != 0)
            {
                byHops.resize(std::max<std::size_t>(byHops.size(), hops + std::size_t{1}));
                byHops[hops].push_back(node);
            }
        }
        for (auto ring = byHops.rbegin(); ring != byHops.rend(); ++ring) // the farthest first
        {
            for (const std::size_t node : *ring)
            {
                PassOn(node, rack, arrives);
            }
        }
    }

    double Largest() const
    {
        double largest = 0;
        for (std::size_t link = 0; link < m_up.size(); ++link)
        {
            const double gbps = m_routes.Graph().links[link].traits.rateGbps.value_or(m_hostGbps);
            largest = std::max({largest, m_up[link] / gbps, m_down[link] / gbps});
        }
        return largest;
    }

  private:
    void PassOn(std::size_t node, SwitchId rack, std::vector<double>& arrives)
    {
        if (arrives[node] == 0)
        {
            return;
        }
        const auto links = m_routes.LinksTowards(node, rack);
        for (const std::size_t link : links)
        {
            const double share = arrives[node] / static_cast<double>(links.size());
            const std::size_t upper = m_routes.UpperEnd(link);
            (upper == node ? m_down : m_up)[link] += share;
            arrives[m_routes.OtherEnd(link, node)] += share;
        }
    }

    const TopologyRoutes& m_routes;  ///< the paths
    uint32_t m_hosts;                ///< these send
    double m_hostGbps;               ///< what a host sends
    std::vector<double> m_up;        ///< by link, to its upper end
    std::vector<double> m_down;      ///< by link, from its upper end
    std::vector<uint32_t> m_hostsIn; ///< by rack
};

} // namespace

double
LargestUplinkLoad(const TopologyRoutes& routes, uint32_t hosts, double hostGbps)
{
    RackLoad load(routes, hosts, hostGbps);
    for (uint32_t rack = 0; rack < routes.Racks().size(); ++rack)
    {
        load.Add(SwitchId{rack});
    }
    return load.Largest();
}

} // namespace ns3::esa
