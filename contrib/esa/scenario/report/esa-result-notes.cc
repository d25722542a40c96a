// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace ns3::esa
{
namespace
{

constexpr double kManyCollisions = 0.01; ///< of the tasks, with tasks of the same job
constexpr uint64_t kFewNeedless = 1000;  ///< one of so many packet hops is not worth a note
constexpr double kMuchPadding = 0.1;     ///< of the data that workers send
constexpr double kMuchJitter = 0.5;      ///< of the time of an iteration
constexpr uint32_t kManyTrees = 1024;    ///< no more are counted

/// Notes of a job that collides with itself, the largest number of such collisions.
std::vector<FieldNote>
NotesOnCollisions(const ValidScenario& scenario, const std::vector<RunResult>& results)
{
    // Of several jobs, the counters do not show which of them met at an aggregator.
    if (scenario->jobs.count > 1)
    {
        return {};
    }
    const RunResult* most = nullptr;
    double share = kManyCollisions;
    for (const RunResult& result : results)
    {
        const double tasks =
            static_cast<double>(result.resultsChecked) / std::max(1U, scenario->jobs.workers);
        if (tasks > 0 && static_cast<double>(result.collisions) / tasks > share)
        {
            most = &result;
            share = static_cast<double>(result.collisions) / tasks;
        }
    }
    if (!most)
    {
        return {};
    }
    const std::string times = "the job collides with itself " + std::to_string(most->collisions) +
                              " times, " + ShortNumber(100 * share) + " % of its tasks";
    const IndexRule rule = IndexRuleOf(*scenario);
    if (rule != IndexRule::Linear && rule != IndexRule::Auto)
    {
        return {{"switch.aggregator_index",
                 "is a hash: " + times + "; switch.aggregator_index=auto has none of these",
                 {most->system}}};
    }
    // An index in the order of the tasks repeats itself when the memory is full.
    const double window = LargestWindow(*scenario, *FindSystem(most->system));
    const double tasks =
        window > 0 ? window : static_cast<double>(most->resultsChecked) / scenario->jobs.workers;
    return {{"switch.memory_bytes",
             "has room for " + std::to_string(most->aggregators) + " tasks, and the window for " +
                 ShortNumber(tasks) + ": " + times,
             {most->system}}};
}

std::string
PercentOf(double share)
{
    return std::to_string(std::lround(100 * share)) + " %";
}

/// The field that takes load from the link; empty: there is none. Where sums of racks meet, trees
/// only spread them over links of other jobs.
std::string
AdviceOf(const ValidScenario& scenario)
{
    if (!scenario->aggregation.jobs.empty())
    {
        return "";
    }
    if (scenario->aggregation.levels != AggregationLevels::All)
    {
        return "aggregation.levels=all sums them on the way";
    }
    const uint32_t more = std::max(scenario->aggregation.trees, 1U) + 1;
    return scenario->routes->MaxTrees(more) >= more ? "aggregation.trees=" + std::to_string(more) +
                                                          " or more sends them over several links"
                                                    : "";
}

/// What repairs without losses mean.
std::string
RepairsOf(const RunResult& result, double timeoutUs)
{
    const double waitUs = result.bottleneck->waitUs;
    if (result.packetsLost > 0 || result.queries + result.retransmissions == 0 ||
        waitUs < timeoutUs)
    {
        return "";
    }
    return "; no packet was lost, but packets waited there for up to " +
           FormatNumber(std::round(waitUs)) +
           " us, longer than timeouts: " + std::to_string(result.remindersWorker) + " reminders, " +
           std::to_string(result.queries) + " queries, " + std::to_string(result.retransmissions) +
           " retransmissions";
}

/// Adds a note; systems of which the same is true share it.
void
AddOf(const std::string& system, const FieldNote& note, std::vector<FieldNote>& notes)
{
    const auto same = std::find_if(notes.begin(), notes.end(), [&note](const FieldNote& one) {
        return one.field == note.field && one.text == note.text;
    });
    FieldNote& kept = same != notes.end() ? *same : notes.emplace_back(note);
    if (std::find(kept.systems.begin(), kept.systems.end(), system) == kept.systems.end())
    {
        kept.systems.push_back(system);
    }
}

/// Jobs that no switch sums for, as those that can are not on their way, or not among those that
/// aggregation.levels chooses.
/// @return whether there are any
bool
NoteSwitches(const ValidScenario& scenario,
             const std::vector<RunResult>& results,
             std::vector<FieldNote>& notes)
{
    const std::vector<JobPlacement>& jobs = scenario->placement.jobs;
    if (scenario->aggregation.switches.empty())
    {
        return false;
    }
    uint32_t unsummed = 0;
    for (uint16_t job = 0; job < jobs.size(); ++job)
    {
        const bool isSummed = !SummingSwitches(RacksOfJob(*scenario, jobs[job], job)).empty();
        unsummed += jobs[job].workerHosts.size() > 1 && !isSummed ? 1 : 0;
    }
    const bool isOfRacks = scenario->aggregation.levels != AggregationLevels::All;
    for (const RunResult& result : results)
    {
        if (unsummed > 0 && FindSystem(result.system)->SumsInSwitches())
        {
            AddOf(result.system,
                  {"aggregation.switches",
                   "had no switch that summed for " + std::to_string(unsummed) + " of " +
                       std::to_string(jobs.size()) + " jobs" +
                       (isOfRacks ? ", as aggregation.levels chooses switches of racks only; "
                                    "aggregation.levels=all takes others, too"
                                  : ""),
                   {}},
                  notes);
        }
    }
    return unsummed > 0;
}

/// Systems whose switches could sum, and have summed nothing: hosts or PSes have made these times.
void
NoteUnsummed(const ValidScenario& scenario,
             const std::vector<RunResult>& results,
             std::vector<FieldNote>& notes)
{
    std::vector<std::string> systems;
    for (const std::string& system : scenario->systems)
    {
        const bool isUnsummed =
            FindSystem(system)->SumsInSwitches() &&
            std::any_of(results.begin(),
                        results.end(),
                        [&system](const RunResult& result) {
                            return result.system == system && result.resultsChecked > 0;
                        }) &&
            std::none_of(results.begin(), results.end(), [&system](const RunResult& result) {
                return result.system == system && result.additionsPerAggregatorS > 0;
            });
        if (isUnsummed)
        {
            systems.push_back(system);
        }
    }
    if (!systems.empty() && scenario->jobs.workers > 1)
    {
        notes.push_back(
            {"systems", "had no sum in a switch: hosts or PSes have summed all", systems});
    }
}

/// Packets that a timer has sent again, though none was lost: of flows and of slots, which send
/// again for no other reason.
void
NoteNeedless(const ValidScenario& scenario,
             const std::vector<RunResult>& results,
             std::vector<FieldNote>& notes)
{
    if (scenario->PathsOfFlows() == FlowPaths::Spray)
    {
        return; // packets that overtake others are taken for losses, without a timer
    }
    const RunResult* most = nullptr;
    for (const RunResult& result : results)
    {
        const SystemRecord& system = *FindSystem(result.system);
        const bool sendsForLosses =
            system.SumsInHosts() || system.onSwitch.memory == MemoryLayout::StaticSlots;
        const bool isNeedless = sendsForLosses && result.packetsLost == 0 &&
                                result.packetsReordered == 0 && result.packetsDuplicated == 0 &&
                                result.remindersWorker > result.packetHops / kFewNeedless;
        most = isNeedless && (!most || result.remindersWorker > most->remindersWorker) ? &result
                                                                                       : most;
    }
    if (most)
    {
        const bool isTimer = !FindSystem(most->system)->SumsInHosts(); // flows have their own
        notes.push_back({isTimer ? "rto.min_us" : "systems",
                         (isTimer ? "is " + ShortNumber(scenario->rto.minUs) + ": " : "sent ") +
                             std::to_string(most->remindersWorker) +
                             (isTimer ? " packets were sent again, and none was lost; "
                                        "rto.min_us=auto waits longer"
                                      : " packets again, and none was lost"),
                         {most->system}});
    }
}

/// @return the fewest workers that a job has in one rack
uint32_t
FewestInARack(const ValidScenario& scenario)
{
    uint32_t fewest = scenario->Hosts();
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        std::map<uint32_t, uint32_t> inRack;
        for (const uint32_t host : job.workerHosts)
        {
            ++inRack[scenario->RackOf(host)];
        }
        for (const auto& [rack, workers] : inRack)
        {
            fewest = std::min(fewest, workers);
        }
    }
    return fewest;
}

/// What makes a system use more links of a rack. @return the field, and what it should be; empty:
/// no field does
FieldNote
AdviceOnIdle(const ValidScenario& scenario, const RunResult& result)
{
    const std::string all = std::to_string(result.idleUplinks->links);
    const SystemRecord* hosts = FindSystem(result.system);
    if (!hosts->SumsInHosts() && result.additionsPerAggregatorS > 0)
    {
        const uint32_t most =
            std::min(result.idleUplinks->links, scenario->routes->MaxTrees(kManyTrees));
        const uint32_t trees = scenario->aggregation.Rule(hosts->trees).trees;
        return scenario->aggregation.jobs.empty() && trees < most
                   ? FieldNote{"aggregation.trees", std::to_string(most), {}}
                   : FieldNote{};
    }
    hosts = hosts->SumsInHosts() ? hosts : FallbackOf(*hosts);
    if (!hosts)
    {
        return {};
    }
    if (scenario->PathsOfFlows() == FlowPaths::Job)
    {
        return {"flow.paths", "rail", {}};
    }
    // A server with fewer workers of the job than cards has as many rings as workers.
    const bool isNarrow = scenario->flow.channels == 1 && FewestInARack(scenario) > 1;
    return hosts->onHost.chunkBytes && scenario->AreRacksServers() && isNarrow
               ? FieldNote{"flow.channels", all, {}}
               : FieldNote{};
}

/// Links of a rack, or cards of a server, that a run left idle.
void
NoteIdle(const ValidScenario& scenario,
         const std::vector<RunResult>& results,
         std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (!result.idleUplinks)
        {
            continue;
        }
        const IdleUplinks& idle = *result.idleUplinks;
        const FieldNote advice = AdviceOnIdle(scenario, result);
        AddOf(result.system,
              {advice.field.empty() ? "systems" : advice.field,
               "left " + std::to_string(idle.idle) + " of " + std::to_string(idle.links) +
                   (scenario->AreRacksServers() ? " cards of " : " links to other switches of ") +
                   idle.rack + " idle" +
                   (advice.field.empty() ? ""
                                         : "; " + advice.field + "=" + advice.text + " uses more"),
               {}},
              notes);
    }
}

/// Packets that were dropped at full queues, though links pause.
void
NotePauses(const ValidScenario& scenario,
           const std::vector<RunResult>& results,
           std::vector<FieldNote>& notes)
{
    const auto& link = scenario->link;
    if (!link.pfc.enabled || link.queueBytes == 0)
    {
        return;
    }
    // The queue that the port which lacks most needs: with times, the room depends on the rate.
    double lacking = 0;
    double needed = 0;
    for (const auto& [gbps, headroom] : PauseHeadrooms(RoundTripsOf(*scenario), *scenario))
    {
        const auto room = static_cast<double>(QueueBytesAt(link.queueBytes, link.queueUs, gbps));
        const auto xoff =
            static_cast<double>(QueueBytesAt(link.pfc.xoffBytes, link.pfc.xoffUs, gbps));
        if (xoff + headroom - room > lacking)
        {
            lacking = xoff + headroom - room;
            needed = xoff + headroom;
        }
    }
    for (const RunResult& result : results)
    {
        if (result.queueDrops > 0)
        {
            AddOf(result.system,
                  {"link.queue_bytes",
                   "is full before a pause begins: " + std::to_string(result.queueDrops) +
                       " packets were dropped" +
                       (needed > 0 ? "; link.queue_bytes=" + ShortNumber(needed) + " drops none"
                                   : ""),
                   {}},
                  notes);
        }
    }
}

/// Runs whose hosts sent no packet.
void
NoteSilence(const ValidScenario& scenario,
            const std::vector<RunResult>& results,
            std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (result.packetHops == 0 && result.makespanMs > 0)
        {
            const bool isAlone = scenario->execution.loaded.empty() && scenario->jobs.workers == 1;
            AddOf(result.system,
                  {isAlone ? "jobs.workers" : "systems",
                   (isAlone ? "is 1, and so" : "show that") + std::string(" no packet was sent"),
                   {}},
                  notes);
        }
    }
}

/// Rings in two levels that were one ring.
void
NoteRings(const std::vector<RunResult>& results, std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (result.plainRings > 0)
        {
            AddOf(result.system,
                  {"systems",
                   "ran one ring, as ring does, for " + std::to_string(result.plainRings) +
                       " of its jobs and process groups, which are not in servers with equal "
                       "numbers of workers",
                   {}},
                  notes);
        }
    }
}

/// Servers of a job that share the link of a host.
void
NoteServers(const std::vector<RunResult>& results, std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (result.stacked)
        {
            AddOf(result.system,
                  {"byteps.servers",
                   "put " + std::to_string(result.stacked->servers) +
                       " servers of a job on one host, whose link sent to it for " +
                       PercentOf(result.stacked->load) + " of the time",
                   {}},
                  notes);
        }
    }
}

/// What flow.protocol = auto stands for.
void
NoteProtocols(const ValidScenario& scenario,
              const std::vector<RunResult>& results,
              std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (scenario->flow.protocol == FlowProtocol::Auto && !result.protocols.empty())
        {
            std::vector<std::string> names;
            for (const FlowProtocol protocol : result.protocols)
            {
                names.emplace_back(NameOf(protocol));
            }
            AddOf(result.system,
                  {"flow.protocol", "is auto, which took " + JoinWords(names, ", "), {}},
                  notes);
        }
    }
}

/// Data that is padding for the most part.
void
NotePadding(const std::vector<RunResult>& results, std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        if (result.paddingShare > kMuchPadding)
        {
            const HostPart& hosts = FindSystem(result.system)->onHost;
            const char* const field = hosts.frame == FrameFormat::Mtu ? kMtuBytes.field
                                      : hosts.values                  ? hosts.values->field
                                                                      : "dnns";
            AddOf(result.system,
                  {field,
                   "makes packets longer than what messages leave for the last one: " +
                       PercentOf(result.paddingShare) + " of the data that was sent is padding",
                   {}},
                  notes);
        }
    }
}

/// Jitter that hides the systems.
void
NoteJitter(const ValidScenario& scenario,
           const std::vector<RunResult>& results,
           std::vector<FieldNote>& notes)
{
    const auto& jitter = scenario->jitter;
    for (const RunResult& result : results)
    {
        const bool isOfPackets =
            jitter.mode == JitterMode::Packet || jitter.mode == JitterMode::PacketInOrder;
        const double maxUs = jitter.maxUs * (isOfPackets ? 1 : result.slice); // of partitions
        if (jitter.mode != JitterMode::None && maxUs > kMuchJitter * 1e3 * result.jctMs &&
            result.jctMs > 0)
        {
            AddOf(result.system,
                  {"jitter.max_us",
                   "is " + ShortNumber(jitter.maxUs) +
                       (maxUs < jitter.maxUs ? ", " + ShortNumber(maxUs) + " of the slice" : "") +
                       ", more than half of the time of an iteration: times follow from jitter; "
                       "jitter.mode=none has none",
                   {}},
                  notes);
        }
    }
}

/// Without jitter, the packets of a task come at the same time, and are summed in an instant.
void
NoteEqualTimes(const ValidScenario& scenario,
               const std::vector<RunResult>& results,
               std::vector<FieldNote>& notes)
{
    const bool isNone = scenario->jitter.mode == JitterMode::None;
    if ((!isNone && scenario->jitter.maxUs > 0) || scenario->jobs.count == 1)
    {
        return;
    }
    for (const RunResult& result : results)
    {
        const SystemRecord& system = *FindSystem(result.system);
        const double tasks = scenario->jobs.count * LargestWindow(*scenario, system);
        if (system.SumsInSwitches() && system.onSwitch.memory == MemoryLayout::SharedPool &&
            result.additionsPerAggregatorS > 0 && result.collisions == 0 &&
            static_cast<double>(result.aggregators) < tasks)
        {
            AddOf(result.system,
                  {isNone ? "jitter.mode" : "jitter.max_us",
                   (isNone ? "is none: " : "is 0: ") + std::to_string(result.aggregators) +
                       " aggregators served up to " + ShortNumber(tasks) +
                       " tasks without a collision, as the packets of a task arrive together",
                   {}},
                  notes);
        }
    }
}

/// Jobs of a trace that are as short as an iteration: the first one differs from later ones.
void
NoteShortJobs(const std::vector<RunResult>& results, std::vector<FieldNote>& notes)
{
    for (const RunResult& result : results)
    {
        const auto isShort = [](const JobTimes& job) { return job.iterations == 1; };
        const auto jobs = std::count_if(result.jobTimes.begin(), result.jobTimes.end(), isShort);
        if (2 * static_cast<std::size_t>(jobs) > result.jobTimes.size())
        {
            notes.push_back({"trace.time_scale",
                             "is such that " + std::to_string(jobs) + " of " +
                                 std::to_string(result.jobTimes.size()) +
                                 " jobs have one iteration; a larger one has more"});
            return;
        }
    }
}

} // namespace

std::string
ShortNumber(double number)
{
    std::ostringstream out;
    out.precision(number >= 100 ? 12 : 3);
    out << (number >= 100 ? std::round(number) : number);
    return out.str();
}

std::string
FieldNote::Sentence() const
{
    return field + (systems.empty() ? " " : " (" + JoinWords(systems, ", ") + ") ") + text;
}

std::vector<FieldNote>
NotesOnRuns(const ValidScenario& scenario, const std::vector<RunResult>& results)
{
    std::vector<FieldNote> notes = NotesOnCollisions(scenario, results);
    if (!NoteSwitches(scenario, results, notes))
    {
        NoteUnsummed(scenario, results, notes);
    }
    NoteNeedless(scenario, results, notes);
    NoteIdle(scenario, results, notes);
    NotePauses(scenario, results, notes);
    NoteSilence(scenario, results, notes);
    NoteRings(results, notes);
    NoteServers(results, notes);
    NoteProtocols(scenario, results, notes);
    NotePadding(results, notes);
    NoteJitter(scenario, results, notes);
    NoteEqualTimes(scenario, results, notes);
    NoteShortJobs(results, notes);
    const std::string advice = AdviceOf(scenario);
    std::vector<std::string> systems;
    const RunResult* most = nullptr; // of the busiest link
    for (const std::string& system : scenario->systems)
    {
        const auto run = std::find_if(results.begin(), results.end(), [&](const RunResult& result) {
            return result.system == system && result.bottleneck;
        });
        if (run != results.end())
        {
            systems.push_back(system);
            most = !most || run->bottleneck->load > most->bottleneck->load ? &*run : most;
        }
    }
    if (most && !advice.empty())
    {
        const Bottleneck& link = *most->bottleneck;
        const std::string place =
            systems.size() > 1
                ? "a link into the rack of a PS, with " + most->system + " at " + link.sender
                : link.sender + ", a link into the rack of a PS";
        const bool isTwo = scenario->aggregation.levels != AggregationLevels::All;
        notes.push_back({isTwo ? "aggregation.levels" : "aggregation.trees",
                         "lets sums of several racks meet at " + place + ", which was busy for " +
                             PercentOf(link.load) +
                             " of the time (links between switches: " + PercentOf(link.mean) +
                             "); " + advice + RepairsOf(*most, scenario->rto.minUs),
                         systems});
    }
    return notes;
}

} // namespace ns3::esa
