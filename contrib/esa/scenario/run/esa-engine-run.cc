/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-engine-run.h"

#include "esa-run-counters.h"
#include "esa-scenario-attribute-values.h"
#include "esa-scenario-build.h"
#include "esa-scenario-time.h"

#include "ns3/boolean.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-task-engine.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/esa-worker-app.h"
#include "ns3/uinteger.h"

#include <chrono>
#include <set>

namespace ns3::esa
{
namespace
{

/// The simulator's wheel wakes links that are due sooner than this; others wait for an event.
constexpr double kWheelUs = 8;

/// Shorter rounds would cost more than they save.
constexpr double kLeastDelayUs = 0.5;

/// @return whether the engine knows the system
bool
KnowsSystem(const SystemRecord& system)
{
    const SwitchPart& atSwitch = system.onSwitch;
    const HostPart& onHost = system.onHost;
    const bool isFree = atSwitch.memory == MemoryLayout::StaticSlots ||
                        atSwitch.collide == PreemptByPriority ||
                        atSwitch.collide == AlwaysPreempt || atSwitch.collide == AlwaysPassThrough;
    return onHost.sum == SumPlace::Switch && atSwitch.memory != MemoryLayout::StaticShare &&
           isFree && !system.admission.fallback && onHost.window == WindowRule::Halving;
}

/// @return whether the scenario is one switch with links that are alike, and nothing goes wrong
bool
IsPlainStar(const ValidScenario& scenario)
{
    const double up = scenario->link.delayUs + scenario->switchNode.processingNs / 1000;
    const double down = scenario->link.delayUs + scenario->host.processingNs / 1000;
    const double frameUs = 2000 * 8e-3 / scenario->link.rateGbps;
    return !scenario->routes && scenario->topology.racks == 1 && scenario->topology.psHosts == 0 &&
           scenario->link.queueBytes == 0 && !scenario->link.pfc.enabled &&
           !scenario->recovery.enabled && scenario->faults.links.empty() &&
           scenario->faults.workerPauses.empty() && scenario->faults.psRestarts.empty() &&
           scenario->background.load == 0 && std::min(up, down) >= kLeastDelayUs &&
           std::max(up, down) + frameUs < kWheelUs;
}

/// @return whether the jobs are those of a training job's plain all-reduce
bool
ArePlainJobs(const ValidScenario& scenario)
{
    return scenario->payload == PayloadMode::Digest && scenario->execution.loaded.empty() &&
           scenario->trace.jobs.empty() && scenario->jobs.rings == 0 &&
           scenario->jobs.collective == CollectiveKind::AllReduce && scenario->host.gpus == 1;
}

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
    links.areOrdersAsked = system.HasSummingServer();
    links.repairKind = system.onHost.repair == RepairRule::ResendThroughSwitch
                           ? PacketKind::Resend
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
            job.workers > kMostFanIn || job.racks.Tree())
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
    }
    for (const auto& app : network.parameterServers)
    {
        EngineJob& job = jobs.at(app->ServerParameters().job);
        if (!hosts.insert(app->GetNode()->GetId()).second)
        {
            return {};
        }
        job.server = app->ServerParameters();
        job.serverCheckInterval = TimeOf(app, "CheckInterval");
    }
    return jobs;
}

/// @return whether no queue between workers and switch can become long enough for a mark
bool
IsNeverMarked(const ValidScenario& scenario, const SystemRecord& system, const EngineJob& job)
{
    const bool hasSlots = system.onHost.clocking == ClockingRule::Slots;
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

/// @brief Adds what workers, PSes and links counted.
void
AddCounts(const TaskEngine& engine, RunResult& result)
{
    for (const JobLane& lane : engine.Jobs())
    {
        result.resultsChecked += lane.Results();
        result.resultsWrong += lane.WrongResults();
        result.remindersWorker += lane.Reminders();
    }
    for (const ServerLane& server : engine.Servers())
    {
        result.remindersPs += server.Counts().Reminders();
        result.ecnMarks += server.Marks();
        result.copiesDropped += server.Counts().overlaps;
    }
    result.packetHops = engine.PacketHops();
    result.events = engine.Steps();
}

} // namespace

bool
MayUseEngine(const ValidScenario& scenario, const std::string& system, const RunControl& control)
{
    return scenario->engine == EngineChoice::Auto && control.captures.IsEmpty() &&
           control.recording.IsEmpty() && !control.built && control.gradients.empty() &&
           KnowsSystem(*FindSystem(system)) && IsPlainStar(scenario) && ArePlainJobs(scenario);
}

EngineRun
RunByEngine(const ValidScenario& scenario,
            const std::string& system,
            uint32_t seed,
            const RunControl& control)
{
    const SimulationGuard guard;
    const Network network = BuildNetwork(scenario, system, seed, control.gradients);
    const SystemRecord& record = *FindSystem(system);
    TaskEngine::Setup setup;
    setup.links = LinksOf(scenario, record);
    setup.jobs = JobsOf(network);
    setup.system = &network.helper.GetSwitches().front()->GetSystem();
    setup.aggregators = network.helper.GetSwitches().front()->GetAggregators();
    setup.hasServers = record.HasSummingServer();
    for (const EngineJob& job : setup.jobs)
    {
        if (!IsNeverMarked(scenario, record, job))
        {
            return {};
        }
    }
    if (setup.jobs.empty())
    {
        return {};
    }
    const auto goesOn = [&](uint64_t results) {
        if (control.progress)
        {
            control.progress(static_cast<double>(results) /
                             static_cast<double>(network.expectedResults));
        }
        return !control.interrupted || *control.interrupted == 0;
    };
    try
    {
        const auto began = std::chrono::steady_clock::now();
        TaskEngine engine(setup, [&network](const IterationRecord& record) {
            network.statistics->OnIteration(record);
        });
        if (!engine.Run(goesOn))
        {
            return {true, {}, {}};
        }
        RunResult result = DescribeRun(scenario, system, seed, network);
        AddCounts(engine, result);
        RefuseWrongSums(result);
        AddJobs(network, scenario->link.rateGbps, result);
        const SwitchPipeline& pipeline = engine.Pipeline();
        AddPipelines({{&pipeline, setup.aggregators}}, *network.statistics, result);
        result.wallS =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        return {true, std::move(result), {}};
    }
    catch (const NotExact& reason)
    {
        return {false, {}, reason.what()};
    }
}

} // namespace ns3::esa
