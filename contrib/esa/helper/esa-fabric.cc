// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-fabric.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/data-rate.h"
#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-host-demux.h"
#include "ns3/esa-run-salt.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-topology-graph.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Indexes that a switch accepts which only forwards; a switch with two versions of each slot
/// doubles the number.
constexpr uint32_t kAnyIndex = UINT32_MAX / 2;

/// Longer than any packet is under way.
const Time kUnderWay = Seconds(1);

/// @return the paths through a topology; aborts if it has faults
std::shared_ptr<const TopologyRoutes>
MakeRoutes(TopologyGraph topology)
{
    const auto faults = FindTopologyFaults(topology);
    NS_ABORT_MSG_IF(!faults.empty(), "EsaFabric: " << faults.front().text);
    return std::make_shared<const TopologyRoutes>(std::move(topology));
}

/// @brief Gives a link its values in the topology. @param queueTime FabricFactories::queueTime
void
SetTraits(const EsaLink& link, const LinkTraits& traits, Picoseconds queueTime)
{
    for (const auto& end : link.Ends())
    {
        if (traits.rateGbps)
        {
            const auto bitsPerS = static_cast<uint64_t>(std::llround(*traits.rateGbps * 1e9));
            end->SetAttribute("DataRate", DataRateValue(DataRate(bitsPerS)));
        }
        const bool isAtHost = link.GetKind() == EsaLink::Kind::Host && end == link.Lower();
        const bool hasTime = queueTime.count() > 0;
        if (!isAtHost && (traits.queueBytes || hasTime))
        {
            const auto bitsPerS = static_cast<double>(end->Rate().bitsPerS);
            const uint64_t bytes =
                traits.queueBytes ? uint64_t{*traits.queueBytes} : BytesWithin(queueTime, bitsPerS);
            end->SetAttribute("QueueBytes", UintegerValue(bytes));
        }
    }
    if (traits.delayUs)
    {
        const auto stepsPerUs = static_cast<double>(MicroSeconds(1000).GetTimeStep()) / 1000;
        const Time delay = TimeStep(std::llround(*traits.delayUs * stepsPerUs));
        link.Lower()->GetChannel()->SetAttribute("Delay", TimeValue(delay));
    }
}

} // namespace

LogComponent EsaFabric::g_log("EsaFabric", __FILE__);

EsaFabric::EsaFabric(TopologyGraph topology,
                     const NodeContainer& hosts,
                     const NodeContainer& switches)
    : EsaFabric(MakeRoutes(std::move(topology)), hosts, switches)
{
}

EsaFabric::EsaFabric(std::shared_ptr<const TopologyRoutes> routes,
                     const NodeContainer& hosts,
                     const NodeContainer& switches)
    : m_routes(std::move(routes)),
      m_hosts(hosts),
      m_switchNodes(switches),
      m_wiring(std::make_shared<FabricWiring>(
          FabricWiring{m_routes, {}, {}, FlowPaths::Job, SaltOfRun(0)}))
{
    const std::size_t nodes = m_routes->Switches().size();
    NS_ABORT_MSG_IF(hosts.GetN() != m_routes->Hosts().size(),
                    "EsaFabric: " << hosts.GetN() << " hosts, but the topology has "
                                  << m_routes->Hosts().size());
    NS_ABORT_MSG_IF(switches.GetN() != 0 && switches.GetN() != nodes,
                    "EsaFabric: nodes for " << switches.GetN() << " switches, but the topology has "
                                            << nodes);
}

void
EsaFabric::SetAggregation(AggregationRule rule)
{
    NS_ABORT_MSG_IF(!m_links.empty(),
                    "EsaFabric: what aggregates is to be set before the network is installed");
    NS_ABORT_MSG_IF(rule.trees == 0 || rule.trees > kMaxTrees,
                    "EsaFabric: a job has 1 to " << kMaxTrees << " trees, not " << rule.trees);
    m_rule = std::move(rule);
}

double
EsaFabric::SlowestBetween(const std::vector<WorkerPlace>& workers, uint16_t job) const
{
    double slowest = std::numeric_limits<double>::infinity();
    for (const WorkerPlace& worker : workers)
    {
        const SwitchId from = workers.front().server;
        for (const std::size_t link : m_routes->LinksBetween(from, worker.server, PathChoice(job)))
        {
            slowest = std::min(slowest, 1e9 * *m_routes->Graph().links[link].traits.rateGbps);
        }
    }
    return slowest;
}

void
EsaFabric::SetFlowPaths(FlowPaths paths)
{
    NS_ABORT_MSG_IF(paths == FlowPaths::Auto, "EsaFabric: paths that are chosen are needed");
    m_wiring->flowPaths = paths;
}

void
EsaFabric::Install(const FabricFactories& make)
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!m_links.empty(), "EsaFabric: installed already");
    MakeSwitches(make);
    const std::vector<TopologyLink>& links = m_routes->Graph().links;
    std::vector<std::optional<EsaLink>> made(links.size());
    for (std::size_t host = 0; host < m_routes->Hosts().size(); ++host)
    {
        const auto node = m_hosts.Get(static_cast<uint32_t>(host));
        NS_ABORT_MSG_IF(!m_numberOf.emplace(node->GetId(), host).second,
                        "EsaFabric: node " << node->GetId() << " has a link already");
        const EsaLink link = MakeLink(make, m_routes->LinkOf(host));
        made[m_routes->LinkOf(host)] = link;
        auto end = CreateObject<EsaHostDemux>();
        end->SetDevice(link.AtHost());
        node->AggregateObject(end);
    }
    for (std::size_t link = 0; link < links.size(); ++link)
    {
        if (!made[link])
        {
            made[link] = MakeLink(make, link);
        }
        m_wiring->links.push_back(*made[link]);
    }
    NS_LOG_INFO(m_routes->Racks().size()
                << " racks, " << m_hosts.GetN() << " hosts, " << m_links.size() << " links");
    if (m_routes->Switches().size() > 1) // one alone learns where hosts are
    {
        FillForwardingTables();
    }
}

void
EsaFabric::MakeSwitches(const FabricFactories& make)
{
    if (m_switchNodes.GetN() == 0)
    {
        m_switchNodes.Create(static_cast<uint32_t>(m_routes->Switches().size()));
    }
    for (uint32_t number = 0; number < m_switchNodes.GetN(); ++number)
    {
        const auto node = m_switchNodes.Get(number);
        NS_ABORT_MSG_IF(node->GetObject<EsaSwitch>(),
                        "EsaFabric: node " << node->GetId() << " is a switch already");
        const auto made = make.node.Create<EsaSwitch>();
        node->AggregateObject(made);
        if (number < m_routes->Racks().size() || m_rule.DoSpinesSum())
        {
            m_switches.push_back(made);
            continue;
        }
        made->SetAttribute("MemoryBytes", UintegerValue(0)); // it only forwards
        made->SetIndexes(kAnyIndex);
    }
}

EsaLink
EsaFabric::MakeLink(const FabricFactories& make, std::size_t link)
{
    const std::size_t upper = m_routes->UpperEnd(link);
    const std::size_t lower = m_routes->OtherEnd(link, upper);
    const bool isOfHost = m_routes->Graph().nodes[lower].role == NodeRole::Host;
    const auto lowerNumber = static_cast<uint32_t>(ToNumber(m_routes->NumberOf(lower)));
    const auto lowerNode = (isOfHost ? m_hosts : m_switchNodes).Get(lowerNumber);
    const auto upperNode = m_switchNodes.Get(ToNumber(m_routes->NumberOf(upper)));
    const ObjectFactory& device = isOfHost ? make.device : make.uplinkDevice;
    const ObjectFactory& channel = isOfHost ? make.channel : make.uplinkChannel;
    const EsaLink made(isOfHost ? EsaLink::Kind::Host : EsaLink::Kind::Uplink,
                       device.Create<EsaNetDevice>(),
                       device.Create<EsaNetDevice>());
    made.Lower()->SetAddress(Mac48Address::Allocate());
    made.Upper()->SetAddress(Mac48Address::Allocate());
    if (isOfHost)
    {
        // A host keeps what its link cannot take yet in its own memory. It does not send packets
        // only to drop them.
        made.Lower()->SetAttribute("QueueBytes", UintegerValue(0));
        // Some queue discs of ns-3 take their quantum from the device that they find here.
        made.Lower()->AggregateObject(CreateObject<NetDeviceQueueInterface>());
    }
    lowerNode->AddDevice(made.Lower());
    upperNode->AddDevice(made.Upper());
    channel.Create<EsaChannel>()->Connect(made.Lower(), made.Upper());
    if (!isOfHost)
    {
        lowerNode->GetObject<EsaSwitch>()->AddPort(made.Lower());
    }
    upperNode->GetObject<EsaSwitch>()->AddPort(made.Upper());
    SetTraits(made, m_routes->Graph().links[link].traits, make.queueTime);
    m_links.push_back(made);
    NS_LOG_LOGIC("a link from node " << lowerNode->GetId() << " up to node " << upperNode->GetId());
    return made;
}

void
EsaFabric::FillForwardingTables() const
{
    for (std::size_t host = 0; host < m_hosts.GetN(); ++host)
    {
        const auto address = m_links[host].AtHost()->GetAddress();
        m_wiring->hostAt[Mac48Address::ConvertFrom(address)] = host;
    }
    std::vector<std::vector<Ptr<EsaNetDevice>>> treeOf(m_routes->Graph().nodes.size());
    const std::vector<bool> isInTree = m_routes->SpanningTree();
    for (std::size_t link = 0; link < isInTree.size(); ++link)
    {
        if (isInTree[link])
        {
            const std::size_t upper = m_routes->UpperEnd(link);
            treeOf[upper].push_back(m_wiring->links[link].Upper());
            treeOf[m_routes->OtherEnd(link, upper)].push_back(m_wiring->links[link].Lower());
        }
    }
    for (const std::size_t node : m_routes->Switches())
    {
        SwitchAt(m_routes->NumberOf(node))
            ->Frames()
            .SetRoute([wiring = std::shared_ptr<const FabricWiring>(m_wiring),
                       node](Mac48Address from,
                             Mac48Address to) { return wiring->PortFor(node, from, to); },
                      treeOf[node]);
    }
}

std::size_t
EsaFabric::NumberOf(Ptr<Node> host) const
{
    const auto found = m_numberOf.find(host->GetId());
    NS_ABORT_MSG_IF(found == m_numberOf.end(),
                    "EsaFabric: node " << host->GetId() << " is not a host of the network");
    return found->second;
}

Picoseconds
EsaFabric::LongestDelay(const NodeContainer& hosts, uint16_t job) const
{
    // The two longest links of hosts in each rack, as far as there are two.
    struct Delays
    {
        Picoseconds up{0};   // of the longest one
        Picoseconds down{0}; // the same
        uint32_t hosts{0};
    };

    std::map<SwitchId, Delays> racks;
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        const EsaLink& link = LinkOf(*host);
        Delays& rack = racks[RackOf(*host)];
        rack.up = std::max(rack.up, link.AtHost()->GetLineDelay());
        rack.down = std::max(rack.down, link.AtSwitch()->GetLineDelay());
        ++rack.hosts;
    }
    Picoseconds longest(0);
    for (const auto& [from, sending] : racks)
    {
        longest = std::max(longest, sending.up);
        for (const auto& [to, receiving] : racks)
        {
            if (from == to && sending.hosts < 2)
            {
                continue;
            }
            Picoseconds delay = sending.up + receiving.down;
            std::size_t at = m_routes->Racks()[ToNumber(from)];
            for (const std::size_t link : m_routes->LinksBetween(from, to, PathChoice(job)))
            {
                delay += m_wiring->PortAt(link, at)->GetLineDelay();
                at = m_routes->OtherEnd(link, at);
            }
            longest = std::max(longest, delay);
        }
    }
    const SimClock clock;
    return clock.FromTime(TimeStep(clock.ToSteps(longest) + 1)); // to be sent takes time, too
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

JobMembers
EsaFabric::MembersOf(uint16_t job, const NodeContainer& workers, Ptr<Node> parameterServer) const
{
    JobMembers members{job, {}, NumberOf(parameterServer), {}};
    std::vector<SwitchId> rackOf;
    for (auto worker = workers.Begin(); worker != workers.End(); ++worker)
    {
        members.workers.push_back(NumberOf(*worker));
        rackOf.push_back(RackOf(*worker));
    }
    const SwitchId home = RackOf(parameterServer);
    const std::set<SwitchId> racks(rackOf.begin(), rackOf.end());
    for (const SwitchTree& tree : m_rule.TreesOf(*m_routes, job, racks, home))
    {
        const auto faults = FindTreeFaults(tree, *m_routes, racks, home);
        NS_ABORT_MSG_IF(!faults.empty(),
                        "EsaFabric: in a tree of job " << job << ", " << faults.front());
    }
    members.aggregation = m_rule.PlanOf(*m_routes, job, rackOf, home);
    return members;
}

void
EsaFabric::AddServers(JobMembers& members, const NodeContainer& hosts) const
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        members.extraServers.push_back(NumberOf(*host));
    }
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
EsaFabric::MaxMemoryBytes() const
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
EsaFabric::CheckMemory(const AggregationPlan& racks) const
{
    for (const SwitchId number : SummingSwitches(racks))
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
    for (const auto& summing : m_switches)
    {
        summing->SetIndexes(indexes);
    }
    for (uint32_t number = 0; number < m_switchNodes.GetN(); ++number)
    {
        SwitchAt(SwitchId{number})->FreezeAttributes();
    }
    for (const EsaLink& link : m_links)
    {
        link.Lower()->FreezeAttributes();
        link.Upper()->FreezeAttributes();
        DynamicCast<EsaChannel>(link.Lower()->GetChannel())->FreezeAttributes();
    }
}

void
EsaFabric::AddJob(const JobMembers& members)
{
    NS_LOG_FUNCTION(this << members.job);
    if (m_jobs.empty())
    {
        FreezeAttributes();
    }
    const auto [added, isNew] = m_jobs.try_emplace(members.job, Job{members, {}});
    NS_ABORT_MSG_UNLESS(isNew,
                        "EsaFabric: job number "
                            << members.job << " is used twice; all jobs are installed by "
                            << "one call of InstallJobs(), or have numbers of their own");
    ForgetLeft([&members](const Left& left) { return left.job == members.job; });
    SetPaths(added->second);
    NS_LOG_INFO("job " << members.job << " uses " << added->second.switches.size()
                       << " switches, its PS is in rack "
                       << ToNumber(members.aggregation.PsRack()));
}

void
EsaFabric::SetPaths(Job& job)
{
    const JobPaths paths(*m_wiring, job.members, m_rule);
    for (const SwitchId number : paths.Switches())
    {
        NS_LOG_LOGIC("job " << job.members.job << " uses the switch " << ToNumber(number));
        SwitchAt(number)->AddJob(job.members.job, paths.At(number));
    }
    job.switches.insert(paths.Switches().begin(), paths.Switches().end());
}

void
EsaFabric::Reroute(const std::vector<std::size_t>& lost)
{
    NS_LOG_FUNCTION(this << lost.size());
    m_wiring->routes =
        lost.empty() ? m_routes : std::make_shared<const TopologyRoutes>(m_routes->Without(lost));
    for (auto& [number, job] : m_jobs)
    {
        SetPaths(job);
    }
}

const EsaLink&
EsaFabric::LinkAt(std::size_t link) const
{
    return m_wiring->links.at(link);
}

void
EsaFabric::CloseJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    const auto found = m_jobs.find(job);
    NS_ABORT_MSG_IF(found == m_jobs.end(), "EsaFabric: there is no job " << job);
    const SwitchId firstForwarder{static_cast<uint32_t>(m_switches.size())};
    Left left{Simulator::Now(), job, {}};
    for (const SwitchId number : found->second.switches)
    {
        if (number < firstForwarder)
        {
            SwitchAt(number)->CloseJob(job);
            continue;
        }
        left.forwarders.push_back(number);
    }
    m_jobs.erase(found);
    ForgetLeft([](const Left& one) { return Simulator::Now() - one.at > kUnderWay; });
    m_left.push_back(std::move(left)); // until another job leaves, or gets its number
}

void
EsaFabric::ForgetLeft(const std::function<bool(const Left& left)>& isOver)
{
    const auto over = std::stable_partition(m_left.begin(), m_left.end(), [&](const Left& left) {
        return !isOver(left);
    });
    for (auto left = over; left != m_left.end(); ++left)
    {
        for (const SwitchId number : left->forwarders)
        {
            SwitchAt(number)->CloseJob(left->job);
        }
    }
    m_left.erase(over, m_left.end());
}

} // namespace ns3::esa
