/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-host.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// @brief Aborts if a node is a switch already.
void
CheckIsNoSwitch(Ptr<Node> node)
{
    NS_ABORT_MSG_IF(node->GetObject<EsaSwitch>() || node->GetObject<EsaSpine>(),
                    "EsaFabric: node " << node->GetId() << " is a switch already");
}

} // namespace

LogComponent EsaFabric::g_log("EsaFabric", __FILE__);

void
EsaFabric::SetAggregationLevels(AggregationLevels levels)
{
    NS_ABORT_MSG_IF(!m_links.empty() || !m_switches.empty(),
                    "EsaFabric: the levels are to be set before the network is installed");
    m_levels = levels;
}

void
EsaFabric::SetTrees(uint32_t trees)
{
    NS_ABORT_MSG_IF(!m_racksOfJob.empty(),
                    "EsaFabric: the number of trees is to be set before jobs are added");
    NS_ABORT_MSG_IF(trees == 0 || trees > kMostTrees,
                    "EsaFabric: a job has 1 to " << kMostTrees << " trees, not " << trees);
    m_trees = trees;
}

void
EsaFabric::Install(const FabricFactories& make)
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!m_links.empty() || !m_switches.empty(), "EsaFabric: installed already");
    m_make = &make;
    Build();
    m_make = nullptr;
    NS_LOG_INFO(m_switches.size() << " racks, " << m_linkOf.size() << " hosts, " << m_links.size()
                                  << " links");
    NS_ASSERT_MSG(m_linkOf.size() == m_rackOf.size(), "every host has a rack and a link");
    for (const auto& spine : m_aggregatingSpines)
    {
        m_spineAt[spine->GetId()] = RackId{static_cast<uint32_t>(m_switches.size())};
        m_switches.push_back(spine->GetObject<EsaSwitch>());
        m_rackNodes.push_back(spine);
    }
    const bool isOneSwitch = m_links.size() == m_linkOf.size();
    if (!isOneSwitch)
    {
        FillForwardingTables();
    }
}

FrameTable&
EsaFabric::FramesOf(Ptr<Node> node)
{
    const auto aggregating = node->GetObject<EsaSwitch>();
    return aggregating ? aggregating->Frames() : node->GetObject<EsaSpine>()->Frames();
}

RackId
EsaFabric::AddRack(Ptr<Node> node)
{
    NS_ASSERT_MSG(m_make, "racks are added by Build()");
    CheckIsNoSwitch(node);
    const RackId rack{static_cast<uint32_t>(m_switches.size())};
    m_switches.push_back(m_make->node.Create<EsaSwitch>());
    m_rackNodes.push_back(node);
    m_rackAt[node->GetId()] = rack;
    node->AggregateObject(m_switches.back());
    return rack;
}

void
EsaFabric::AddSpine(Ptr<Node> node)
{
    NS_ASSERT_MSG(m_make, "spines are added by Build()");
    CheckIsNoSwitch(node);
    if (m_levels != AggregationLevels::All)
    {
        node->AggregateObject(CreateObject<EsaSpine>());
        return;
    }
    node->AggregateObject(m_make->node.Create<EsaSwitch>());
    m_aggregatingSpines.push_back(node);
}

EsaLink
EsaFabric::MakeLink(EsaLink::Kind kind, Ptr<Node> lower, Ptr<Node> upper)
{
    NS_ASSERT_MSG(m_make, "links are added by Build()");
    const bool isUplink = kind == EsaLink::Kind::Uplink;
    const ObjectFactory& device = isUplink ? m_make->uplinkDevice : m_make->device;
    const ObjectFactory& channel = isUplink ? m_make->uplinkChannel : m_make->channel;
    const EsaLink link(kind, device.Create<EsaNetDevice>(), device.Create<EsaNetDevice>());
    link.Lower()->SetAddress(Mac48Address::Allocate());
    link.Upper()->SetAddress(Mac48Address::Allocate());
    if (kind == EsaLink::Kind::Host)
    {
        // A host keeps what its link cannot take yet in its own memory. It does not send packets
        // only to drop them.
        link.Lower()->SetAttribute("QueueBytes", UintegerValue(0));
    }
    lower->AddDevice(link.Lower());
    upper->AddDevice(link.Upper());
    channel.Create<EsaChannel>()->Connect(link.Lower(), link.Upper());
    m_links.push_back(link);
    NS_LOG_LOGIC("a link from node " << lower->GetId() << " up to node " << upper->GetId());
    return link;
}

EsaLink
EsaFabric::LinkHost(Ptr<Node> host, RackId rack)
{
    NS_ABORT_MSG_IF(ToNumber(rack) >= m_switches.size(),
                    "EsaFabric: there is no rack " << ToNumber(rack));
    NS_ABORT_MSG_IF(m_rackOf.count(host->GetId()) > 0,
                    "EsaFabric: node " << host->GetId() << " has a link already");
    m_rackOf[host->GetId()] = rack;
    m_linkOf[host->GetId()] = m_links.size();
    const EsaLink link = MakeLink(EsaLink::Kind::Host, host, m_rackNodes[ToNumber(rack)]);
    auto end = CreateObject<EsaHost>();
    end->SetDevice(link.AtHost());
    host->AggregateObject(end);
    m_switches[ToNumber(rack)]->AddPort(link.AtSwitch());
    return link;
}

EsaLink
EsaFabric::LinkSwitches(Ptr<Node> lower, Ptr<Node> upper)
{
    const EsaLink link = MakeLink(EsaLink::Kind::Uplink, lower, upper);
    const auto below = lower->GetObject<EsaSwitch>();
    below ? below->AddUplink(link.Lower()) : lower->GetObject<EsaSpine>()->AddUplink(link.Lower());
    const auto above = upper->GetObject<EsaSwitch>();
    above ? above->AddPort(link.Upper()) : upper->GetObject<EsaSpine>()->AddPort(link.Upper());
    return link;
}

void
EsaFabric::FillForwardingTables() const
{
    std::map<uint32_t, std::vector<EsaLink>> uplinksOf; // by number of the lower switch
    for (const EsaLink& link : m_links)
    {
        if (link.GetKind() == EsaLink::Kind::Uplink)
        {
            uplinksOf[link.LowerNode()->GetId()].push_back(link);
        }
    }
    for (const EsaLink& link : m_links)
    {
        if (link.GetKind() != EsaLink::Kind::Host)
        {
            continue;
        }
        const auto address = Mac48Address::ConvertFrom(link.AtHost()->GetAddress());
        FramesOf(link.UpperNode()).Know(address, link.AtSwitch());
        // Then every switch above, which uses the first way down that is found.
        std::vector<uint32_t> climbed{link.UpperNode()->GetId()};
        for (std::size_t i = 0; i < climbed.size(); ++i)
        {
            for (const EsaLink& uplink : uplinksOf[climbed[i]])
            {
                const uint32_t above = uplink.UpperNode()->GetId();
                if (std::find(climbed.begin(), climbed.end(), above) == climbed.end())
                {
                    FramesOf(uplink.UpperNode()).Know(address, uplink.Upper());
                    climbed.push_back(above);
                }
            }
        }
    }
}

const EsaLink&
EsaFabric::LinkOf(Ptr<Node> host) const
{
    const auto found = m_linkOf.find(host->GetId());
    NS_ABORT_MSG_IF(found == m_linkOf.end(),
                    "EsaFabric: node " << host->GetId() << " is not a host of the network");
    return m_links[found->second];
}

NetDeviceContainer
EsaFabric::HostDevices() const
{
    NetDeviceContainer devices;
    for (const EsaLink& link : m_links)
    {
        if (link.GetKind() == EsaLink::Kind::Host)
        {
            devices.Add(link.AtHost());
        }
    }
    return devices;
}

NetDeviceContainer
EsaFabric::Devices() const
{
    NetDeviceContainer devices;
    for (const EsaLink& link : m_links)
    {
        devices.Add(link.Lower());
        devices.Add(link.Upper());
    }
    return devices;
}

RackId
EsaFabric::RackOf(Ptr<Node> host) const
{
    const auto found = m_rackOf.find(host->GetId());
    NS_ABORT_MSG_IF(found == m_rackOf.end(),
                    "EsaFabric: node " << host->GetId() << " is not a host of the network");
    return found->second;
}

std::optional<RackId>
EsaFabric::RackAt(Ptr<Node> node) const
{
    const auto found = m_rackAt.find(node->GetId());
    return found == m_rackAt.end() ? std::nullopt : std::optional(found->second);
}

} // namespace ns3::esa
