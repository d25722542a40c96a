/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-host.h"
#include "ns3/esa-rack-route.h"

namespace ns3::esa
{
namespace
{

/**
 * @brief Makes a link.
 * @param device makes its ends
 * @param channel makes what is between them
 * @param a node of one end
 * @param b node of the other
 * @return both ends
 */
NetDeviceContainer
Link(const ObjectFactory& device, const ObjectFactory& channel, Ptr<Node> a, Ptr<Node> b)
{
    NetDeviceContainer ends;
    auto here = device.Create<EsaNetDevice>();
    auto there = device.Create<EsaNetDevice>();
    here->SetAddress(Mac48Address::Allocate());
    there->SetAddress(Mac48Address::Allocate());
    a->AddDevice(here);
    b->AddDevice(there);
    channel.Create<EsaChannel>()->Connect(here, there);
    ends.Add(here);
    ends.Add(there);
    return ends;
}

/**
 * @param devices devices of the module
 * @param i place of one
 * @return it
 */
Ptr<EsaNetDevice>
Get(const NetDeviceContainer& devices, uint32_t i)
{
    return DynamicCast<EsaNetDevice>(devices.Get(i));
}

} // namespace

NetDeviceContainer
EsaFabric::Install(const FabricFactories& make,
                   const NodeContainer& leaves,
                   const NodeContainer& spines,
                   const NodeContainer& hosts,
                   const std::vector<uint32_t>& rackOf)
{
    NS_ABORT_MSG_IF(rackOf.size() != hosts.GetN(), "EsaFabric: each host has a rack");
    NS_ABORT_MSG_IF(leaves.GetN() > 1 && spines.GetN() == 0,
                    "EsaFabric: several racks need a spine between them");
    for (auto leaf = leaves.Begin(); leaf != leaves.End(); ++leaf)
    {
        NS_ABORT_MSG_IF((*leaf)->GetObject<EsaSwitch>(),
                        "EsaFabric: node " << (*leaf)->GetId() << " is a switch already");
        m_switches.push_back(make.node.Create<EsaSwitch>());
        (*leaf)->AggregateObject(m_switches.back());
    }
    NetDeviceContainer devices;
    for (uint32_t i = 0; i < hosts.GetN(); ++i)
    {
        const uint32_t rack = rackOf[i];
        NS_ABORT_MSG_IF(rack >= leaves.GetN(), "EsaFabric: there is no rack " << rack);
        m_rackOf[hosts.Get(i)->GetId()] = rack;
        devices.Add(LinkHost(make, hosts.Get(i), leaves.Get(rack), m_switches[rack]));
    }
    if (leaves.GetN() > 1)
    {
        devices.Add(LinkSpines(make, leaves, spines));
        MakeKnown(hosts);
    }
    return devices;
}

NetDeviceContainer
EsaFabric::LinkHost(const FabricFactories& make,
                    Ptr<Node> host,
                    Ptr<Node> leaf,
                    Ptr<EsaSwitch> node) const
{
    const NetDeviceContainer ends = Link(make.device, make.channel, host, leaf);
    auto end = CreateObject<EsaHost>();
    end->SetDevice(Get(ends, 0));
    host->AggregateObject(end);
    node->AddPort(Get(ends, 1));
    return ends;
}

NetDeviceContainer
EsaFabric::LinkSpines(const FabricFactories& make,
                      const NodeContainer& leaves,
                      const NodeContainer& spines)
{
    for (auto spine = spines.Begin(); spine != spines.End(); ++spine)
    {
        m_spines.push_back(CreateObject<EsaSpine>());
        (*spine)->AggregateObject(m_spines.back());
    }
    NetDeviceContainer devices;
    m_uplinks.resize(leaves.GetN());
    m_downlinks.resize(leaves.GetN());
    for (uint32_t rack = 0; rack < leaves.GetN(); ++rack)
    {
        for (uint32_t spine = 0; spine < spines.GetN(); ++spine)
        {
            const NetDeviceContainer ends =
                Link(make.uplinkDevice, make.uplinkChannel, leaves.Get(rack), spines.Get(spine));
            m_uplinks[rack].push_back(Get(ends, 0));
            m_downlinks[rack].push_back(Get(ends, 1));
            m_switches[rack]->AddUplink(Get(ends, 0));
            m_spines[spine]->AddPort(Get(ends, 1));
            devices.Add(ends);
        }
    }
    return devices;
}

void
EsaFabric::MakeKnown(const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        const uint32_t rack = RackOf(*host);
        const auto device = (*host)->GetObject<EsaHost>()->GetDevice();
        const auto address = Mac48Address::ConvertFrom(device->GetAddress());
        m_switches[rack]->Frames().Know(address, PortTowards(*host));
        for (std::size_t spine = 0; spine < m_spines.size(); ++spine)
        {
            m_spines[spine]->Frames().Know(address, m_downlinks[rack][spine]);
        }
    }
}

Ptr<EsaNetDevice>
EsaFabric::PortTowards(Ptr<Node> host) const
{
    const auto end = host->GetObject<EsaHost>();
    NS_ABORT_MSG_IF(!end, "EsaHelper: node " << host->GetId() << " is not in the rack");
    const auto device = end->GetDevice();
    const auto channel = device->GetChannel();
    const auto first = DynamicCast<EsaNetDevice>(channel->GetDevice(0));
    return first == device ? DynamicCast<EsaNetDevice>(channel->GetDevice(1)) : first;
}

uint32_t
EsaFabric::RackOf(Ptr<Node> host) const
{
    const auto found = m_rackOf.find(host->GetId());
    NS_ABORT_MSG_IF(found == m_rackOf.end(),
                    "EsaHelper: node " << host->GetId() << " is not in the rack");
    return found->second;
}

std::vector<uint32_t>
EsaFabric::RacksOf(const NodeContainer& hosts) const
{
    std::vector<uint32_t> racks;
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        racks.push_back(RackOf(*host));
    }
    return racks;
}

void
EsaFabric::AddJob(uint16_t job, const NodeContainer& workers, Ptr<Node> parameterServer) const
{
    const std::vector<uint32_t> rackOf = RacksOf(workers);
    const uint32_t home = RackOf(parameterServer);
    const std::size_t spine = m_spines.empty() ? 0 : job % m_spines.size();
    for (uint32_t rack = 0; rack < m_switches.size(); ++rack)
    {
        EsaSwitch::JobPorts ports;
        ports.route = RackRoute(rackOf, home, rack);
        const bool isHome = rack == home;
        for (uint32_t worker = 0; worker < workers.GetN(); ++worker)
        {
            const bool isHere = rackOf[worker] == rack;
            ports.hosts.push_back(isHere ? PortTowards(workers.Get(worker))
                                         : m_uplinks[rack][spine]);
            ports.workers.push_back(isHere || isHome ? ports.hosts.back() : nullptr);
        }
        ports.parameterServer = isHome ? PortTowards(parameterServer) : m_uplinks[rack][spine];
        m_switches[rack]->AddJob(job, ports);
    }
    if (!m_spines.empty())
    {
        std::vector<Ptr<EsaNetDevice>> towards;
        for (const uint32_t rack : rackOf)
        {
            towards.push_back(m_downlinks[rack][spine]);
        }
        m_spines[spine]->AddJob(job, towards, m_downlinks[home][spine]);
    }
}

} // namespace ns3::esa
