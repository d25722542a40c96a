// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-trace-files.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr uint64_t kMaxHosts = 100'000;    ///< as in the schema
constexpr std::size_t kMaxStreams = 65536; ///< job numbers have 16 bits

/// @return bytes that a packet of the systems carries, at least
uint64_t
LeastPayloadBytes(const ScenarioDraft& draft)
{
    uint64_t least = UINT64_MAX;
    for (const std::string& name : draft->systems)
    {
        const System system = SystemWith(*FindSystem(name), draft->systemParameters);
        least = std::min<uint64_t>(least, system.PayloadBytes());
    }
    return least;
}

/// How the traces of a scenario are read.
TraceOptions
OptionsOf(const ExecutionSpec& execution)
{
    TraceOptions options;
    options.ignoresMissingNodes = execution.missingNodes == MissingNodes::Ignore;
    options.ignoresControlDependencies = execution.dependencies == TraceDependencies::Data;
    options.slice = execution.slice;
    return options;
}

/// Reads a trace, or finds it among those that were read.
std::shared_ptr<const ExecutionTrace>
Load(const std::string& prefix, const TraceOptions& options)
{
    // A sweep checks many scenarios with the same traces.
    using Key = std::tuple<std::string, bool, bool, double>;
    static std::map<Key, std::shared_ptr<const ExecutionTrace>> known;
    auto& trace = known
        [{prefix, options.ignoresMissingNodes, options.ignoresControlDependencies, options.slice}];
    if (!trace)
    {
        trace = std::make_shared<const ExecutionTrace>(ReadExecutionTrace(prefix, options));
    }
    return trace;
}

/// How many jobs the communication of traces makes.
struct StreamNumbers
{
    std::size_t all{0};    ///< of process groups and pairs of ranks
    std::size_t summed{0}; ///< of these, those that the system under test sums
    std::size_t ranks{0};  ///< of the largest of these
    uint64_t bytes{0};     ///< that one of these moves in an iteration, at most

    /// Adds those of a trace: a process group makes two at most.
    /// @param hasSwitches see IsOfSystem()
    void Add(const ExecutionTrace& trace, bool hasSwitches)
    {
        std::set<std::pair<std::size_t, uint32_t>> pairs;
        std::set<std::pair<uint32_t, bool>> groups; // and whether it is of the system
        std::map<uint32_t, uint64_t> bytesOf;       // by group: of the system
        for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        {
            for (const ExecutionNode& node : trace.ranks[rank].nodes)
            {
                if (node.kind == ExecutionKind::Send)
                {
                    pairs.emplace(rank, node.peer);
                }
                else if (node.kind == ExecutionKind::Collective &&
                         trace.groups[node.group].ranks.size() > 1)
                {
                    const bool isOfSystem = IsOfSystem(node.collective, hasSwitches);
                    const std::size_t members = trace.groups[node.group].ranks.size();
                    ranks = isOfSystem ? std::max(ranks, members) : ranks;
                    groups.emplace(node.group, isOfSystem);
                    if (isOfSystem && rank == trace.groups[node.group].ranks.front())
                    {
                        bytesOf[node.group] += BlockBytes(node, members);
                        bytes = std::max(bytes, bytesOf[node.group]);
                    }
                }
            }
        }
        summed += static_cast<std::size_t>(
            std::count_if(groups.begin(), groups.end(), [](const auto& each) {
                return each.second;
            }));
        all += groups.size() + pairs.size();
    }
};

/// @return the process groups of which the system under test sums something: each has a PS
std::set<uint32_t>
SummedGroups(const ExecutionTrace& trace, bool hasSwitches)
{
    std::set<uint32_t> groups;
    for (const RankTrace& rank : trace.ranks)
    {
        for (const ExecutionNode& node : rank.nodes)
        {
            if (node.kind == ExecutionKind::Collective &&
                trace.groups[node.group].ranks.size() > 1 &&
                IsOfSystem(node.collective, hasSwitches))
            {
                groups.insert(node.group);
            }
        }
    }
    return groups;
}

/// @return whether switches of one of the systems help with more than all-reduces
bool
HasSwitches(const json& config)
{
    return !SystemsWhere(config, &HelpsWithOperations).empty();
}

/// Computations take a time that can be simulated: each one of which only the size is given, and
/// those of a rank together.
void
CheckDurations(const ScenarioDraft& draft, const std::string& prefix, const ExecutionTrace& trace)
{
    const ExecutionSpec& execution = draft->execution;
    const DeviceRates rates = execution.Rates();
    for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
    {
        double seconds = 0; // of an iteration
        for (const ExecutionNode& node : trace.ranks[rank].nodes)
        {
            if (!node.Computes())
            {
                continue;
            }
            if (node.duration == Picoseconds(0) &&
                (static_cast<double>(node.operations) >
                     kMaxSimulatedS * execution.peakTflops * 1e12 ||
                 static_cast<double>(node.bytes) >
                     kMaxSimulatedS * execution.memoryGbytesPerS * 1e9))
            {
                throw ScenarioError({PlaceInTrace(prefix, rank, node.id) + ": num_ops " +
                                     std::to_string(node.operations) + " or tensor_size " +
                                     std::to_string(node.bytes) +
                                     " is not allowed: must take at most 1000000 s (" +
                                     draft.Quote(execution.peakTflops) + ", " +
                                     draft.Quote(execution.memoryGbytesPerS) + ")"});
            }
            seconds += ToSeconds(rates.DurationOf(node)) * LargestSlowdown(*draft);
        }
        if (seconds * draft->iterations > kMaxSimulatedS)
        {
            throw ScenarioError({draft.PointerOf(draft->iterations) + ": " +
                                 std::to_string(draft->iterations) +
                                 " is not allowed: must be at most " +
                                 std::to_string(static_cast<uint64_t>(kMaxSimulatedS / seconds)) +
                                 ", so that the computation of rank " + std::to_string(rank) +
                                 " in " + prefix + " ends within 1e6 simulated seconds"});
        }
    }
}

/// Each stream takes the place of a job.
void
CheckStreams(const ScenarioDraft& draft, const StreamNumbers& streams)
{
    const std::string switchMl = SystemsWith(draft.Written(), FrameFormat::SwitchMl);
    if (!switchMl.empty() && streams.summed > kMaxSwitchMlJobs)
    {
        throw ScenarioError(
            {"/execution/traces: the process groups whose data switches sum or send on make " +
             std::to_string(streams.summed) + " jobs: must be at most " +
             std::to_string(kMaxSwitchMlJobs) + " with " + switchMl});
    }
    const uint64_t most = kMaxTasksWithRoles * LeastPayloadBytes(draft) / draft->iterations;
    if (HasSwitches(draft.Written()) && streams.bytes > most)
    {
        throw ScenarioError({"/iterations: " + std::to_string(draft->iterations) +
                             " are too many: a process group moves " +
                             std::to_string(streams.bytes) + " bytes in each, and the packets of " +
                             "all iterations must be at most 2^32"});
    }
    if (streams.all > kMaxStreams)
    {
        throw ScenarioError({"/execution/traces: their process groups and pairs of ranks make " +
                             std::to_string(streams.all) + " jobs: must be at most " +
                             std::to_string(kMaxStreams)});
    }
    json config = draft.Written();
    config["jobs"]["count"] = streams.summed;
    ScenarioDraft check = draft;
    CheckSharesOf(check, config, static_cast<uint32_t>(streams.ranks));
    ThrowErrors(check.Errors(), "the process groups of /execution/traces as jobs", "");
}

/// Adds hosts for the ranks, as many to each rack. A topology of another kind has those that it
/// has.
void
MakeRoom(json& config, uint64_t ranks)
{
    json& topology = config.at("topology");
    const json& placement = config.at("placement");
    if (topology.at("kind") != "leaf_spine" || placement.at("file") != "" ||
        !placement.at("jobs").empty() || topology.at("hosts") >= ranks)
    {
        return;
    }
    const auto racks = topology.at("racks").get<uint64_t>();
    topology["hosts"] = std::min((ranks + racks - 1) / racks * racks, kMaxHosts / racks * racks);
}

/// Adds a host for the PS of each process group, unless there is a number, or the topology is of
/// another kind.
void
MakeRoomForPses(json& config, const std::filesystem::path& folder)
{
    json& topology = config.at("topology");
    if (topology.at("kind") != "leaf_spine" || topology.at("ps_hosts") != 0)
    {
        return;
    }
    const json& execution = config.at("execution");
    TraceOptions options;
    options.ignoresMissingNodes = execution.at("missing_nodes") == "ignore";
    options.ignoresControlDependencies = execution.at("dependencies") == "data";
    options.slice = execution.at("slice").get<double>();
    uint64_t pses = 0;
    for (const json& trace : execution.at("traces"))
    {
        const std::string prefix = (folder / trace.get<std::string>()).string();
        pses += SummedGroups(*Load(prefix, options), HasSwitches(config)).size();
    }
    topology["ps_hosts"] =
        std::min(std::max<uint64_t>(pses, execution["traces"].size()), kMaxHosts);
}

} // namespace

void
ExpandExecution(json& config, const std::filesystem::path& folder, bool hasHosts)
{
    const json& traces = config.at("execution").at("traces");
    if (traces.empty())
    {
        return;
    }
    uint64_t most = 1;
    for (const json& trace : traces)
    {
        const std::string prefix = (folder / trace.get<std::string>()).string();
        most = std::max<uint64_t>(most, CountTraceRanks(prefix, {}));
    }
    config["jobs"]["count"] = traces.size();
    config["jobs"]["workers"] = most;
    if (!hasHosts)
    {
        MakeRoom(config, traces.size() * most);
    }
    MakeRoomForPses(config, folder);
}

std::vector<std::shared_ptr<const ExecutionTrace>>
LoadExecution(const ScenarioDraft& draft, const std::filesystem::path& folder)
{
    std::vector<std::shared_ptr<const ExecutionTrace>> traces;
    StreamNumbers streams;
    for (const std::string& given : draft->execution.traces)
    {
        const std::string prefix = (folder / given).string();
        traces.push_back(Load(prefix, OptionsOf(draft->execution)));
        CheckDurations(draft, prefix, *traces.back());
        streams.Add(*traces.back(), HasSwitches(draft.Written()));
    }
    if (!traces.empty())
    {
        CheckStreams(draft, streams);
    }
    return traces;
}

std::vector<std::vector<uint32_t>>
HostsOfGroupPses(const Scenario& scenario, const json& config, bool isListed)
{
    const bool hasSwitches = HasSwitches(config);
    ClusterHosts hosts;
    hosts.racks.assign(scenario.Racks(), {});
    for (uint32_t host = 0; host < scenario.Hosts(); ++host)
    {
        hosts.racks[scenario.RackOf(host)].push_back(host);
    }
    if (isListed || !scenario.ArePsesBesideWorkers())
    {
        std::set<uint32_t> servers;
        for (const JobPlacement& place : scenario.placement.jobs)
        {
            servers.insert(place.psHost);
        }
        for (uint32_t host = scenario.topology.hosts; host < scenario.Hosts(); ++host)
        {
            servers.insert(host);
        }
        for (const uint32_t host : servers)
        {
            hosts.servers.push_back({host, scenario.RackOf(host)});
        }
    }
    JobPlacer placer(hosts, {});
    std::vector<std::vector<uint32_t>> chosen;
    for (std::size_t job = 0; job < scenario.execution.loaded.size(); ++job)
    {
        const JobPlacement& place = scenario.placement.jobs[job];
        const ExecutionTrace& trace = *scenario.execution.loaded[job];
        if (isListed && place.workerHosts.size() != trace.ranks.size())
        {
            throw ScenarioError({"/placement/jobs/" + std::to_string(job) +
                                 "/workers: " + std::to_string(place.workerHosts.size()) +
                                 " hosts are not allowed: must be " +
                                 std::to_string(trace.ranks.size()) + ", one for each rank of " +
                                 Shown(scenario.execution.paths[job])});
        }
        chosen.emplace_back(trace.groups.size(), place.psHost);
        for (const uint32_t group : SummedGroups(trace, hasSwitches))
        {
            std::vector<uint32_t> workers;
            for (const uint32_t rank : trace.groups[group].ranks)
            {
                workers.push_back(place.workerHosts[rank]);
            }
            chosen.back()[group] = placer.PlaceServer(workers);
        }
    }
    return chosen;
}

void
ApplyExecutionRules(ScenarioDraft& draft)
{
    if (draft->execution.traces.empty())
    {
        return;
    }
    const std::string allowed = "[] beside " + draft.Quote(draft->execution.traces);
    draft.Require(draft->faults.workerPauses.empty(), draft->faults.workerPauses, allowed);
    draft.Require(draft->faults.psFailures.empty(), draft->faults.psFailures, allowed);
    draft.Require(draft->trace.jobs.empty(),
                  draft->execution.traces,
                  NoElements() + " beside a trace of jobs (/trace), which train DNNs");
}

} // namespace ns3::esa
