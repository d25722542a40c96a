/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-engine-run.h"

#include "esa-engine-fields.h"
#include "esa-engine-racks.h"
#include "esa-ns3-settings.h"
#include "esa-run-counters.h"
#include "esa-scenario-build.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-task-engine.h"
#include "ns3/esa-transport-parts.h"

#include <algorithm>
#include <chrono>
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

/// @return whether the engine knows the system
bool
KnowsSystem(const SystemRecord& system)
{
    const SwitchPart& atSwitch = system.onSwitch;
    const HostPart& onHost = system.onHost;
    const bool isFree = atSwitch.memory == MemoryLayout::StaticSlots ||
                        atSwitch.collide == PreemptByPriority ||
                        atSwitch.collide == AlwaysPreempt || atSwitch.collide == AlwaysPassThrough;
    const bool hasKnownParts =
        (onHost.clocking == &HalvingWindowClock || onHost.clocking == &SlotClock) &&
        (onHost.addressing == &AddressInPool || onHost.addressing == &AddressInSlots) &&
        (onHost.repair == &RemindServer || onHost.repair == &ResendThroughSwitch ||
         onHost.repair == &RetransmitToSwitch);
    return !system.SumsInHosts() && hasKnownParts && isFree && !system.admission.fallback;
}

/// @return whether links take as long as the engine's rounds and steps need it
bool
HaveLinksTime(const ValidScenario& scenario, const SystemRecord& system)
{
    const double up = scenario->link.delayUs + scenario->switchNode.processingNs / 1000;
    const double down = scenario->link.delayUs + scenario->host.processingNs / 1000;
    // Two frames of a link never arrive in the same step: what a worker does after the first one is
    // done before the second one.
    const FrameSizes sizes(system.onHost.frame, scenario->reminder.bytes);
    const double shortestBits =
        8.0 * std::min(sizes.Bytes(PacketKind::Gradient), sizes.Bytes(PacketKind::Reminder));
    const double frameNs = shortestBits / scenario->link.rateGbps;
    return std::min(up, down) >= kMinDelayUs && frameNs * 1000 >= kStepPs;
}

/// @return fragments of a job that may be under way, at most
double
MaxAhead(const ValidScenario& scenario, const SystemRecord& system, double parts)
{
    if (system.onSwitch.memory != MemoryLayout::StaticSlots)
    {
        return scenario->window.maxPackets;
    }
    const double slots = parts / scenario->jobs.count;
    const SystemParameter* const cap = system.onHost.windowCap;
    const double most = cap ? scenario->systemParameters.at(cap->field) : 0;
    return most > 0 ? std::min(slots, most) : slots;
}

/// @return whether the engine's tables are small: beside large ones, its speed would be lost
bool
AreTablesSmall(const ValidScenario& scenario, const SystemRecord& system)
{
    const double parts = static_cast<double>(scenario->switchNode.memoryBytes) /
                         scenario->systemParameters.at(system.onSwitch.aggregatorBytes->field);
    const double jobs = scenario->jobs.count;
    const double workers = jobs * scenario->jobs.workers;
    // The rows are those of two windows, as a power of two.
    const double rows = 4 * std::max(64.0, MaxAhead(scenario, system, parts));
    return parts * kBytesPerAggregator +
               rows * (jobs * kBytesPerTask + workers * kBytesPerFragment) <=
           kMaxTableBytes + workers * kBytesPerHost;
}

/// @return whether each job stands under one switch, so that racks do not know of each other
bool
AreJobsInRacks(const ValidScenario& scenario, bool haveServers)
{
    const auto& jobs = scenario->placement.jobs;
    return scenario->topology.racks == 1 ||
           std::all_of(jobs.begin(), jobs.end(), [&](const JobPlacement& job) {
               const uint32_t rack = scenario->RackOf(job.workerHosts.front());
               return std::all_of(job.workerHosts.begin(),
                                  job.workerHosts.end(),
                                  [&](uint32_t host) { return scenario->RackOf(host) == rack; }) &&
                      (!haveServers || scenario->RackOf(job.psHost) == rack);
           });
}

/// @brief Adds what workers, PSes and links counted.
void
AddCounts(const TaskEngine& engine, RunResult& result)
{
    for (const JobModel& lane : engine.Jobs())
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
    result.packetHops += engine.PacketHops();
    result.events += engine.Steps();
}

/// How the jobs of a rack have ended.
struct RackEnd
{
    int64_t step; ///< when the last one has
    bool isQuiet; ///< whether nothing can happen any more
};

/// @brief Checks that nothing happens in a rack after its last job, as long as others go on.
/// @throws NotExact if something may
void
CheckEnds(const std::vector<RackEnd>& ends)
{
    int64_t last = 0;
    for (const RackEnd& end : ends)
    {
        last = std::max(last, end.step);
    }
    for (const RackEnd& end : ends)
    {
        if (end.step < last && !end.isQuiet)
        {
            throw NotExact("a rack goes on after its last job");
        }
    }
}

} // namespace

bool
MayUseEngine(const ValidScenario& scenario, const std::string& system, const RunControl& control)
{
    const SystemRecord& record = *FindSystem(system);
    return control.captures.IsEmpty() && control.recording.IsEmpty() && !control.built &&
           control.gradients.empty() && FieldBeyondEngine(*scenario).empty() &&
           KnowsSystem(record) && HaveLinksTime(scenario, record) &&
           AreTablesSmall(scenario, record) &&
           AreJobsInRacks(scenario, record.onHost.hasSummingServer) && IsNs3AsUsual();
}

EngineRun
RunByEngine(const ValidScenario& scenario,
            const std::string& system,
            uint32_t seed,
            const RunControl& control)
{
    const SimulationGuard guard;
    const Network network = BuildNetwork(scenario, system, seed, control.gradients);
    const std::vector<EngineRack> racks = EngineRacks(scenario, *FindSystem(system), network);
    if (racks.empty())
    {
        return {false, {}, "the jobs are of another kind, or windows may be marked"};
    }
    uint64_t before = 0; // results of the racks before
    const auto goesOn = [&](uint64_t results) {
        if (control.progress)
        {
            control.progress(static_cast<double>(before + results) /
                             static_cast<double>(network.expectedResults));
        }
        return !control.interrupted || *control.interrupted == 0;
    };
    try
    {
        const auto began = std::chrono::steady_clock::now();
        std::vector<SwitchUse> switches = SwitchesOf(network);
        RunResult result = DescribeRun(scenario, system, seed, network);
        std::vector<RackEnd> ends;
        for (const EngineRack& rack : racks)
        {
            TaskEngine engine(rack.setup, [&network](const IterationRecord& record) {
                network.statistics->OnIteration(record);
            });
            if (!engine.Run(goesOn))
            {
                return {true, {}, {}};
            }
            AddCounts(engine, result);
            before = result.resultsChecked;
            ends.push_back({engine.End(), engine.IsQuiet()});
            switches.at(rack.rack) = UseOf(engine.Pipeline(),
                                           rack.setup.aggregators,
                                           Picoseconds(engine.End() * kStepPs));
        }
        CheckEnds(ends);
        RefuseWrongSums(result);
        AddJobs(network, scenario->link.rateGbps, result);
        AddSwitches(switches, *network.statistics, result);
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
