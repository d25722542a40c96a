/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-graph-fabric.h"

#include "ns3/abort.h"
#include "ns3/data-rate.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-topology-faults.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @brief Gives a link what the topology says of it.
void
SetTraits(const EsaLink& link, const LinkTraits& traits)
{
    for (const auto& end : link.Ends())
    {
        if (traits.rateGbps)
        {
            const auto bitsPerS = static_cast<uint64_t>(std::llround(*traits.rateGbps * 1e9));
            end->SetAttribute("DataRate", DataRateValue(DataRate(bitsPerS)));
        }
        const bool isAtHost = link.GetKind() == EsaLink::Kind::Host && end == link.Lower();
        if (traits.queueBytes && !isAtHost)
        {
            end->SetAttribute("QueueBytes", UintegerValue(*traits.queueBytes));
        }
    }
    if (traits.delayUs)
    {
        const auto ns = static_cast<uint64_t>(std::llround(*traits.delayUs * 1e3));
        link.Lower()->GetChannel()->SetAttribute("Delay", TimeValue(NanoSeconds(ns)));
    }
}

/// A hash of the sender and the receiver of a frame.
uint64_t
KeyOf(Mac48Address from, Mac48Address to)
{
    uint64_t key = 0;
    for (const Mac48Address& address : {from, to})
    {
        uint8_t bytes[6];
        address.CopyTo(bytes);
        uint64_t number = 0;
        for (const uint8_t byte : bytes)
        {
            number = number << 8 | byte;
        }
        key = Hash64(key ^ number);
    }
    return key;
}

} // namespace

struct GraphFabric::Wiring
{
    TopologyRoutes routes;                        ///< the ways
    std::vector<EsaLink> links{};                 ///< by link of the topology
    std::map<Mac48Address, std::size_t> hostAt{}; ///< number of a host

    /// @return the device of a link at one of its ends
    Ptr<EsaNetDevice> PortAt(std::size_t link, std::size_t node) const
    {
        return routes.UpperEnd(link) == node ? links[link].Upper() : links[link].Lower();
    }

    /// @return the port of a switch for a frame
    Ptr<EsaNetDevice> PortFor(std::size_t at, Mac48Address from, Mac48Address to) const
    {
        const auto found = hostAt.find(to);
        if (found == hostAt.end())
        {
            return nullptr;
        }
        const RackId rack = routes.RackOf(found->second);
        const bool isHere = routes.Racks()[ToNumber(rack)] == at;
        return PortAt(isHere ? routes.LinkOf(found->second)
                             : routes.LinkTowards(at, rack, KeyOf(from, to)),
                      at);
    }
};

GraphFabric::GraphFabric(TopologyGraph topology, const NodeContainer& hosts)
    : m_hosts(hosts)
{
    const auto faults = FindTopologyFaults(topology);
    NS_ABORT_MSG_IF(!faults.empty(), "GraphFabric: " << faults.front().text);
    m_wiring = std::make_shared<Wiring>(Wiring{TopologyRoutes(std::move(topology))});
    NS_ABORT_MSG_IF(hosts.GetN() != Routes().Hosts().size(),
                    "GraphFabric: " << hosts.GetN() << " hosts, but the topology has "
                                    << Routes().Hosts().size());
}

const TopologyRoutes&
GraphFabric::Routes() const
{
    return m_wiring->routes;
}

Ptr<Node>
GraphFabric::NodeAt(std::size_t node) const
{
    return m_nodes.at(node);
}

void
GraphFabric::AddSwitches()
{
    const TopologyRoutes& routes = Routes();
    m_nodes.resize(routes.Graph().nodes.size());
    for (std::size_t host = 0; host < routes.Hosts().size(); ++host)
    {
        m_nodes[routes.Hosts()[host]] = m_hosts.Get(static_cast<uint32_t>(host));
    }
    for (const std::size_t rack : routes.Racks())
    {
        m_nodes[rack] = CreateObject<Node>();
        AddRack(m_nodes[rack]);
    }
    for (std::size_t node = 0; node < m_nodes.size(); ++node)
    {
        if (!m_nodes[node])
        {
            m_nodes[node] = CreateObject<Node>();
            AddSpine(m_nodes[node]);
        }
        m_indexOf[m_nodes[node]->GetId()] = node;
    }
}

void
GraphFabric::Build()
{
    AddSwitches();
    const TopologyRoutes& routes = Routes();
    const std::vector<TopologyLink>& links = routes.Graph().links;
    std::vector<std::optional<EsaLink>> made(links.size());
    for (std::size_t host = 0; host < routes.Hosts().size(); ++host)
    {
        const auto node = m_hosts.Get(static_cast<uint32_t>(host));
        made[routes.LinkOf(host)] = LinkHost(node, routes.RackOf(host));
    }
    for (std::size_t link = 0; link < links.size(); ++link)
    {
        if (!made[link])
        {
            const std::size_t upper = routes.UpperEnd(link);
            made[link] = LinkSwitches(m_nodes[routes.OtherEnd(link, upper)], m_nodes[upper]);
        }
        SetTraits(*made[link], links[link].traits);
        m_wiring->links.push_back(*made[link]);
    }
}

Ptr<EsaNetDevice>
GraphFabric::PortTowards(Ptr<Node> at, RackId rack, const JobTree& job) const
{
    const TopologyRoutes& routes = Routes();
    const std::size_t node = m_indexOf.at(at->GetId());
    if (routes.HopsTo(node, rack) == kNotReached)
    {
        return nullptr; // no packet for that rack comes here
    }
    const uint64_t key = TopologyRoutes::KeyOfJob(job.job, rack);
    return m_wiring->PortAt(routes.LinkTowards(node, rack, key, job.tree), node);
}

void
GraphFabric::FillForwardingTables() const
{
    const TopologyRoutes& routes = Routes();
    for (std::size_t host = 0; host < routes.Hosts().size(); ++host)
    {
        const auto device = LinkOf(m_hosts.Get(static_cast<uint32_t>(host))).AtHost();
        m_wiring->hostAt[Mac48Address::ConvertFrom(device->GetAddress())] = host;
    }
    std::vector<std::vector<Ptr<EsaNetDevice>>> treeOf(m_nodes.size());
    const std::vector<bool> isInTree = routes.SpanningTree();
    for (std::size_t link = 0; link < isInTree.size(); ++link)
    {
        if (isInTree[link])
        {
            const std::size_t upper = routes.UpperEnd(link);
            treeOf[upper].push_back(m_wiring->links[link].Upper());
            treeOf[routes.OtherEnd(link, upper)].push_back(m_wiring->links[link].Lower());
        }
    }
    for (std::size_t node = 0; node < m_nodes.size(); ++node)
    {
        if (routes.Graph().nodes[node].role == NodeRole::Switch)
        {
            FramesOf(m_nodes[node])
                .SetRoute([wiring = std::shared_ptr<const Wiring>(m_wiring),
                           node](Mac48Address from,
                                 Mac48Address to) { return wiring->PortFor(node, from, to); },
                          treeOf[node]);
        }
    }
}

} // namespace ns3::esa
