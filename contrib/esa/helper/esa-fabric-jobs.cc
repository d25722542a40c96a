/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of EsaFabric that finds the way of a job's packets from switch to switch.

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-rack-route.h"

#include <algorithm>
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

struct EsaFabric::Members
{
    const NodeContainer& workers; ///< hosts of the workers
    Ptr<Node> parameterServer;    ///< host of the PS
    JobRacks racks;               ///< how they are spread over racks
    PortsDown down;               ///< the ports of the tree, if spines aggregate
};

JobRacks
EsaFabric::RacksOf(const NodeContainer& workers, Ptr<Node> parameterServer, uint16_t job) const
{
    std::vector<RackId> rackOf;
    for (auto worker = workers.Begin(); worker != workers.End(); ++worker)
    {
        rackOf.push_back(RackOf(*worker));
    }
    const RackId home = RackOf(parameterServer);
    return MakeJobRacks(m_levels, rackOf, home, [&](RackId from) {
        std::vector<RackId> spines;
        for (const auto& spine : WayBetween(from, home, job))
        {
            spines.push_back(m_spineAt.at(spine->GetId()));
        }
        return spines;
    });
}

uint32_t
EsaFabric::Aggregators() const
{
    const uint32_t aggregators = m_switches.front()->GetAggregators();
    for (std::size_t rack = 0; rack < m_switches.size(); ++rack)
    {
        const uint32_t others = m_switches[rack]->GetAggregators();
        NS_ABORT_MSG_IF(others != aggregators,
                        "EsaFabric: the switch of rack "
                            << rack << " has " << others << " aggregators, that of rack 0 "
                            << aggregators << "; MemoryBytes must be the same in all racks");
    }
    return aggregators;
}

void
EsaFabric::FreezeAttributes() const
{
    for (const auto& node : m_switches)
    {
        node->FreezeAttributes();
    }
    for (const EsaLink& link : m_links)
    {
        link.Lower()->FreezeAttributes();
        link.Upper()->FreezeAttributes();
        DynamicCast<EsaChannel>(link.Lower()->GetChannel())->FreezeAttributes();
    }
}

void
EsaFabric::AddJob(uint16_t job,
                  const NodeContainer& workers,
                  Ptr<Node> parameterServer,
                  const JobRacks& jobRacks)
{
    NS_LOG_FUNCTION(this << job);
    if (m_racksOfJob.empty())
    {
        FreezeAttributes();
    }
    NS_ABORT_MSG_IF(m_racksOfJob.count(job) > 0,
                    "EsaFabric: job number " << job << " is used twice; all jobs are installed by "
                                             << "one call of InstallJobs(), or have numbers of "
                                             << "their own");
    const Members members{workers, parameterServer, jobRacks, PortsDownOf(jobRacks, job)};
    const std::vector<RackId>& rackOf = members.racks.RackOf();
    const RackId home = members.racks.Home();
    std::set<RackId> racks(rackOf.begin(), rackOf.end());
    racks.insert(home);
    for (const RackId rack : racks)
    {
        m_switches[ToNumber(rack)]->AddJob(job, PortsOf(rack, members, job));
    }
    std::vector<RackId> aggregating(racks.begin(), racks.end());
    for (const auto& spine : SpinesBetween(racks, job))
    {
        NS_LOG_LOGIC("packets of job " << job << " take the spine at node " << spine->GetId());
        if (const auto number = AddToSpine(spine, members, job))
        {
            aggregating.push_back(*number);
        }
    }
    NS_LOG_INFO("job " << job << " has members in " << racks.size() << " racks, its PS in rack "
                       << ToNumber(home));
    m_racksOfJob[job] = aggregating;
}

std::optional<RackId>
EsaFabric::AddToSpine(Ptr<Node> spine, const Members& members, uint16_t job)
{
    if (const auto found = m_spineAt.find(spine->GetId()); found != m_spineAt.end())
    {
        m_switches[ToNumber(found->second)]->AddJob(job, PortsOf(found->second, members, job));
        return found->second;
    }
    std::vector<Ptr<EsaNetDevice>> towards;
    for (const RackId rack : members.racks.RackOf())
    {
        towards.push_back(PortTowards(spine, rack, job));
    }
    const auto home = PortTowards(spine, members.racks.Home(), job);
    spine->GetObject<EsaSpine>()->AddJob(job, towards, home);
    return std::nullopt;
}

EsaFabric::PortsDown
EsaFabric::PortsDownOf(const JobRacks& racks, uint16_t job) const
{
    PortsDown down;
    if (m_levels != AggregationLevels::All)
    {
        return down;
    }
    for (const RackWay& way : WaysToHome(racks, job))
    {
        Ptr<Node> at = m_rackNodes[ToNumber(way.from)];
        for (std::size_t hop = 0; hop <= way.switches.size(); ++hop)
        {
            const auto end = OtherEnd(PortTowards(at, racks.Home(), job));
            at = end->GetNode();
            down[at->GetId()][way.from] = end;
        }
    }
    return down;
}

EsaSwitch::JobPorts
EsaFabric::PortsOf(RackId rack, const Members& members, uint16_t job) const
{
    const auto portTo = [&](Ptr<Node> host, RackId rackOfHost) {
        return rackOfHost == rack ? LinkOf(host).AtSwitch()
                                  : PortTowards(m_rackNodes[ToNumber(rack)], rackOfHost, job);
    };
    const auto below = members.down.find(m_rackNodes[ToNumber(rack)]->GetId());
    const bool isInTree = below != members.down.end();
    EsaSwitch::JobPorts ports;
    if (isInTree || RackAt(m_rackNodes[ToNumber(rack)]))
    {
        ports.route = RackRoute(members.racks, rack);
    } // else only flows between workers come here
    for (uint32_t worker = 0; worker < members.workers.GetN(); ++worker)
    {
        const RackId rackOfWorker = members.racks.RackOf()[worker];
        ports.hosts.push_back(portTo(members.workers.Get(worker), rackOfWorker));
        Ptr<EsaNetDevice> port;
        if (rackOfWorker == rack || (rack == members.racks.Home() && !isInTree))
        {
            port = ports.hosts.back();
        }
        else if (isInTree)
        {
            // Results go back by the way of the sums, so that they come to the same switches.
            const auto found = below->second.find(rackOfWorker);
            port = found != below->second.end() ? found->second : nullptr;
        }
        ports.workers.push_back(port);
    }
    ports.parameterServer = portTo(members.parameterServer, members.racks.Home());
    return ports;
}

Ptr<Node>
EsaFabric::NextHop(Ptr<Node> at, RackId rack, uint16_t job) const
{
    const auto port = PortTowards(at, rack, job);
    NS_ABORT_MSG_IF(!port || port->GetNode() != at,
                    "EsaFabric: node " << at->GetId() << " has no port towards rack "
                                       << ToNumber(rack));
    const auto next = OtherEnd(port)->GetNode();
    const auto met = RackAt(next);
    NS_ABORT_MSG_IF(met && met != rack,
                    "EsaFabric: the way of job " << job << " to rack " << ToNumber(rack)
                                                 << " leads through rack " << ToNumber(*met)
                                                 << ", whose switch must not sum for other racks");
    return next;
}

std::vector<Ptr<Node>>
EsaFabric::WayBetween(RackId from, RackId to, uint16_t job) const
{
    std::vector<Ptr<Node>> way;
    Ptr<Node> at = m_rackNodes.at(ToNumber(from));
    for (uint32_t hops = 0; RackAt(at) != to; ++hops)
    {
        NS_ABORT_MSG_IF(hops == kMaxHops,
                        "EsaFabric: the way of job " << job << " from rack " << ToNumber(from)
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
EsaFabric::WaysToHome(const JobRacks& racks, uint16_t job) const
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
    for (const RackId from : racks)
    {
        for (const RackId to : racks)
        {
            for (const auto& spine : WayBetween(from, to, job))
            {
                spines[spine->GetId()] = spine;
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

void
EsaFabric::CloseJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    const auto found = m_racksOfJob.find(job);
    NS_ABORT_MSG_IF(found == m_racksOfJob.end(), "EsaFabric: there is no job " << job);
    for (const RackId rack : found->second)
    {
        m_switches[ToNumber(rack)]->CloseJob(job);
    }
    m_racksOfJob.erase(found);
}

} // namespace ns3::esa
