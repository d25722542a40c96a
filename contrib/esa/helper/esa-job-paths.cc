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

JobPaths::JobPaths(const FabricWiring& wiring, JobMembers members, const AggregationPlan& plan)
    : m_wiring(wiring),
      m_members(std::move(members)),
      m_racks(m_members.racks.RackOf().begin(), m_members.racks.RackOf().end())
{
    const SwitchId home = m_members.racks.PsRack();
    const auto trees = plan.WaysOf(*m_wiring.routes, m_members.job, m_racks, home);
    m_trees = static_cast<uint32_t>(trees.size());
    m_racks.insert(home);
    m_switches = m_racks;
    AddSpines();
    for (const JobWays& tree : trees)
    {
        AddPortsOfWays(tree, plan.DoSpinesSum());
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
        for (uint32_t tree = 0; tree < m_trees; ++tree)
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
    std::vector<std::size_t> members = m_members.workers;
    members.push_back(m_members.parameterServer);
    for (const std::size_t host : members)
    {
        ports.equalPorts.push_back(towards(host));
        ports.cards.push_back(routes.PlaceInRack(host) +
                              (isBehindCards ? ToNumber(routes.RackOf(host)) : 0));
    }
}

void
JobPaths::AddPortsOfWays(const JobWays& tree, bool doSpinesSum)
{
    const TopologyRoutes& routes = *m_wiring.routes;
    PortsByRack& up = m_up.emplace_back();
    PortsDown down;
    for (const WayToPs& way : tree.ways)
    {
        std::size_t at = routes.Racks()[ToNumber(way.from)];
        for (const std::size_t link : way.links)
        {
            up[routes.NumberOf(at)] = &m_wiring.PortAt(link, at)->GetPort();
            at = routes.OtherEnd(link, at);
            down[routes.NumberOf(at)][way.from] = &m_wiring.PortAt(link, at)->GetPort();
            m_switches.insert(routes.NumberOf(at));
        }
    }
    if (doSpinesSum)
    {
        m_down.push_back(std::move(down));
    }
}

JobPaths::PortsByRack
JobPaths::TowardsRacks(SwitchId number, uint32_t tree) const
{
    const TopologyRoutes& routes = *m_wiring.routes;
    const std::size_t at = routes.Switches()[ToNumber(number)];
    const JobTree choice{m_members.job, tree};
    PortsByRack ports;
    for (const SwitchId rack : m_racks)
    {
        if (rack == number)
        {
            continue;
        }
        const bool comesHere = routes.HopsTo(at, rack) != kNotReached;
        ports[rack] = comesHere
                          ? &m_wiring.PortAt(routes.LinkTowards(at, rack, choice), at)->GetPort()
                          : nullptr;
    }
    return ports;
}

Port*
JobPaths::PortOf(SwitchId number, std::size_t host, const PortsByRack& towards) const
{
    const SwitchId rack = m_wiring.routes->RackOf(host);
    return rack == number ? &m_wiring.LinkOf(host).AtSwitch()->GetPort() : towards.at(rack);
}

TreePorts
JobPaths::TowardsAll(SwitchId number, uint32_t tree) const
{
    const PortsByRack towards = TowardsRacks(number, tree);
    TreePorts ports;
    for (const std::size_t host : m_members.workers)
    {
        ports.workers.push_back(PortOf(number, host, towards));
    }
    ports.parameterServer = PortOf(number, m_members.parameterServer, towards);
    return ports;
}

TreePorts
JobPaths::InTree(SwitchId number, uint32_t tree) const
{
    TreePorts ports = TowardsAll(number, tree);
    const auto up = m_up[tree].find(number);
    if (up != m_up[tree].end())
    {
        ports.parameterServer = up->second;
    }
    const PortsByRack* down = nullptr; // if sums from other racks come here
    if (!m_down.empty())
    {
        const auto found = m_down[tree].find(number);
        down = found != m_down[tree].end() ? &found->second : nullptr;
    }
    const bool isHome = number == m_members.racks.PsRack();
    const bool isSpine = m_down.empty() && m_racks.count(number) == 0; // it only forwards
    for (std::size_t worker = 0; worker < m_members.workers.size(); ++worker)
    {
        const SwitchId rack = m_wiring.routes->RackOf(m_members.workers[worker]);
        if (rack == number || isSpine || (isHome && !down))
        {
            continue;
        }
        const auto port = down ? down->find(rack) : PortsByRack::const_iterator{};
        ports.workers[worker] = down && port != down->end() ? port->second : nullptr;
    }
    return ports;
}

JobPorts
JobPaths::At(SwitchId number) const
{
    JobPorts ports;
    ports.onlyReceiver = m_members.onlyReceiver;
    const bool isInTree =
        std::any_of(m_down.begin(), m_down.end(), [number](const PortsDown& down) {
            return down.count(number) > 0;
        });
    if (isInTree || m_down.empty() || m_racks.count(number) > 0)
    {
        ports.groups = std::make_shared<const GroupTable>(m_members.racks, number);
    } // else only flows between workers come here
    ports.hosts = TowardsAll(number, 0).workers;
    TreePorts first = InTree(number, 0);
    ports.hasTrees = m_trees > 1;
    for (uint32_t tree = 0; ports.hasTrees && tree < m_trees; ++tree)
    {
        ports.trees.push_back(InTree(number, tree));
    }
    if (m_wiring.flowPaths != FlowPaths::Job)
    {
        AddEqualPorts(number, ports);
    }
    ports.workers = std::move(first.workers);
    ports.parameterServer = first.parameterServer;
    return ports;
}

} // namespace ns3::esa
