// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The part of EsaFabric that has hosts which stand for the adders of switches.

#include "esa-fabric-wiring.h"
#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/data-rate.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// An adder takes packets as the pipeline of the switch brings them: its link takes a thousandth of
/// the time of a host's link. A rate that followed from other ports would let idle hosts count.
constexpr uint64_t kTimesFaster = 1000;
constexpr uint64_t kMostBitsPerS = 1000000000000000; ///< at which the shortest frame takes 1 ps

} // namespace

void
EsaFabric::AddSummingHosts(const std::set<SwitchId>& only)
{
    NS_ABORT_MSG_IF(!m_links.empty(),
                    "EsaFabric: summing hosts come before the network is installed");
    TopologyGraph graph = m_routes->Graph();
    std::size_t hosts = m_routes->Hosts().size();
    for (std::size_t rack = 0; rack < m_routes->Racks().size(); ++rack)
    {
        const SwitchId number{static_cast<uint32_t>(rack)};
        if (!only.empty() && only.count(number) == 0)
        {
            continue;
        }
        const std::size_t at = m_routes->Racks()[rack];
        const LinkTraits traits = graph.links[m_routes->LinkOf(FirstHostOf(number))].traits;
        graph.nodes.push_back({graph.nodes[at].name + "-sums", NodeRole::Host});
        graph.links.push_back({at, graph.nodes.size() - 1, traits});
        m_summingHosts[number] = hosts++;
    }
    NodeContainer nodes;
    nodes.Create(static_cast<uint32_t>(m_summingHosts.size()));
    m_hosts.Add(nodes);
    m_routes = std::make_shared<const TopologyRoutes>(std::move(graph));
    m_wiring->routes = m_routes;
}

std::size_t
EsaFabric::FirstHostOf(SwitchId rack) const
{
    std::size_t host = 0;
    while (m_routes->RackOf(host) != rack)
    {
        ++host;
    }
    return host;
}

void
EsaFabric::SetRatesOfSummingHosts()
{
    for (const auto& [rack, host] : m_summingHosts)
    {
        DataRateValue rate;
        m_links[FirstHostOf(rack)].AtSwitch()->GetAttribute("DataRate", rate);
        const DataRate own(std::min(kTimesFaster * rate.Get().GetBitRate(), kMostBitsPerS));
        for (const auto& end : m_links[host].Ends())
        {
            end->SetAttribute("DataRate", DataRateValue(own));
        }
    }
}

SummedRacks
EsaFabric::SummedRacksOf(const NodeContainer& workers, NodeContainer& hosts) const
{
    std::map<SwitchId, std::vector<uint16_t>> byRack;
    for (uint32_t worker = 0; worker < workers.GetN(); ++worker)
    {
        byRack[RackOf(workers.Get(worker))].push_back(static_cast<uint16_t>(worker));
    }
    SummedRacks summed;
    for (const auto& [rack, members] : byRack)
    {
        const auto found = m_summingHosts.find(rack);
        if (found != m_summingHosts.end() && members.size() > 1)
        {
            summed.workers.push_back(members);
            hosts.Add(m_hosts.Get(static_cast<uint32_t>(found->second)));
        }
    }
    return summed;
}

} // namespace ns3::esa
