// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-counters.h"

#include "esa-link-ends.h"

#include "ns3/esa-channels.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-results.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-switch.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3::esa
{

namespace
{

constexpr double kMoreUp = 1.05; ///< load of a link up, of the one down, that is more than repairs
constexpr double kLongWait = 0.25; ///< wait at a link that sets the time, in round trips
constexpr double kEven = 0.7;      ///< mean load, of the largest, of links that share a load evenly
constexpr double kBusy = 0.4; ///< load of a link that sets the time of a run, which also computes

/// Switches of racks that have a PS, by number; of servers also the leaves of their cards.
std::set<uint32_t>
SwitchesOfPses(const ValidScenario& scenario, const Network& network)
{
    const EsaFabric& fabric = network.helper.GetFabric();
    std::set<uint32_t> switches;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        const Ptr<Node> host = network.hosts.Get(job.psHost);
        switches.insert(fabric.LinkOf(host).UpperNode()->GetId());
    }
    const std::set<uint32_t> racks = switches;
    for (const EsaLink& link : fabric.Links())
    {
        if (scenario->routes->Graph().hasServers && link.GetKind() == EsaLink::Kind::Uplink &&
            racks.count(link.LowerNode()->GetId()))
        {
            switches.insert(link.UpperNode()->GetId());
        }
    }
    return switches;
}

/// The name of the upper end of a link. link: its index in the topology
std::string
NameOf(const ValidScenario& scenario, std::size_t link)
{
    for (const LinkEnd& end : LinkEnds(scenario))
    {
        if (end.isUpper && end.link == link)
        {
            return end.name;
        }
    }
    return "";
}

/// What fills packets of the workers, without being data. @return the share
double
PaddingShare(const std::vector<TrainingProcess*>& workers)
{
    double carried = 0; // bytes in packets
    double useful = 0;
    for (const TrainingProcess* worker : workers)
    {
        const TrainingJob& job = *worker->Job();
        if (job.workers == 1)
        {
            continue; // it sends nothing
        }
        carried += static_cast<double>(job.iterations) * static_cast<double>(job.plan.Fragments()) *
                   job.system->PayloadBytes();
        useful += static_cast<double>(job.iterations) *
                  static_cast<double>(job.plan.GetDnn().GradientBytes());
    }
    return carried > 0 ? 1 - useful / carried : 0;
}

/// @param grant what switches have for the job; null: it uses flows, whatever the system
/// @param kind an operation of the job
/// @return the way in which the collectives of the operation ran; none: the way of the system
std::optional<OtherWay>
FindOtherWay(const std::string& system,
             const TrainingJob& job,
             const Grant* grant,
             CollectiveKind kind)
{
    const SystemRecord& record = job.system->Record();
    OtherWay way{};
    way.way = record.name;
    if (system == record.name)
    {
        const HostSum* const sum = record.onHost.sum;
        const bool hasTwoLevels = job.channels && job.channels->PerServer() > 0;
        if (!sum || sum->pattern != StepPattern::Levels || hasTwoLevels)
        {
            return std::nullopt;
        }
        way.cause = OtherWay::Cause::Servers;
        way.way = "ring";
    }
    else if (grant && !grant->isAdmitted)
    {
        way.cause = OtherWay::Cause::Admission;
        way.field = grant->limit ? grant->limit->field : "";
        way.value = grant->value;
        way.enough = grant->enough;
    }
    else
    {
        way.cause = OtherWay::Cause::Operation;
        way.operations = {NameOf(kind)};
    }
    return way;
}

/// Adds collectives that ran in another way than the system's.
void
Add(const OtherWay& way, std::vector<OtherWay>& ways)
{
    const auto same = std::find_if(ways.begin(), ways.end(), [&way](const OtherWay& other) {
        return other.cause == way.cause && other.way == way.way && other.field == way.field;
    });
    if (same == ways.end())
    {
        ways.push_back(way);
        return;
    }
    same->count += way.count;
    same->bytes += way.bytes;
    same->enough = way.enough;
    for (const std::string& operation : way.operations)
    {
        auto& all = same->operations;
        if (std::find(all.begin(), all.end(), operation) == all.end())
        {
            all.push_back(operation);
        }
    }
}

/// Adds what the workers of a job have sent to each other.
void
AddCollectives(const TrainingJob& job, const Grant* grant, RunResult& result)
{
    const auto& partitions = job.plan.GetDnn().partitions;
    const bool isChosen = !grant && !job.isSentByCaller; // jobs.rings
    for (uint32_t partition = 0; partition < partitions.size(); ++partition)
    {
        const CollectiveKind kind = job.blocks.OperationOf(partition).kind;
        (IsSum(kind) ? result.hasSums : result.hasOthers) = true;
        if (kind == CollectiveKind::SendReceive)
        {
            result.messages += job.iterations;
            continue;
        }
        if (isChosen || job.workers == 1)
        {
            continue;
        }
        const double bytes = static_cast<double>(partitions[partition].bytes) * job.iterations;
        result.collectives.count += job.iterations;
        result.collectives.bytes += bytes;
        if (auto way = FindOtherWay(result.system, job, grant, kind))
        {
            way->count = job.iterations;
            way->bytes = bytes;
            Add(*way, result.otherWays);
        }
    }
}

} // namespace

double
LoadOf(const EsaNetDevice& device, double seconds)
{
    const double bits = 8 * static_cast<double>(device.GetSentBytes());
    // A link that is busy at the end goes on for a short time, until the end is noticed.
    const double sent = bits / static_cast<double>(device.Rate().bitsPerS);
    return seconds > 0 ? std::min(sent / seconds, 1.0) : 0;
}

EsaLinkFaults::Counts
FaultsAt(const EsaNetDevice& receiver)
{
    const auto faults = receiver.GetFaults();
    return faults ? faults->GetCounts() : EsaLinkFaults::Counts{};
}

RunResult
DescribeRun(const ValidScenario& scenario,
            const std::string& system,
            uint32_t seed,
            const Network& network)
{
    RunResult result;
    result.system = system;
    result.jobs = network.statistics->Jobs();
    result.workers = scenario->jobs.workers;
    result.workload = scenario->jobs.workload;
    result.seed = seed;
    result.run = scenario->run;
    result.iterations = scenario->iterations;
    const bool trains = scenario->execution.traces.empty();
    result.slice = trains ? 1 : scenario->execution.slice;
    for (const char letter : trains ? scenario->jobs.workload : "")
    {
        result.slice = std::min(result.slice, scenario->dnns.at(std::string(1, letter)).slice);
    }
    return result;
}

void
RefuseWrongSums(const RunResult& result)
{
    if (result.resultsWrong > 0)
    {
        throw std::runtime_error(std::to_string(result.resultsWrong) + " of " +
                                 std::to_string(result.resultsChecked) +
                                 " results had a wrong sum");
    }
}

void
AddJobs(const Network& network, RunResult& result)
{
    const auto& statistics = *network.statistics;
    for (uint32_t job = 0; job < statistics.Jobs(); ++job)
    {
        const double jctMs = statistics.JctMs(job);
        result.jctMsPerJob.push_back(jctMs);
        result.iterationMs.push_back(statistics.IterationMs(job));
        result.jobMs.push_back(statistics.JobMs(job));
        result.jctMs += jctMs / statistics.Jobs();
        result.utilization += statistics.Utilization(job) / statistics.Jobs();
    }
    result.makespanMs = ToMilliseconds(statistics.LastEnd() - statistics.FirstBegin());
    result.simMs = ToMilliseconds(statistics.LastEnd());
    result.paddingShare = PaddingShare(network.workers);
    std::set<uint16_t> jobs;
    for (const TrainingProcess* worker : network.workers)
    {
        const TrainingJob& job = *worker->Job(); // a slow worker has a copy
        if (jobs.insert(job.job).second)
        {
            AddCollectives(job, network.helper.FindGrant(job.job), result);
        }
    }
}

void
AddGroups(const Network& network, RunResult& result)
{
    result.groups = network.groups.size();
    for (const AdmittedGroup& group : network.groups)
    {
        if (group.isInHosts)
        {
            result.hostSummed.push_back({group.job, group.ranks, group.allReduces});
        }
    }
}

void
AddTrace(std::vector<JobTimes> times, RunResult& result)
{
    const JobTimesSummary summary = Summarize(times);
    result.makespanMs = summary.makespanMs;
    result.jobMs.clear();
    for (const JobTimes& job : times)
    {
        result.jobMs.push_back(ToMilliseconds(job.Completion()));
    }
    result.jobTimes = std::move(times);
}

SwitchUse
UseOf(const SwitchPipeline& pipeline, uint64_t aggregators, Picoseconds end)
{
    SwitchUse use;
    use.aggregators = aggregators;
    use.occupiedS = pipeline.Table().OccupiedSeconds(end);
    use.waitingS = pipeline.Table().WaitingSeconds(end);
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        use.counts[outcome] = pipeline.Count(static_cast<Outcome>(outcome));
    }
    return use;
}

std::vector<SwitchUse>
SwitchesOf(const Network& network)
{
    std::vector<SwitchUse> switches;
    for (const auto& node : network.helper.GetSwitches())
    {
        switches.push_back(
            UseOf(node->GetPipeline(), node->GetAggregators(), network.statistics->LastEnd()));
    }
    return switches;
}

void
AddSwitches(const std::vector<SwitchUse>& switches,
            const JobStatistics& statistics,
            RunResult& result)
{
    const double seconds = ToSeconds(statistics.LastEnd() - statistics.FirstBegin());
    double waitingSeconds = 0;
    uint64_t additions = 0;
    for (const SwitchUse& use : switches)
    {
        result.aggregators += use.aggregators;
        const uint64_t fewest = result.fewestAggregators;
        result.fewestAggregators = fewest == 0 || use.aggregators == 0
                                       ? std::max(fewest, use.aggregators)
                                       : std::min(fewest, use.aggregators);
        result.meanOccupied += seconds > 0 ? use.occupiedS / seconds : 0;
        waitingSeconds += use.waitingS;
        additions += use.Count(Outcome::Aggregated) + use.Count(Outcome::Completed);
        result.preemptions += use.Count(Outcome::Preempted);
        result.passedThrough += use.Count(Outcome::PassedThrough);
        result.fetched += use.Count(Outcome::Fetched);
        result.resultsRepeated += use.Count(Outcome::Repeated);
        result.copiesDropped += use.Count(Outcome::Duplicate) + use.Count(Outcome::Stale);
        result.reclaimed += use.Count(Outcome::Reclaimed);
    }
    if (const double aggregatorSeconds = static_cast<double>(result.aggregators) * seconds;
        aggregatorSeconds > 0)
    {
        result.occupiedShare = result.meanOccupied / static_cast<double>(result.aggregators);
        result.waitingShare = waitingSeconds / aggregatorSeconds;
        result.additionsPerAggregatorS = static_cast<double>(additions) / aggregatorSeconds;
    }
    result.collisions = result.preemptions + result.passedThrough;
}

void
AddBackground(const Network& network, RunResult& result)
{
    if (!network.background)
    {
        return;
    }
    const auto& counts = network.background->GetCounts();
    const auto& statistics = *network.statistics;
    result.backgroundFlows = counts.ended;
    if (counts.ended > 0)
    {
        result.backgroundFlowUs = counts.duration.ToDouble(Time::US) / counts.ended;
    }
    result.backgroundGbps =
        static_cast<double>(counts.bytes) * 8 / ToSeconds(statistics.LastEnd()) / 1e9;
}

void
AddHosts(const Network& network, RunResult& result)
{
    for (const TrainingProcess* worker : network.workers)
    {
        result.resultsChecked += worker->Results();
        result.resultsWrong += worker->WrongResults();
        result.remindersWorker += worker->RepairsSent();
    }
    for (const PsProcess* ps : network.parameterServers)
    {
        if (const auto* server = ps->Server())
        {
            const auto& counts = server->GetCounts();
            result.remindersPs += counts.Reminders();
            result.queries += counts.queries;
            result.retransmissions += counts.retransmissions;
            result.resultsRecovered += counts.recovered;
            result.resultsForwarded += counts.forwards;
            result.copiesDropped += counts.overlaps;
        }
    }
    for (const EsaLink& link : network.helper.GetFabric().Links())
    {
        for (const auto& device : link.Ends())
        {
            const DeviceCounts counts = device->GetCounts();
            result.packetHops += counts.framesCarried;
            result.ecnMarks += counts.ecnMarks;
            const EsaLinkFaults::Counts faults = FaultsAt(*device);
            result.queueDrops += counts.drops + counts.incomingDrops;
            result.packetsLost +=
                counts.drops + counts.incomingDrops + faults.lost + faults.lostDown;
            result.packetsDuplicated += faults.duplicated;
            result.packetsReordered += faults.reordered;
        }
    }
}

void
AddLinks(const ValidScenario& scenario, const Network& network, RunResult& result)
{
    const EsaFabric& fabric = network.helper.GetFabric();
    for (std::size_t at = 0; at < fabric.Links().size(); ++at)
    {
        const EsaLink& link = fabric.LinkAt(at);
        const std::size_t level = scenario->routes->LevelOf(scenario->routes->UpperEnd(at));
        if (level >= result.upBytes.size())
        {
            result.upBytes.resize(level + 1);
            result.downBytes.resize(level + 1);
        }
        uint64_t& up = result.upBytes[level];
        uint64_t& down = result.downBytes[level];
        up = std::max(up, link.Lower()->GetSentBytes());
        down = std::max(down, link.Upper()->GetSentBytes());
    }
    while (!result.upBytes.empty() && result.upBytes.back() == 0 && result.downBytes.back() == 0)
    {
        result.upBytes.pop_back(); // a level that carries nothing
        result.downBytes.pop_back();
    }
}

std::optional<IdleUplinks>
FindIdleUplinks(const ValidScenario& scenario, const Network& network)
{
    if (SlowestGbps(*scenario) >= SlowestHostLinkGbps(*scenario))
    {
        return std::nullopt;
    }
    const TopologyRoutes& routes = *scenario->routes;
    const EsaFabric& fabric = network.helper.GetFabric();
    std::map<std::size_t, std::vector<uint64_t>> bytesOf; // of each link, by the switch below
    for (std::size_t at = 0; at < fabric.Links().size(); ++at)
    {
        const EsaLink& link = fabric.LinkAt(at);
        const std::size_t lower = routes.OtherEnd(at, routes.UpperEnd(at));
        // Jobs need not take all paths from the leaves of servers on.
        if (link.GetKind() == EsaLink::Kind::Uplink && routes.LevelOf(lower) == 0)
        {
            bytesOf[lower].push_back(link.Lower()->GetSentBytes() + link.Upper()->GetSentBytes());
        }
    }
    std::optional<IdleUplinks> most;
    for (const auto& [lower, bytes] : bytesOf)
    {
        const uint64_t least = *std::max_element(bytes.begin(), bytes.end()) / 100;
        const auto idle = static_cast<uint32_t>(
            std::count_if(bytes.begin(), bytes.end(), [least](uint64_t of) { return of < least; }));
        if (idle > (most ? most->idle : 0))
        {
            most = IdleUplinks{routes.Graph().nodes[lower].name,
                               idle,
                               static_cast<uint32_t>(bytes.size())};
        }
    }
    return most;
}

std::optional<Bottleneck>
FindBottleneck(const ValidScenario& scenario, const Network& network)
{
    const JobStatistics& jobs = *network.statistics;
    const double seconds = ToSeconds(jobs.LastEnd() - jobs.FirstBegin());
    Bottleneck busiest;
    std::size_t uplinks = 0;
    std::size_t at = 0;        // index of the busiest link in the topology
    Ptr<Node> below = nullptr; // where it leads; null: up
    const EsaFabric& fabric = network.helper.GetFabric();
    for (std::size_t index = 0; index < fabric.Links().size(); ++index)
    {
        const EsaLink& link = fabric.LinkAt(index);
        if (link.GetKind() != EsaLink::Kind::Uplink)
        {
            continue;
        }
        // Results leave a PS as sums come to it, and repairs beside them: then it is the sums.
        for (const bool isDown : {true, false})
        {
            const double share = LoadOf(isDown ? *link.Upper() : *link.Lower(), seconds);
            busiest.mean += share;
            if (share > busiest.load * (isDown ? 1 : kMoreUp))
            {
                busiest.load = share;
                busiest.waitUs =
                    1e3 * ToMilliseconds(
                              (isDown ? link.Upper() : link.Lower())->GetCounts().largestQueue);
                at = index;
                below = isDown ? link.LowerNode() : nullptr;
            }
        }
        ++uplinks;
    }
    busiest.mean /= 2 * static_cast<double>(uplinks);
    const double tripUs =
        RoundTripsOf(*scenario).Longest(scenario->WireBytes(scenario->LongestFrameBytes())).us;
    if (!below || busiest.load < kBusy || busiest.mean > kEven * busiest.load ||
        busiest.waitUs < kLongWait * tripUs ||
        SwitchesOfPses(scenario, network).count(below->GetId()) == 0)
    {
        return std::nullopt;
    }
    busiest.sender = NameOf(scenario, at);
    return busiest;
}

std::optional<StackedServers>
FindStackedServers(const ValidScenario& scenario, const Network& network)
{
    StackedServers most;
    uint32_t host = 0;
    const auto add = [&most, &host](const std::vector<uint32_t>& serverHosts) {
        std::map<uint32_t, uint32_t> servers;
        for (const uint32_t at : serverHosts)
        {
            if (++servers[at] > most.servers)
            {
                most.servers = servers[at];
                host = at;
            }
        }
    };
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        add(job.serverHosts);
    }
    for (const auto& groups : scenario->execution.serverHosts)
    {
        std::for_each(groups.begin(), groups.end(), add);
    }
    if (most.servers < 2)
    {
        return std::nullopt;
    }
    const JobStatistics& jobs = *network.statistics;
    most.load = LoadOf(*network.helper.GetFabric().LinkOf(network.hosts.Get(host)).Upper(),
                       ToSeconds(jobs.LastEnd() - jobs.FirstBegin()));
    return most;
}

void
AddNotes(const ValidScenario& scenario, RunResult& result)
{
    for (const FieldNote& note : NotesOnRuns(scenario, {result}))
    {
        result.notes.push_back(note.Sentence());
    }
}

} // namespace ns3::esa
