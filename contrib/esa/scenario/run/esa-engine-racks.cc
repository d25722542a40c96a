/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-engine-racks.h"

#include "esa-scenario-attribute-values.h"
#include "esa-scenario-time.h"

#include "ns3/channel.h"
#include "ns3/esa-host-demux.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/esa-worker-app.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return a span of a link in picoseconds @param us in us
int64_t
Ps(const Time& time)
{
    return time.GetPicoSeconds();
}

/// @return an attribute that is a time
Picoseconds
TimeOf(const Ptr<Object>& object, const char* name)
{
    TimeValue value;
    object->GetAttribute(name, value);
    return Picoseconds(Ps(value.Get()));
}

/// @return time to send a frame, as EsaNetDevice computes it
int64_t
FramePs(uint64_t bytes, uint64_t bitsPerS)
{
    return static_cast<int64_t>((bytes * uint64_t{8000000000000} + bitsPerS / 2) / bitsPerS);
}

/// @return the links
EngineLinks
LinksOf(const ValidScenario& scenario, const SystemRecord& system)
{
    const uint64_t rate = Gbps(scenario->link.rateGbps).GetBitRate();
    const FrameSizes sizes(system.onHost.frame, scenario->reminder.bytes);
    EngineLinks links;
    links.framePs = FramePs(sizes.Bytes(PacketKind::Gradient), rate);
    links.reminderPs = FramePs(sizes.Bytes(PacketKind::Reminder), rate);
    links.repairKind = system.onHost.repair == &ResendThroughSwitch ? PacketKind::Resend
                                                                    : PacketKind::WorkerReminder;
    const Time delay = Us(scenario->link.delayUs);
    links.upDelayPs = Ps(delay + Us(scenario->switchNode.processingNs / 1000));
    links.downDelayPs = Ps(delay + Us(scenario->host.processingNs / 1000));
    if (system.onSwitch.marking == MarkingPorts::ToParameterServers)
    {
        links.serverMarkPs = static_cast<int64_t>(
            static_cast<double>(scenario->ecn.thresholdBytes) * 8e12 / static_cast<double>(rate));
    }
    return links;
}

/// @return number of the switch's port towards a host
uint32_t
PortTo(const Ptr<Node>& host)
{
    const Ptr<NetDevice> device = host->GetObject<EsaHostDemux>()->GetDevice();
    const Ptr<Channel> link = device->GetChannel();
    return link->GetDevice(link->GetDevice(0) == device ? 1 : 0)->GetIfIndex();
}

/// @return the jobs, and nothing if the engine cannot compute them
std::vector<EngineJob>
JobsOf(const Network& network)
{
    std::vector<EngineJob> jobs;
    std::set<uint32_t> hosts;
    for (const auto& app : network.workers)
    {
        const auto worker = DynamicCast<EsaWorkerApp>(app);
        const TrainingJob& job = *app->Job();
        if (!worker || !hosts.insert(app->GetNode()->GetId()).second || job.workers < 2 ||
            job.racks.Tree().Groups() > 1)
        {
            return {};
        }
        if (app->Worker() == 0)
        {
            const auto parameters = worker->TransportParameters(job, 0);
            EngineJob setup;
            setup.job = &job;
            setup.window = WindowOf(*job.system, parameters);
            setup.repair = parameters.repair;
            jobs.push_back(std::move(setup));
        }
        jobs.back().workerPorts.push_back(PortTo(app->GetNode()));
    }
    for (const auto& app : network.parameterServers)
    {
        EngineJob& job = jobs.at(app->ServerParameters().job);
        if (!hosts.insert(app->GetNode()->GetId()).second)
        {
            return {};
        }
        job.server = app->ServerParameters();
        job.serverPort = PortTo(app->GetNode());
        job.serverCheckInterval = TimeOf(app, "CheckInterval");
    }
    return jobs;
}

/// @return whether no queue between workers and switch can become long enough for a mark
bool
IsNeverMarked(const ValidScenario& scenario, const SystemRecord& system, const EngineJob& job)
{
    const bool hasSlots = system.onSwitch.memory == MemoryLayout::StaticSlots;
    const uint64_t most = hasSlots ? job.job->slots.slots : job.window.maxPackets;
    if (most == 0)
    {
        return false;
    }
    // Each fragment of a window may be followed by a packet that asks for its result.
    const uint64_t bytes = 2 * most * DataFrameBytes(system.onHost.frame);
    const uint64_t threshold = scenario->ecn.thresholdBytes;
    return system.onSwitch.marking != MarkingPorts::AtWorkers || threshold == 0 ||
           bytes < threshold;
}

} // namespace

std::vector<EngineRack>
EngineRacks(const ValidScenario& scenario, const SystemRecord& system, const Network& network)
{
    std::map<uint32_t, TaskEngine::Setup> setups; // by rack
    for (EngineJob& job : JobsOf(network))
    {
        if (!IsNeverMarked(scenario, system, job))
        {
            return {};
        }
        const JobPlacement& place = scenario->placement.jobs.at(job.job->job);
        setups[scenario->RackOf(place.workerHosts.front())].jobs.push_back(std::move(job));
    }
    const EngineLinks links = LinksOf(scenario, system);
    std::vector<EngineRack> racks;
    for (auto& [rack, setup] : setups)
    {
        const EsaSwitch& node = *network.helper.GetSwitches().at(rack);
        setup.links = links;
        setup.system = &node.GetSystem();
        setup.aggregators = node.GetAggregators();
        setup.hasServers = system.onHost.hasSummingServer;
        racks.push_back({rack, std::move(setup)});
    }
    return racks;
}

} // namespace ns3::esa
