// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-topology-routes.h"

#include "esa-topology-graph.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

TopologyRoutes::TopologyRoutes(TopologyGraph graph)
    : m_graph(WithServers(std::move(graph))),
      m_neighbours(m_graph),
      m_numberOf(m_graph.nodes.size())
{
    ESA_ASSERT(FindTopologyFaults(m_graph).empty(), "a topology is checked before it is used");
    std::vector<std::size_t> others;
    for (std::size_t node = 0; node < m_graph.nodes.size(); ++node)
    {
        const bool isHost = m_graph.nodes[node].role == NodeRole::Host;
        auto& kind = isHost ? m_hosts : m_neighbours.IsRack(node) ? m_racks : others;
        kind.push_back(node);
    }
    m_switches = m_racks;
    m_switches.insert(m_switches.end(), others.begin(), others.end());
    for (const auto* kind : {&m_hosts, &m_switches})
    {
        for (std::size_t i = 0; i < kind->size(); ++i)
        {
            m_numberOf[(*kind)[i]] = i;
        }
    }
    std::vector<uint32_t> inRack(m_racks.size(), 0);
    for (const std::size_t host : m_hosts)
    {
        const std::size_t node = OtherEnd(m_neighbours.LinksToSwitches(host).front(), host);
        const auto rack = std::lower_bound(m_racks.begin(), m_racks.end(), node);
        m_rackOf.push_back(SwitchId{static_cast<uint32_t>(rack - m_racks.begin())});
        m_placeInRack.push_back(inRack[ToNumber(m_rackOf.back())]++);
    }
    m_levels = m_neighbours.Distances(m_racks, true);
    m_distances.resize(m_racks.size());
}

std::size_t
TopologyRoutes::UpperEnd(std::size_t link) const
{
    const auto [a, b] = std::pair(m_graph.links[link].a, m_graph.links[link].b);
    if (m_graph.nodes[a].role != m_graph.nodes[b].role)
    {
        return m_graph.nodes[a].role == NodeRole::Switch ? a : b;
    }
    if (m_levels[a] != m_levels[b])
    {
        return m_levels[a] > m_levels[b] ? a : b;
    }
    return std::max(a, b);
}

TopologyRoutes
TopologyRoutes::Without(const std::vector<std::size_t>& links) const
{
    TopologyRoutes left = *this;
    left.m_isLost.assign(links.empty() ? 0 : m_graph.links.size(), false);
    for (const std::size_t link : links)
    {
        left.m_isLost[link] = true;
    }
    left.m_distancesLeft.assign(m_racks.size(), {});
    return left;
}

const std::vector<uint16_t>&
TopologyRoutes::DistancesTo(SwitchId rack, Network network) const
{
    const bool isLeft = network == Network::Left && !m_isLost.empty();
    std::vector<uint16_t>& found = (isLeft ? m_distancesLeft : m_distances)[ToNumber(rack)];
    if (found.empty())
    {
        const auto ofNodes = m_neighbours.Distances({m_racks[ToNumber(rack)]},
                                                    false,
                                                    isLeft ? m_isLost : std::vector<bool>{});
        found.reserve(m_switches.size());
        for (const std::size_t node : m_switches)
        {
            found.push_back(ofNodes[node]);
        }
    }
    return found;
}

bool
TopologyRoutes::IsCutOff(std::size_t at, SwitchId rack) const
{
    return DistancesTo(rack, Network::Left)[m_numberOf[at]] == kNotReached;
}

uint16_t
TopologyRoutes::HopsTo(std::size_t at, SwitchId rack) const
{
    const Network network = IsCutOff(at, rack) ? Network::Whole : Network::Left;
    return DistancesTo(rack, network)[m_numberOf[at]];
}

template <typename F>
void
TopologyRoutes::ForEachLinkTowards(std::size_t at, SwitchId rack, Network network, F visit) const
{
    const bool isLeft = network == Network::Left && !m_isLost.empty() && !IsCutOff(at, rack);
    const std::vector<uint16_t>& distances =
        DistancesTo(rack, isLeft ? Network::Left : Network::Whole);
    const uint16_t left = distances[m_numberOf[at]];
    ESA_ASSERT(left != 0 && left != kNotReached, "a path leads from a switch to another rack");
    const std::size_t end = m_racks[ToNumber(rack)];
    for (const std::size_t link : m_neighbours.LinksToSwitches(at))
    {
        const std::size_t next = OtherEnd(link, at);
        const bool isPassable =
            (next == end || !m_neighbours.IsRack(next)) && !(isLeft && m_isLost[link]);
        if (isPassable && distances[m_numberOf[next]] + 1 == left)
        {
            visit(link);
        }
    }
}

std::vector<std::size_t>
TopologyRoutes::LinksTowards(std::size_t at, SwitchId rack) const
{
    std::vector<std::size_t> links;
    ForEachLinkTowards(at, rack, Network::Left, [&links](std::size_t link) {
        links.push_back(link);
    });
    return links;
}

std::size_t
TopologyRoutes::Choose(std::size_t at,
                       SwitchId rack,
                       const PathChoice& choice,
                       Network network) const
{
    // Large networks call this often: a list of the links would cost more than a second search.
    uint64_t links = 0;
    uint16_t level = LevelOf(at);
    ForEachLinkTowards(at, rack, network, [&](std::size_t link) {
        ++links;
        const uint16_t next = LevelOf(OtherEnd(link, at));
        level =
            next > 0 && next < level ? next - 1 : level; // the switches there chose on the path up
    });
    uint64_t turn = choice.turn;
    for (; level > 0 && links > 1 && turn > 0; --level)
    {
        turn /= links;
    }
    uint64_t before = (turn % links + Hash64(turn / links) % links + choice.tree) % links;
    std::size_t chosen = 0;
    ForEachLinkTowards(at, rack, network, [&](std::size_t link) {
        chosen = before-- == 0 ? link : chosen;
    });
    return chosen;
}

std::size_t
TopologyRoutes::LinkTowards(std::size_t at, SwitchId rack, const PathChoice& choice) const
{
    const std::size_t usual = Choose(at, rack, choice, Network::Whole);
    if (m_isLost.empty())
    {
        return usual;
    }
    bool isLeft = false;
    ForEachLinkTowards(at, rack, Network::Left, [&](std::size_t link) {
        isLeft = isLeft || link == usual;
    });
    return isLeft ? usual : Choose(at, rack, choice, Network::Left);
}

uint32_t
TopologyRoutes::MaxTrees(uint32_t enough) const
{
    std::size_t most = 1;
    for (uint32_t to = 0; to < m_racks.size(); ++to)
    {
        for (uint32_t from = 0; from < m_racks.size() && most < enough; ++from)
        {
            if (from != to)
            {
                most = std::max(most, LinksTowards(m_racks[from], SwitchId{to}).size());
            }
        }
    }
    return static_cast<uint32_t>(most);
}

std::vector<std::size_t>
TopologyRoutes::LinksBetween(SwitchId from, SwitchId to, const PathChoice& choice) const
{
    std::vector<std::size_t> links;
    const std::size_t end = m_racks[ToNumber(to)];
    for (std::size_t at = m_racks[ToNumber(from)]; at != end; at = OtherEnd(links.back(), at))
    {
        links.push_back(LinkTowards(at, to, choice));
    }
    return links;
}

std::vector<SwitchId>
TopologyRoutes::SwitchesBetween(SwitchId from, SwitchId to, const PathChoice& choice) const
{
    std::vector<SwitchId> switches;
    std::size_t at = m_racks[ToNumber(from)];
    for (const std::size_t link : LinksBetween(from, to, choice))
    {
        at = OtherEnd(link, at);
        switches.push_back(NumberOf(at));
    }
    if (!switches.empty())
    {
        switches.pop_back(); // that of the rack
    }
    return switches;
}

std::vector<bool>
TopologyRoutes::SpanningTree() const
{
    std::vector<bool> isInTree(m_graph.links.size(), false);
    for (const std::size_t host : m_hosts)
    {
        isInTree[m_neighbours.LinksToSwitches(host).front()] = true;
    }
    std::vector<bool> isReached(m_graph.nodes.size(), false);
    std::vector<std::size_t> reached{m_racks.front()};
    isReached[reached.front()] = true;
    for (std::size_t i = 0; i < reached.size(); ++i)
    {
        for (const std::size_t link : m_neighbours.LinksToSwitches(reached[i]))
        {
            const std::size_t next = OtherEnd(link, reached[i]);
            if (!isReached[next])
            {
                isReached[next] = true;
                isInTree[link] = true;
                reached.push_back(next);
            }
        }
    }
    return isInTree;
}

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

    /// Adds what all hosts send to the hosts of a rack.
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
