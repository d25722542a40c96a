// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-autos.h"
#include "esa-run-counters.h"
#include "esa-runner-choice.h"
#include "esa-scenario-attributes.h"
#include "esa-scenario-build.h"

#include "ns3/channel.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-host-demux.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-serial-line.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-task-engine.h"
#include "ns3/esa-training-process.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/global-value.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

/// Shorter rounds would cost more than they save.
constexpr double kMinDelayUs = 0.5;

// Memory of the engine's tables, in bytes.
constexpr double kMaxTableBytes = 256e6;    ///< besides what the simulator has for hosts
constexpr double kBytesPerHost = 100e3;     ///< of the simulator, see bench/growth
constexpr double kBytesPerAggregator = 100; ///< or slot
constexpr double kBytesPerTask = 64;        ///< of the latest ones of each job
constexpr double kBytesPerFragment = 8;     ///< of these

/// @return whether the task runner has the system
bool
KnowsSystem(const SystemRecord& system)
{
    const SwitchPart& atSwitch = system.onSwitch;
    const HostPart& onHost = system.onHost;
    // No window meets a mark at a link to the workers: queues there are not computed.
    return !system.SumsInHosts() && atSwitch.collide.isExactInTasks &&
           atSwitch.marking != MarkingPorts::AtWorkers && onHost.clocking->isExactInTasks &&
           onHost.repair->isExactInTasks && onHost.addressing->isExactInTasks &&
           !system.admission.fallback;
}

/// @return the lengths of the system's frames
FrameSizes
FrameSizesOf(const ValidScenario& scenario, const SystemRecord& system)
{
    return FrameSizes(SystemWith(system, scenario->systemParameters).DataFrameBytes(),
                      scenario->reminder.bytes);
}

/// @return whether links take as long as the engine's rounds and steps need it
bool
HaveLinksTime(const ValidScenario& scenario, const SystemRecord& system)
{
    const double up = scenario->link.delayUs + scenario->switchNode.processingNs / 1000;
    const double down = scenario->link.delayUs + scenario->host.processingNs / 1000;
    // Two frames of a link never arrive in the same step: what a worker does after the first one is
    // done before the second one.
    const FrameSizes sizes = FrameSizesOf(scenario, system);
    const double shortestBits =
        8 * scenario->WireBytes(
                std::min(sizes.Bytes(PacketKind::Gradient), sizes.Bytes(PacketKind::Reminder)));
    const double frameNs = shortestBits / scenario->link.rateGbps;
    return std::min(up, down) >= kMinDelayUs && frameNs * 1000 >= kStepPs;
}

/// @return fragments of a job that may be under way, at most
double
MaxAhead(const ValidScenario& scenario, const SystemRecord& system, double parts)
{
    const double most = LargestWindow(*scenario, system);
    const double slots = parts / scenario->jobs.count;
    const bool hasSlots = system.onSwitch.memory == MemoryLayout::StaticSlots;
    return hasSlots && (most == 0 || slots < most) ? slots : most;
}

/// @return whether the engine's tables are small: beside large ones, its speed would be lost
bool
AreTablesSmall(const ValidScenario& scenario, const SystemRecord& system)
{
    const double parts =
        static_cast<double>(scenario->switchNode.memoryBytes) /
        static_cast<double>(SystemWith(system, scenario->systemParameters).AggregatorBytes());
    const double jobs = scenario->jobs.count;
    const double workers = jobs * scenario->jobs.workers;
    // The rows are those of two windows, as a power of two.
    const double rows = 4 * std::max(64.0, MaxAhead(scenario, system, parts));
    return parts * kBytesPerAggregator +
               rows * (jobs * kBytesPerTask + workers * kBytesPerFragment) <=
           kMaxTableBytes + workers * kBytesPerHost;
}

/// Why the task runner cannot compute a job where it stands. Each job is under one switch, so that
/// racks do not depend on each other, and no two members share the link of a host.
/// @return the reason; empty: it can compute all jobs
std::string
ReasonOfPlaces(const ValidScenario& scenario, bool haveServers)
{
    const std::vector<JobPlacement>& jobs = scenario->placement.jobs;
    std::set<uint32_t> hosts;
    for (std::size_t number = 0; number < jobs.size(); ++number)
    {
        const JobPlacement& job = jobs[number];
        const std::string name = "placement.jobs has job " + std::to_string(number);
        if (job.workerHosts.size() < 2)
        {
            return "job " + std::to_string(number) + " has one worker, which sends nothing";
        }
        std::set<uint32_t> racks;
        std::vector<uint32_t> members = job.workerHosts;
        if (haveServers)
        {
            members.push_back(job.psHost);
        }
        for (const uint32_t host : members)
        {
            racks.insert(scenario->RackOf(host));
        }
        if (racks.size() > 1)
        {
            return name + " in several racks";
        }
        for (const uint32_t host : members)
        {
            if (!hosts.insert(host).second)
            {
                return name + " on host " + std::to_string(host) + ", which has another member";
            }
        }
        if (RacksOfJob(*scenario, job, static_cast<uint16_t>(number)).Tree().Groups() > 1)
        {
            return name + " in several groups of workers";
        }
    }
    return "";
}

/// @brief Adds what workers, PSes and links counted.
void
AddCounts(const TaskEngine& engine, RunResult& result)
{
    for (const JobModel& model : engine.Jobs())
    {
        result.resultsChecked += model.Results();
        result.resultsWrong += model.WrongResults();
        result.remindersWorker += model.Reminders();
    }
    for (const ServerModel& server : engine.Servers())
    {
        result.remindersPs += server.Counts().Reminders();
        result.ecnMarks += server.Marks();
        result.copiesDropped += server.Counts().overlaps;
    }
    result.packetHops += engine.PacketHops();
    result.events += engine.Steps();
}

/// @return the links
EngineLinks
LinksOf(const ValidScenario& scenario, const SystemRecord& system)
{
    const LineRate rate = LinkRateOf(scenario);
    const FrameSizes sizes = FrameSizesOf(scenario, system);
    EngineLinks links;
    links.framePs = rate.FrameTime(sizes.Bytes(PacketKind::Gradient)).count();
    links.reminderPs = rate.FrameTime(sizes.Bytes(PacketKind::Reminder)).count();
    links.repairKind = system.onHost.repair->requestKind;
    const Time delay = Us(scenario->link.delayUs);
    links.upDelayPs = (delay + Us(scenario->switchNode.processingNs / 1000)).GetPicoSeconds();
    links.downDelayPs = (delay + Us(scenario->host.processingNs / 1000)).GetPicoSeconds();
    if (system.onSwitch.marking == MarkingPorts::ToParameterServers)
    {
        links.serverMarkPs = QueueTime(scenario->ecn.thresholdBytes, rate.bitsPerS).count();
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

/// @return the jobs
std::vector<EngineJob>
JobsOf(const Network& network)
{
    std::vector<EngineJob> jobs;
    for (const InstalledJob& installed : network.jobs)
    {
        EngineJob& setup = jobs.emplace_back();
        setup.job = ProcessIn<TrainingProcess>(installed.apps.Get(0))->Job().get();
        const auto parameters = network.options.TransportParameters(*setup.job, 0);
        setup.window = WindowOf(setup.job->system->Record(), parameters);
        setup.repair = parameters.repair;
        for (uint32_t worker = 0; worker < setup.job->workers; ++worker)
        {
            setup.workerPorts.push_back(PortTo(installed.setup.workers.Get(worker)));
        }
        setup.server = network.options.ServerParameters(*setup.job);
        setup.serverPort = PortTo(installed.setup.parameterServer);
    }
    return jobs;
}

/// @return whether an attribute of any class has another default than the class declares
bool
HasAttributeDefault()
{
    // ns-3 reads this variable whenever it makes an object.
    const char* const variable = std::getenv("NS_ATTRIBUTE_DEFAULT");
    if (variable && *variable != '\0')
    {
        return true;
    }
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        for (std::size_t j = 0; j < type.GetAttributeN(); ++j)
        {
            const TypeId::AttributeInformation info = type.GetAttribute(j);
            if (info.initialValue != info.originalInitialValue)
            {
                return true;
            }
        }
    }
    return false;
}

/// A rack whose jobs one TaskEngine computes.
struct EngineRack
{
    uint32_t rack;           ///< number of the rack, and of its switch
    TaskEngine::Setup setup; ///< its switch, links and jobs
};

/// Describe a network for task engines: one per rack with jobs, since no job leaves its rack.
/// @param scenario a scenario for which ReasonAgainstTasks() finds no reason
/// @param network its network, which outlives what is returned
/// @return the racks with jobs, by number
std::vector<EngineRack>
EngineRacks(const ValidScenario& scenario, const SystemRecord& system, const Network& network)
{
    std::map<uint32_t, TaskEngine::Setup> setups; // by rack
    for (EngineJob& job : JobsOf(network))
    {
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

/// Whether ns-3 is as it is if no user sets anything: attributes have their own defaults, time has
/// a resolution of 1 ns, and the usual simulator runs events. A scenario's fields and the scheduler
/// of events do not count.
/// @return true if so
bool
IsNs3AsUsual()
{
    StringValue simulator;
    GlobalValue::GetValueByName("SimulatorImplementationType", simulator);
    return simulator.Get() == "ns3::DefaultSimulatorImpl" && Time::GetResolution() == Time::NS &&
           !HasAttributeDefault();
}

/// Why the task runner is not exact at the values of some fields, as it is only at some.
/// @return the reason; empty: it is exact
std::string
ReasonOfValues(const Scenario& scenario, const SystemRecord& system)
{
    // It needs ready times of partitions, equal hosts, and no index that depends on results.
    const JitterMode mode = scenario.jitter.mode;
    if (mode == JitterMode::Packet || mode == JitterMode::PacketInOrder)
    {
        return "jitter.mode is " + FieldValue(mode).dump() +
               ", and the task runner has no delays of single packets";
    }
    if (scenario.host.processingNs != scenario.host.psProcessingNs)
    {
        return "host.ps_processing_ns is not host.processing_ns, and all hosts of the task runner "
               "are alike";
    }
    const IndexRule chosen = IndexRuleOf(scenario);
    if ((chosen == IndexRule::Auto ? system.onHost.index : chosen) == IndexRule::WindowSlot)
    {
        return "switch.aggregator_index is window_slot, which depends on results";
    }
    if (system.onSwitch.memory != MemoryLayout::StaticSlots && LargestWindow(scenario, system) == 0)
    {
        return "window.max_packets is 0, and the task runner keeps the tasks of a window";
    }
    if (scenario.recovery.enabled)
    {
        return "recovery.enabled is true, and the task runner has no timers of single packets";
    }
    return "";
}

} // namespace

std::string
ReasonAgainstTasks(const ValidScenario& scenario,
                   const std::string& system,
                   const RunControl& control)
{
    const SystemRecord& record = *FindSystem(system);
    if (!control.captures.IsEmpty() || !control.recording.IsEmpty())
    {
        return "captures and recordings show single packets";
    }
    if (control.built || !control.gradients.empty())
    {
        return "a program looks at the network, or has gradients of its own";
    }
    for (const std::string& reason :
         {ReasonOfFields(*scenario, KnownTo::Tasks, "the task runner allows only"),
          ReasonOfValues(*scenario, record)})
    {
        if (!reason.empty())
        {
            return reason;
        }
    }
    if (!record.SumsInHosts() && record.onHost.priority.isMeasured)
    {
        return "systems has " + system + ", whose priority is measured";
    }
    if (record.onSwitch.choice.candidates)
    {
        return "systems has " + system + ", which has a choice of aggregators";
    }
    if (!KnowsSystem(record))
    {
        return "systems has " + system + ", which the task runner does not compute";
    }
    if (!HaveLinksTime(scenario, record))
    {
        return "link.delay_us or a frame is shorter than the steps of the task runner";
    }
    if (!AreTablesSmall(scenario, record))
    {
        return "switch.memory_bytes needs larger tables than the task runner has";
    }
    if (std::string reason = ReasonOfPlaces(scenario, record.onHost.hasSummingServer);
        !reason.empty())
    {
        return reason;
    }
    return IsNs3AsUsual() ? "" : "an attribute or a global value of ns-3 was set";
}

std::optional<RunResult>
RunByEngine(const ValidScenario& scenario,
            const std::string& system,
            uint32_t seed,
            const RunControl& control)
{
    const SimulationGuard guard;
    const Network network = BuildNetwork(scenario, system, seed, control.gradients);
    const std::vector<EngineRack> racks = EngineRacks(scenario, *FindSystem(system), network);
    uint64_t before = 0; // results of the racks before
    const auto goesOn = [&](uint64_t results) {
        if (control.progress)
        {
            control.progress(static_cast<double>(before + results) /
                             static_cast<double>(network.expectedResults));
        }
        return !control.interrupted || *control.interrupted == 0;
    };
    const auto began = std::chrono::steady_clock::now();
    std::vector<SwitchUse> switches = SwitchesOf(network);
    RunResult result = DescribeRun(scenario, system, seed, network);
    for (const EngineRack& rack : racks)
    {
        TaskEngine engine(rack.setup, [&network](const IterationRecord& record) {
            network.statistics->OnIteration(record);
        });
        if (!engine.Run(goesOn))
        {
            return std::nullopt;
        }
        AddCounts(engine, result);
        before = result.resultsChecked;
        if (!engine.IsQuiet())
        {
            throw NotExact("a rack goes on after its last job");
        }
        switches.at(rack.rack) =
            UseOf(engine.Pipeline(), rack.setup.aggregators, Picoseconds(engine.End() * kStepPs));
    }
    RefuseWrongSums(result);
    AddJobs(network, result);
    result.autos = AutosOf(scenario, network, "tasks");
    AddSwitches(switches, *network.statistics, result);
    result.wallS = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    AddNotes(scenario, result);
    return result;
}

} // namespace ns3::esa
