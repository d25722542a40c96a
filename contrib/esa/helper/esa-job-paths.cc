// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-paths.h"

#include "ns3/esa-group-table.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-run-salt.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return a MAC address as a number
uint64_t
NumberOfAddress(Mac48Address address)
{
    uint8_t bytes[6];
    address.CopyTo(bytes);
    uint64_t number = 0;
    for (const uint8_t byte : bytes)
    {
        number = number << 8 | byte;
    }
    return number;
}

/// @return the turn of ordinary frames: a hash of sender and receiver
uint64_t
TurnOf(Mac48Address from, Mac48Address to, uint64_t salt)
{
    return Hash64(NumberOfAddress(from) ^ Hash64(NumberOfAddress(to) ^ salt));
}

} // namespace

Ptr<EsaNetDevice>
FabricWiring::PortFor(std::size_t at, Mac48Address from, Mac48Address to) const
{
    const auto found = hostAt.find(to);
    if (found == hostAt.end())
    {
        return nullptr;
    }
    const SwitchId rack = routes->RackOf(found->second);
    const bool isHere = routes->Racks()[ToNumber(rack)] == at;
    return PortAt(isHere ? routes->LinkOf(found->second)
                         : routes->LinkTowards(at, rack, TurnOf(from, to, salt)),
                  at);
}

JobPaths::JobPaths(const FabricWiring& wiring,
                   const JobMembers& members,
                   const AggregationRule& rule)
    : m_wiring(wiring),
      m_members(members),
      m_racks(m_members.aggregation.RackOf().begin(), m_members.aggregation.RackOf().end()),
      m_doSpinesSum(rule.DoSpinesSum())
{
    const SwitchId home = m_members.aggregation.PsRack();
    m_trees = rule.TreesOf(*m_wiring.routes, m_members.job, m_racks, home);
    m_racks.insert(home);
    for (const std::size_t server : m_members.extraServers)
    {
        m_racks.insert(m_wiring.routes->RackOf(server));
    }
    m_switches = m_racks;
    AddSpines();
    for (const SwitchTree& tree : m_trees)
    {
        AddPortsDown(tree);
    }
}

void
JobPaths::AddSpines()
{
    const TopologyRoutes& routes = *m_wiring.routes;
    for (const SwitchId to : m_racks)
    {
        if (m_wiring.flowPaths != FlowPaths::Job)
        {
            AddPathsTo(to, [&](std::size_t node) { return routes.LinksTowards(node, to); });
            continue;
        }
        for (uint32_t tree = 0; tree < m_trees.size(); ++tree)
        {
            const JobTree choice{m_members.job, tree};
            AddPathsTo(to, [&](std::size_t node) {
                return std::vector<std::size_t>{routes.LinkTowards(node, to, choice)};
            });
        }
    }
}

void
JobPaths::AddPathsTo(SwitchId to, const LinksOfNode& linksOf)
{
    const TopologyRoutes& routes = *m_wiring.routes;
    std::vector<SwitchId> reached(m_racks.begin(), m_racks.end());
    std::set<SwitchId> met(m_racks);
    for (std::size_t i = 0; i < reached.size(); ++i)
    {
        if (reached[i] == to)
        {
            continue;
        }
        const std::size_t node = routes.Switches()[ToNumber(reached[i])];
        for (const std::size_t link : linksOf(node))
        {
            const SwitchId next = routes.NumberOf(routes.OtherEnd(link, node));
            if (met.insert(next).second)
            {
                reached.push_back(next);
            }
        }
    }
    m_switches.insert(met.begin(), met.end());
}

std::map<SwitchId, EqualPorts>
JobPaths::EqualTowardsRacks(SwitchId number) const
{
    const TopologyRoutes& routes = *m_wiring.routes;
    const std::size_t at = routes.Switches()[ToNumber(number)];
    std::map<SwitchId, EqualPorts> equal;
    for (const SwitchId rack : m_racks)
    {
        if (rack == number || routes.HopsTo(at, rack) == kNotReached)
        {
            continue;
        }
        std::vector<Port*> ports;
        for (const std::size_t link : routes.LinksTowards(at, rack))
        {
            ports.push_back(&m_wiring.PortAt(link, at)->GetPort());
        }
        if (ports.size() > 1)
        {
            equal[rack] = std::make_shared<const std::vector<Port*>>(std::move(ports));
        }
    }
    return equal;
}

void
JobPaths::AddEqualPorts(SwitchId number, JobPorts& ports) const
{
    const auto equal = EqualTowardsRacks(number);
    const auto towards = [&](std::size_t host) {
        const auto found = equal.find(m_wiring.routes->RackOf(host));
        return found == equal.end() ? nullptr : found->second;
    };
    const TopologyRoutes& routes = *m_wiring.routes;
    // Behind the card of a place, all senders have the same place. Their racks differ.
    const bool isBehindCards = routes.LevelOf(routes.Switches()[ToNumber(number)]) == 1;
    ports.flowPaths = m_wiring.flowPaths;
    ports.salt = SaltOfRun(ToNumber(number));
    for (const std::size_t host : HostsOfFlows())
    {
        ports.equalPorts.push_back(towards(host));
        ports.cards.push_back(routes.PlaceInRack(host) +
                              (isBehindCards ? ToNumber(routes.RackOf(host)) : 0));
    }
}

void
JobPaths::AddPortsDown(const SwitchTree& tree)
{
    auto& down = m_down.emplace_back();
    for (const auto& [number, row] : tree)
    {
        m_switches.insert(number);
    }
    for (const SwitchId rack : m_racks)
    {
        for (auto row = tree.find(rack); row != tree.end() && row->second.parent;)
        {
            const SwitchId above = *row->second.parent;
            down[above][rack] = PortAt(above, row->second.link);
            row = tree.find(above);
        }
    }
}

Port*
JobPaths::PortAt(SwitchId number, std::size_t link) const
{
    return &m_wiring.PortAt(link, m_wiring.routes->Switches()[ToNumber(number)])->GetPort();
}

JobPaths::PortsByRack
JobPaths::ShortestTowardsRacks(SwitchId number, uint32_t tree) const
{
    const TopologyRoutes& routes = *m_wiring.routes;
    const std::size_t at = routes.Switches()[ToNumber(number)];
    const JobTree choice{m_members.job, tree};
    PortsByRack ports;
    for (const SwitchId rack : m_racks)
    {
        if (rack != number && routes.HopsTo(at, rack) != kNotReached)
        {
            ports[rack] = PortAt(number, routes.LinkTowards(at, rack, choice));
        }
    }
    return ports;
}

Port*
JobPaths::PortOf(SwitchId number, std::size_t host, const PortsByRack& towards) const
{
    const SwitchId rack = m_wiring.routes->RackOf(host);
    if (rack == number)
    {
        return &m_wiring.LinkOf(host).AtSwitch()->GetPort();
    }
    const auto found = towards.find(rack);
    return found == towards.end() ? nullptr : found->second;
}

std::vector<std::size_t>
JobPaths::HostsOfFlows() const
{
    std::vector<std::size_t> hosts = m_members.workers;
    hosts.insert(hosts.end(), m_members.extraServers.begin(), m_members.extraServers.end());
    return hosts;
}

std::vector<Port*>
JobPaths::PortsOf(SwitchId number,
                  const std::vector<std::size_t>& hosts,
                  const PortsByRack& towards) const
{
    std::vector<Port*> ports;
    for (const std::size_t host : hosts)
    {
        ports.push_back(PortOf(number, host, towards));
    }
    return ports;
}

TreePorts
JobPaths::InTree(SwitchId number, uint32_t tree) const
{
    // Where no spine sums, results take shortest paths from the PS's rack on, and no other rack
    // sends them to another one. Elsewhere they go back by the path of the sums.
    PortsByRack down;
    if (m_doSpinesSum)
    {
        const auto found = m_down[tree].find(number);
        down = found != m_down[tree].end() ? found->second : PortsByRack{};
    }
    const PortsByRack shortest = ShortestTowardsRacks(number, tree);
    const bool isRack = m_racks.count(number) > 0 && number != m_members.aggregation.PsRack();
    const bool goesDown = m_doSpinesSum || isRack;
    const auto row = m_trees[tree].find(number);
    const bool hasParent = row != m_trees[tree].end() && row->second.parent;
    return {PortsOf(number, m_members.workers, goesDown ? down : shortest),
            hasParent ? PortAt(number, row->second.link)
                      : PortOf(number, m_members.parameterServer, shortest)};
}

JobPorts
JobPaths::At(SwitchId number) const
{
    JobPorts ports;
    ports.trees.clear();
    bool isInTree = !m_doSpinesSum || m_racks.count(number) > 0;
    for (uint32_t tree = 0; tree < m_trees.size(); ++tree)
    {
        ports.trees.push_back(InTree(number, tree));
        isInTree = isInTree || m_trees[tree].count(number) > 0;
    }
    if (isInTree)
    {
        ports.groups = std::make_shared<const GroupTable>(m_members.aggregation, number);
    } // else only flows between workers come here
    ports.hosts = PortsOf(number, HostsOfFlows(), ShortestTowardsRacks(number, 0));
    ports.extraServers = m_members.extraServers.size();
    if (m_wiring.flowPaths != FlowPaths::Job)
    {
        AddEqualPorts(number, ports);
    }
    return ports;
}

} // namespace ns3::esa
