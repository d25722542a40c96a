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
 * @return the node at the other end
 */
Ptr<Node>
NodeBehind(Ptr<EsaNetDevice> port)
{
    const auto channel = port->GetChannel();
    const auto first = channel->GetDevice(0);
    return first == port ? channel->GetDevice(1)->GetNode() : first->GetNode();
}

} // namespace

struct EsaFabric::Members
{
    const NodeContainer& workers; ///< hosts of the workers
    Ptr<Node> parameterServer;    ///< host of the PS
    JobRacks racks;               ///< how they are spread over racks
};

JobRacks
EsaFabric::RacksOf(const NodeContainer& workers, Ptr<Node> parameterServer) const
{
    std::vector<RackId> rackOf;
    for (auto worker = workers.Begin(); worker != workers.End(); ++worker)
    {
        rackOf.push_back(RackOf(*worker));
    }
    return {rackOf, RackOf(parameterServer)};
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
    const Members members{workers, parameterServer, jobRacks};
    const std::vector<RackId>& rackOf = members.racks.RackOf();
    const RackId home = members.racks.Home();
    std::set<RackId> racks(rackOf.begin(), rackOf.end());
    racks.insert(home);
    for (const RackId rack : racks)
    {
        m_switches[ToNumber(rack)]->AddJob(job, PortsOf(rack, members, job));
    }
    for (const auto& spine : SpinesBetween(racks, job))
    {
        std::vector<Ptr<EsaNetDevice>> towards;
        for (const RackId rack : rackOf)
        {
            towards.push_back(PortTowards(spine, rack, job));
        }
        NS_LOG_LOGIC("packets of job " << job << " take the spine at node " << spine->GetId());
        spine->GetObject<EsaSpine>()->AddJob(job, towards, PortTowards(spine, home, job));
    }
    NS_LOG_INFO("job " << job << " has members in " << racks.size() << " racks, its PS in rack "
                       << ToNumber(home));
    m_racksOfJob[job] = {racks.begin(), racks.end()};
}

EsaSwitch::JobPorts
EsaFabric::PortsOf(RackId rack, const Members& members, uint16_t job) const
{
    const auto portTo = [&](Ptr<Node> host, RackId rackOfHost) {
        return rackOfHost == rack ? LinkOf(host).AtSwitch()
                                  : PortTowards(m_rackNodes[ToNumber(rack)], rackOfHost, job);
    };
    EsaSwitch::JobPorts ports;
    ports.route = RackRoute(members.racks, rack);
    for (uint32_t worker = 0; worker < members.workers.GetN(); ++worker)
    {
        const RackId rackOfWorker = members.racks.RackOf()[worker];
        ports.hosts.push_back(portTo(members.workers.Get(worker), rackOfWorker));
        const bool isPassedOn = rackOfWorker == rack || rack == members.racks.Home();
        ports.workers.push_back(isPassedOn ? ports.hosts.back() : nullptr);
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
    const auto next = NodeBehind(port);
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
