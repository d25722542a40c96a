/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-estimate.h"

#include "esa-engine-run.h"
#include "esa-scenario-build.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-network-bounds.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3::esa
{
namespace
{

// Processor time of a packet-hop, about; the manual's chapters on results and runs have
// measurements.
constexpr double kFragmentHopNs = 100; ///< of what switches sum
constexpr double kFlowHopNs = 200;     ///< of flows between hosts
constexpr double kEngineHopNs = 20;    ///< with the task engine

constexpr double kShortestS = 10; ///< nobody minds less

double
HopNs(const ValidScenario& scenario, const SystemRecord& system)
{
    if (system.SumsInHosts())
    {
        return kFlowHopNs;
    }
    return MayUseEngine(scenario, system.name, RunControl{}) ? kEngineHopNs : kFragmentHopNs;
}

/// Packets of a worker's gradients in all iterations.
double
PacketsOf(const DnnSpec& dnn, uint32_t iterations, uint32_t payload)
{
    double packets = 0;
    for (const PartitionSpec& partition : dnn.partitions)
    {
        packets += static_cast<double>((partition.bytes + payload - 1) / payload);
    }
    return packets * iterations;
}

/// Packet-hops of a job. workersIn: its workers by rack; home: the rack of its PS
double
HopsOfJob(const Scenario& scenario,
          const SystemRecord& system,
          double packets,
          const std::map<uint32_t, double>& workersIn,
          uint32_t home)
{
    double workers = 0;
    for (const auto& [rack, inRack] : workersIn)
    {
        workers += inRack;
    }
    const HostSum* const sum = system.onHost.sum;
    const bool isInSwitch = !sum;
    const bool isAtServer = sum && sum->HasDedicatedServer();
    const double each =
        isInSwitch || isAtServer ? 2 * packets : 4 * packets * (workers - 1) / workers;
    const bool passesPs =
        isInSwitch && system.onSwitch.resultSource == ResultSource::ParameterServer;
    double crossing = 0; // workers whose packets leave their rack; a sum or a ring leaves it once
    for (const auto& [rack, inRack] : workersIn)
    {
        if (isInSwitch || isAtServer)
        {
            crossing += rack == home ? 0 : isInSwitch ? 1 : inRack;
        }
        else
        {
            const double outside = (workers - inRack) / std::max(workers - 1, 1.0);
            crossing += sum->sendsToNext ? 1 : inRack * outside;
        }
    }
    const bool isSpread = workersIn.size() > 1 || workersIn.count(home) == 0;
    const double uplinks = isSpread ? LinksBetweenHosts(scenario) - 2 : 0;
    return each * (workers + (isAtServer ? workers : passesPs ? 1 : 0) + crossing * uplinks);
}

/// Packet-hops of execution traces: what each rank sends and receives itself, roughly.
double
HopsOfRanks(const Scenario& scenario, uint32_t payload)
{
    double bytes = 0;
    for (const auto& trace : scenario.execution.loaded)
    {
        for (const RankTrace& rank : trace->ranks)
        {
            for (const ExecutionNode& node : rank.nodes)
            {
                if (node.kind == ExecutionKind::Send || node.kind == ExecutionKind::Receive)
                {
                    bytes += static_cast<double>(node.bytes);
                }
                else if (node.kind == ExecutionKind::Collective)
                {
                    const bool isGather = node.collective == CollectiveKind::AllGather;
                    const std::size_t ranks = trace->groups[node.group].ranks.size();
                    const double shares = isGather ? static_cast<double>(ranks - 1) : 1;
                    bytes += ranks > 1 ? 2 * shares * static_cast<double>(node.bytes) : 0;
                }
            }
        }
    }
    return bytes / payload * scenario.iterations;
}

/// A time that is not known exactly, as "12 s", "4 min" or "1.5 h".
std::string
AboutText(double seconds)
{
    std::ostringstream text;
    text << std::fixed;
    if (seconds < 100 * 60)
    {
        text << std::setprecision(0) << (seconds < 100 ? seconds : seconds / 60)
             << (seconds < 100 ? " s" : " min");
    }
    else
    {
        text << std::setprecision(1) << seconds / 3600 << " h";
    }
    return text.str();
}

/// The field that takes a slice of the first whole model that a job trains; empty: there is none.
std::string
FieldOfSlice(const ParsedScenario& parsed)
{
    const bool hasTraces = !parsed.scenario->execution.loaded.empty();
    for (const char letter : hasTraces ? "" : parsed.scenario->jobs.workload)
    {
        const nlohmann::json& dnn = parsed.named["dnns"][std::string(1, letter)];
        if (dnn.contains("model") && dnn.value("slice", 1.0) == 1)
        {
            return std::string("dnns.") + letter + ".slice";
        }
    }
    return "";
}

} // namespace

double
EstimatePacketHops(const ValidScenario& scenario, const std::string& name)
{
    const SystemRecord& system = *FindSystem(name);
    const uint32_t payload = SystemWith(system, scenario->systemParameters).PayloadBytes();
    if (!scenario->execution.loaded.empty())
    {
        return HopsOfRanks(*scenario, payload);
    }
    double hops = 0;
    std::size_t number = 0;
    for (const JobPlacement& placement : scenario->placement.jobs)
    {
        const DnnSpec& dnn = scenario->dnns.at(DnnNameOfJob(scenario, number++));
        const uint32_t iterations = dnn.iterations > 0 ? dnn.iterations : scenario->iterations;
        std::map<uint32_t, double> workersIn;
        for (const uint32_t host : placement.workerHosts)
        {
            ++workersIn[scenario->RackOf(host)];
        }
        hops += HopsOfJob(*scenario,
                          system,
                          PacketsOf(dnn, iterations, payload),
                          workersIn,
                          scenario->RackOf(placement.psHost));
    }
    for (const TraceJobSpec& job : scenario->trace.jobs) // whose racks are not known
    {
        const double packets = PacketsOf(scenario->dnns.at(job.dnn), job.iterations, payload);
        hops += HopsOfJob(*scenario, system, packets, {{0, job.workers}}, 0);
    }
    return hops;
}

std::string
RunEstimateText(double packetHops, double seconds, std::size_t runs)
{
    if (seconds < kShortestS)
    {
        return "";
    }
    const bool isBillions = packetHops >= 1e9;
    const double hops = packetHops / (isBillions ? 1e9 : 1e6);
    std::ostringstream text;
    text << "about " << std::fixed << std::setprecision(hops < 10 ? 1 : 0) << hops
         << (isBillions ? " billion" : " million") << " packet-hops in " << runs
         << (runs == 1 ? " run" : " runs") << ", some " << AboutText(seconds);
    return text.str();
}

std::string
RunEstimateNote(const ParsedScenario& parsed)
{
    const ValidScenario& scenario = parsed.scenario;
    const auto seeds = static_cast<double>(scenario->seeds.size());
    double packetHops = 0;
    double seconds = 0;
    for (const std::string& name : scenario->systems)
    {
        const double hops = EstimatePacketHops(scenario, name) * seeds;
        packetHops += hops;
        seconds += hops * HopNs(scenario, *FindSystem(name)) * 1e-9;
    }
    const std::size_t runs = scenario->systems.size() * scenario->seeds.size();
    const std::string text = RunEstimateText(packetHops, seconds, runs);
    const std::string field = text.empty() ? "" : FieldOfSlice(parsed);
    return field.empty() ? text
                         : text + "; a slice of the model takes less: --set " + field + "=0.1";
}

} // namespace ns3::esa
