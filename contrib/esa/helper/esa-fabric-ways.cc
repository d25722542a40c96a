/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of EsaFabric that finds the way of a job's packets from switch to switch.

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/esa-channel.h"

#include <map>

namespace ns3::esa
{
namespace
{

/// More hops than any way between two racks has. A longer way is a loop.
constexpr uint32_t kMaxHops = 64;

/**
 * @param port a device of a link
 * @return the device at the other end
 */
Ptr<EsaNetDevice>
OtherEnd(Ptr<EsaNetDevice> port)
{
    const auto channel = port->GetChannel();
    const auto first = channel->GetDevice(0);
    return DynamicCast<EsaNetDevice>(first == port ? channel->GetDevice(1) : first);
}

} // namespace

Ptr<Node>
EsaFabric::NextHop(Ptr<Node> at, RackId rack, const JobTree& job) const
{
    const auto port = PortTowards(at, rack, job);
    NS_ABORT_MSG_IF(!port || port->GetNode() != at,
                    "EsaFabric: node " << at->GetId() << " has no port towards rack "
                                       << ToNumber(rack));
    const auto next = OtherEnd(port)->GetNode();
    const auto met = RackAt(next);
    NS_ABORT_MSG_IF(met && met != rack,
                    "EsaFabric: the way of job " << job.job << " to rack " << ToNumber(rack)
                                                 << " leads through rack " << ToNumber(*met)
                                                 << ", whose switch must not sum for other racks");
    return next;
}

std::vector<Ptr<Node>>
EsaFabric::WayBetween(RackId from, RackId to, const JobTree& job) const
{
    std::vector<Ptr<Node>> way;
    Ptr<Node> at = m_rackNodes.at(ToNumber(from));
    for (uint32_t hops = 0; RackAt(at) != to; ++hops)
    {
        NS_ABORT_MSG_IF(hops == kMaxHops,
                        "EsaFabric: the way of job " << job.job << " from rack " << ToNumber(from)
                                                     << " to rack " << ToNumber(to)
                                                     << " does not end");
        if (!RackAt(at))
        {
            way.push_back(at);
        }
        at = NextHop(at, to, job);
    }
    return way;
}

std::vector<RackWay>
EsaFabric::WaysToHome(const JobRacks& racks, const JobTree& job) const
{
    const std::set<RackId> workers(racks.RackOf().begin(), racks.RackOf().end());
    std::vector<RackWay> ways;
    for (const RackId from : workers)
    {
        if (from != racks.Home())
        {
            ways.push_back({from, WayBetween(from, racks.Home(), job)});
        }
    }
    return ways;
}

std::vector<Ptr<Node>>
EsaFabric::SpinesBetween(const std::set<RackId>& racks, uint16_t job) const
{
    std::map<uint32_t, Ptr<Node>> spines; // by number
    const auto addWay = [&](RackId from, RackId to, uint32_t tree) {
        for (const auto& spine : WayBetween(from, to, {job, tree}))
        {
            spines[spine->GetId()] = spine;
        }
    };
    for (const RackId from : racks)
    {
        for (const RackId to : racks)
        {
            for (uint32_t tree = 0; tree < m_trees; ++tree)
            {
                addWay(from, to, tree);
            }
        }
    }
    std::vector<Ptr<Node>> found;
    for (const auto& [number, node] : spines)
    {
        found.push_back(node);
    }
    return found;
}

std::vector<EsaFabric::PortsDown>
EsaFabric::PortsDownOf(const JobRacks& racks, uint16_t job) const
{
    std::vector<PortsDown> down;
    if (m_levels != AggregationLevels::All)
    {
        return down;
    }
    for (uint32_t tree = 0; tree < m_trees; ++tree)
    {
        PortsDown& ofTree = down.emplace_back();
        for (const RackWay& way : WaysToHome(racks, {job, tree}))
        {
            Ptr<Node> at = m_rackNodes[ToNumber(way.from)];
            for (std::size_t hop = 0; hop <= way.switches.size(); ++hop)
            {
                const auto end = OtherEnd(PortTowards(at, racks.Home(), {job, tree}));
                at = end->GetNode();
                ofTree[at->GetId()][way.from] = end;
            }
        }
    }
    return down;
}

} // namespace ns3::esa
