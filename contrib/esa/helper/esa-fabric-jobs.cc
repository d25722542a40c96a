/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of EsaFabric that tells switches where the members of a job are.

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-rack-route.h"
#include "ns3/esa-summing-switches.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
struct EsaFabric::Members
{
    const NodeContainer& workers;         ///< hosts of the workers
    Ptr<Node> parameterServer;            ///< host of the PS
    JobRacks racks;                       ///< how they are spread over racks
    std::optional<uint16_t> onlyReceiver; ///< the worker that alone gets sums
    std::vector<PortsDown> down;          ///< the ports of each tree, if spines aggregate
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
    const auto between = [&](RackId from, uint32_t tree) {
        std::vector<RackId> spines;
        for (const auto& spine : WayBetween(from, home, {job, tree}))
        {
            spines.push_back(m_spineAt.at(spine->GetId()));
        }
        return spines;
    };
    return MakeJobRacks(m_levels, rackOf, home, between, kMostFanIn, m_trees);
}

uint32_t
EsaFabric::Aggregators() const
{
    const SystemRecord& system = m_switches.front()->GetSystem().Record();
    uint32_t aggregators = 0;
    for (std::size_t number = 0; number < m_switches.size(); ++number)
    {
        const uint32_t others = m_switches[number]->GetAggregators();
        if (aggregators == 0 || others == 0 || others == aggregators)
        {
            aggregators = std::max(aggregators, others);
            continue;
        }
        NS_ABORT_MSG_IF(system.onSwitch.memory != MemoryLayout::SharedPool,
                        "EsaFabric: switch " << number << " has " << others
                                             << " aggregators, another one " << aggregators
                                             << "; MemoryBytes must be the same with "
                                             << system.name);
        return kScaledIndexes;
    }
    return aggregators;
}

uint64_t
EsaFabric::MostMemoryBytes() const
{
    uint64_t most = 0;
    for (const auto& node : m_switches)
    {
        UintegerValue bytes;
        node->GetAttribute("MemoryBytes", bytes);
        most = std::max(most, bytes.Get());
    }
    return most;
}

void
EsaFabric::CheckMemory(const JobRacks& racks) const
{
    for (const RackId number : SummingSwitches(racks))
    {
        NS_ABORT_MSG_IF(m_switches[ToNumber(number)]->GetAggregators() == 0,
                        "EsaFabric: switch " << ToNumber(number)
                                             << " sums for a job, but its MemoryBytes is below "
                                                "one aggregator");
    }
}

void
EsaFabric::FreezeAttributes() const
{
    const uint32_t indexes = Aggregators();
    for (const auto& node : m_switches)
    {
        node->SetIndexes(indexes);
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
                  const JobRacks& jobRacks,
                  std::optional<uint16_t> onlyReceiver)
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
    const Members members{workers,
                          parameterServer,
                          jobRacks,
                          onlyReceiver,
                          PortsDownOf(jobRacks, job)};
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
    for (uint32_t tree = 0; tree < m_trees; ++tree)
    {
        std::vector<Ptr<EsaNetDevice>> towards;
        for (const RackId rack : members.racks.RackOf())
        {
            towards.push_back(PortTowards(spine, rack, {job, tree}));
        }
        const auto home = PortTowards(spine, members.racks.Home(), {job, tree});
        spine->GetObject<EsaSpine>()->AddJob(job, towards, home, m_trees, tree);
    }
    return std::nullopt;
}

EsaSwitch::JobPorts
EsaFabric::PortsOf(RackId rack, const Members& members, uint16_t job) const
{
    const Ptr<Node> at = m_rackNodes[ToNumber(rack)];
    EsaSwitch::JobPorts ports;
    ports.onlyReceiver = members.onlyReceiver;
    const bool isInTree =
        std::any_of(members.down.begin(), members.down.end(), [&at](const PortsDown& down) {
            return down.count(at->GetId()) > 0;
        });
    if (isInTree || RackAt(at))
    {
        ports.route = RackRoute(members.racks, rack);
    } // else only flows between workers come here
    for (uint32_t worker = 0; worker < members.workers.GetN(); ++worker)
    {
        ports.hosts.push_back(PortOf(rack, members.workers.Get(worker), job));
    }
    EsaSwitch::TreePorts first = TreePortsOf(rack, members, job);
    ports.hasTrees = m_trees > 1;
    for (uint32_t tree = 0; ports.hasTrees && tree < m_trees; ++tree)
    {
        ports.trees.push_back(TreePortsOf(rack, members, {job, tree}));
    }
    ports.workers = std::move(first.workers);
    ports.parameterServer = first.parameterServer;
    return ports;
}

Ptr<EsaNetDevice>
EsaFabric::PortOf(RackId at, Ptr<Node> host, const JobTree& job) const
{
    const RackId rack = RackOf(host);
    return rack == at ? LinkOf(host).AtSwitch() : PortTowards(m_rackNodes[ToNumber(at)], rack, job);
}

EsaSwitch::TreePorts
EsaFabric::TreePortsOf(RackId rack, const Members& members, const JobTree& job) const
{
    static const PortsDown kNone;
    const PortsDown& down = members.down.empty() ? kNone : members.down[job.tree];
    const auto below = down.find(m_rackNodes[ToNumber(rack)]->GetId());
    const bool isInTree = below != down.end();
    EsaSwitch::TreePorts ports;
    for (uint32_t worker = 0; worker < members.workers.GetN(); ++worker)
    {
        const RackId rackOfWorker = members.racks.RackOf()[worker];
        Ptr<EsaNetDevice> port;
        if (rackOfWorker == rack || (rack == members.racks.Home() && !isInTree))
        {
            port = PortOf(rack, members.workers.Get(worker), job);
        }
        else if (isInTree)
        {
            // Results go back by the way of the sums, so that they come to the same switches.
            const auto found = below->second.find(rackOfWorker);
            port = found != below->second.end() ? found->second : nullptr;
        }
        ports.workers.push_back(port);
    }
    ports.parameterServer = PortOf(rack, members.parameterServer, job);
    return ports;
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
