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

constexpr uint32_t kManyTrees = 1024; ///< no more are counted

/// A run, and what a note on it may name.
struct NotedRun
{
    const ValidScenario& scenario;
    const RunResult& run;
    const SystemRecord& system;         ///< of the run
    std::vector<std::string> systems{}; ///< of all runs that the note is on
};

/// Which runs a note is on, and which of them has its numbers.
enum class NoteOn : uint8_t
{
    Each,  ///< each run with its own; systems with the same text share a note
    Worst, ///< the run with most
    All,   ///< all runs, with the numbers of that one
    Jobs   ///< the jobs, which are the same with all systems
};

/// One kind of note.
struct NoteRow
{
    double (*measure)(const NotedRun&); ///< how much of it a run shows
    FieldNote (*note)(const NotedRun&); ///< the field that it hangs on, and the text
    double least{0};                    ///< with more than that there is a note
    NoteOn runs{NoteOn::Each};          ///< which runs it is on
};

std::string
PercentOf(double share)
{
    return std::to_string(std::lround(100 * share)) + " %";
}

/// @return jobs without a switch among those of aggregation.switches on their way, or among those
/// of them that aggregation.levels chooses
uint32_t
UnsummedJobs(const ValidScenario& scenario)
{
    const std::vector<JobPlacement>& jobs = scenario->placement.jobs;
    uint32_t unsummed = 0;
    for (uint16_t job = 0; job < jobs.size() && !scenario->aggregation.switches.empty(); ++job)
    {
        const bool isSummed = !SummingSwitches(RacksOfJob(*scenario, jobs[job], job)).empty();
        unsummed += jobs[job].workerHosts.size() > 1 && !isSummed ? 1 : 0;
    }
    return unsummed;
}

double
TasksOf(const NotedRun& noted)
{
    return static_cast<double>(noted.run.resultsChecked) /
           std::max(1U, noted.scenario->jobs.workers);
}

/// @return jobs, or process groups of traces, that sum
std::size_t
SummingGroups(const ValidScenario& scenario)
{
    std::size_t groups = 0;
    for (const auto& trace : scenario->execution.loaded)
    {
        groups += std::count_if(trace->groups.begin(), trace->groups.end(), [](const auto& group) {
            return group.ranks.size() > 1;
        });
    }
    return std::max<std::size_t>(groups, scenario->jobs.count);
}

/// Of several jobs or process groups, the counters do not show which of them met at an aggregator.
double
ShareOfCollisions(const NotedRun& noted)
{
    const double tasks = TasksOf(noted);
    return SummingGroups(noted.scenario) > 1 || tasks == 0 ? 0 : noted.run.collisions / tasks;
}

FieldNote
NoteOnCollisions(const NotedRun& noted)
{
    const std::string times = "the job collides with itself " +
                              std::to_string(noted.run.collisions) + " times, " +
                              ShortNumber(100 * ShareOfCollisions(noted)) + " % of its tasks";
    const IndexRule rule = IndexRuleOf(*noted.scenario);
    if (rule != IndexRule::Linear && rule != IndexRule::Auto)
    {
        return {"switch.aggregator_index",
                "is a hash: " + times + "; switch.aggregator_index=auto has none of these"};
    }
    // An index in the order of the tasks repeats itself when the memory is full.
    const double window = LargestWindow(*noted.scenario, noted.system);
    return {"switch.memory_bytes",
            "has room for " + std::to_string(noted.run.fewestAggregators) +
                " tasks, and the window for " + ShortNumber(window > 0 ? window : TasksOf(noted)) +
                ": " + times};
}

double
JobsWithoutSwitch(const NotedRun& noted)
{
    return noted.system.SumsInSwitches() ? UnsummedJobs(noted.scenario) : 0;
}

FieldNote
NoteOnSwitches(const NotedRun& noted)
{
    const bool isOfRacks = noted.scenario->aggregation.levels != AggregationLevels::All;
    return {"aggregation.switches",
            "had no switch that summed for " + std::to_string(UnsummedJobs(noted.scenario)) +
                " of " + std::to_string(noted.scenario->placement.jobs.size()) + " jobs" +
                (isOfRacks ? ", as aggregation.levels chooses switches of racks only; "
                             "aggregation.levels=all takes others, too"
                           : "")};
}

/// @return what ran in another way than the system's, for a reason; null: nothing
const OtherWay*
FindOtherWay(const RunResult& run, OtherWay::Cause cause)
{
    const auto found = std::find_if(run.otherWays.begin(),
                                    run.otherWays.end(),
                                    [cause](const OtherWay& way) { return way.cause == cause; });
    return found == run.otherWays.end() ? nullptr : &*found;
}

/// @return the collectives that ran in another way, for a reason
template <OtherWay::Cause cause>
double
CollectivesBy(const NotedRun& noted)
{
    const OtherWay* const way = FindOtherWay(noted.run, cause);
    return way ? way->count : 0;
}

/// @return how much of a run ran in another way
std::string
PartOf(const RunResult& run, const OtherWay& way)
{
    return std::to_string(way.count) + " of " + std::to_string(run.collectives.count) +
           " collectives, " + PercentOf(way.bytes / run.collectives.bytes) +
           " of their bytes, ran as with " + way.way;
}

FieldNote
NoteOnOperations(const NotedRun& noted)
{
    const OtherWay& way = *FindOtherWay(noted.run, OtherWay::Cause::Operation);
    return {"systems",
            "had no algorithm for " + JoinWords(way.operations, ", ") + ": " +
                PartOf(noted.run, way)};
}

FieldNote
NoteOnAdmission(const NotedRun& noted)
{
    const OtherWay& way = *FindOtherWay(noted.run, OtherWay::Cause::Admission);
    const std::string part = PartOf(noted.run, way);
    if (way.field.empty())
    {
        return {"systems", "found ports of switches taken by other trees: " + part};
    }
    return {way.field,
            "is " + ShortNumber(way.value) + ": " + part + "; " + way.field + "=" +
                ShortNumber(way.enough) + " has room for all"};
}

FieldNote
NoteOnServers(const NotedRun& noted)
{
    return {"systems",
            "found workers that are not in servers with equal numbers of workers: " +
                PartOf(noted.run, *FindOtherWay(noted.run, OtherWay::Cause::Servers))};
}

/// Of systems whose switches could sum, and have summed nothing: PSes have made these times.
double
UnsummedResults(const NotedRun& noted)
{
    uint64_t own = noted.run.collectives.count;
    for (const OtherWay& way : noted.run.otherWays)
    {
        own -= way.count;
    }
    const bool isUnsummed = noted.system.SumsInSwitches() &&
                            noted.run.additionsPerAggregatorS == 0 && own > 0 &&
                            UnsummedJobs(noted.scenario) == 0;
    return isUnsummed ? noted.run.resultsChecked : 0;
}

/// Of flows and of slots, which send again for no other reason than a timer. With flow.paths=spray,
/// packets that overtake others are taken for losses.
double
ShareOfNeedless(const NotedRun& noted)
{
    const bool sendsForLosses =
        noted.system.SumsInHosts() || noted.system.onSwitch.memory == MemoryLayout::StaticSlots;
    const bool isNeedless = sendsForLosses && noted.scenario->PathsOfFlows() != FlowPaths::Spray &&
                            noted.run.packetsLost == 0 && noted.run.packetsReordered == 0 &&
                            noted.run.packetsDuplicated == 0 && noted.run.packetHops > 0;
    return isNeedless ? static_cast<double>(noted.run.remindersWorker) / noted.run.packetHops : 0;
}

FieldNote
NoteOnNeedless(const NotedRun& noted)
{
    const std::string count = std::to_string(noted.run.remindersWorker);
    if (noted.system.SumsInHosts()) // flows have a timer of their own
    {
        return {"systems", "sent " + count + " packets again, and none was lost"};
    }
    return {"rto.min_us",
            "is " + ShortNumber(noted.scenario->rto.minUs) + ": " + count +
                " packets were sent again, and none was lost; rto.min_us=auto waits longer"};
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
AdviceOnIdle(const NotedRun& noted)
{
    const ValidScenario& scenario = noted.scenario;
    const uint32_t links = noted.run.idleUplinks->links;
    const SystemRecord* hosts = &noted.system;
    if (!hosts->SumsInHosts() && noted.run.additionsPerAggregatorS > 0)
    {
        const uint32_t most = std::min(links, scenario->routes->MaxTrees(kManyTrees));
        const uint32_t trees = scenario->aggregation.Rule(hosts->trees).trees;
        return scenario->aggregation.jobs.empty() && trees < most
                   ? FieldNote{"aggregation.trees", std::to_string(most)}
                   : FieldNote{};
    }
    hosts = hosts->SumsInHosts() ? hosts : FallbackOf(*hosts);
    if (!hosts)
    {
        return {};
    }
    if (scenario->PathsOfFlows() == FlowPaths::Job)
    {
        return {"flow.paths", "rail"};
    }
    // A server with fewer workers of the job than cards has as many rings as workers.
    const bool isNarrow = scenario->flow.channels == 1 && FewestInARack(scenario) > 1;
    return hosts->onHost.chunkBytes && scenario->AreRacksServers() && isNarrow
               ? FieldNote{"flow.channels", std::to_string(links)}
               : FieldNote{};
}

FieldNote
NoteOnIdle(const NotedRun& noted)
{
    const IdleUplinks& idle = *noted.run.idleUplinks;
    const FieldNote advice = AdviceOnIdle(noted);
    return {
        advice.field.empty() ? "systems" : advice.field,
        "left " + std::to_string(idle.idle) + " of " + std::to_string(idle.links) +
            (noted.scenario->AreRacksServers() ? " cards of " : " links to other switches of ") +
            idle.rack + " idle" +
            (advice.field.empty() ? "" : "; " + advice.field + "=" + advice.text + " uses more")};
}

/// Packets that were dropped at full queues, though links pause.
double
DropsBesidePauses(const NotedRun& noted)
{
    const auto& link = noted.scenario->link;
    return link.pfc.enabled && link.queueBytes > 0 ? noted.run.queueDrops : 0;
}

FieldNote
NoteOnPauses(const NotedRun& noted)
{
    const auto& link = noted.scenario->link;
    // The queue that the port which lacks most needs: with times, the room depends on the rate.
    double lacking = 0;
    double needed = 0;
    for (const auto& [gbps, headroom] :
         PauseHeadrooms(RoundTripsOf(*noted.scenario), *noted.scenario))
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
    return {"link.queue_bytes",
            "is full before a pause begins: " + std::to_string(noted.run.queueDrops) +
                " packets were dropped" +
                (needed > 0 ? "; link.queue_bytes=" + ShortNumber(needed) + " drops none" : "")};
}

FieldNote
NoteOnSilence(const NotedRun& noted)
{
    const bool isAlone =
        noted.scenario->execution.loaded.empty() && noted.scenario->jobs.workers == 1;
    return {isAlone ? "jobs.workers" : "systems",
            (isAlone ? "is 1, and so" : "show that") + std::string(" no packet was sent")};
}

FieldNote
NoteOnPadding(const NotedRun& noted)
{
    const HostPart& hosts = noted.system.onHost;
    const bool isOfDnns = noted.scenario->execution.loaded.empty();
    const char* const field = hosts.frame == FrameFormat::Mtu ? kMtuBytes.field
                              : hosts.values                  ? hosts.values->field
                              : isOfDnns                      ? "dnns"
                                                              : "execution.traces";
    return {field,
            "makes packets longer than what messages leave for the last one: " +
                PercentOf(noted.run.paddingShare) + " of the data that was sent is padding"};
}

/// @return the longest jitter of the run in us: that of partitions is a part of the slice
double
JitterUs(const NotedRun& noted)
{
    const auto& jitter = noted.scenario->jitter;
    const bool isOfPackets =
        jitter.mode == JitterMode::Packet || jitter.mode == JitterMode::PacketInOrder;
    return jitter.mode == JitterMode::None ? 0 : jitter.maxUs * (isOfPackets ? 1 : noted.run.slice);
}

/// Of the time of an iteration.
double
ShareOfJitter(const NotedRun& noted)
{
    return noted.run.jctMs > 0 ? JitterUs(noted) / (1e3 * noted.run.jctMs) : 0;
}

FieldNote
NoteOnJitter(const NotedRun& noted)
{
    const double maxUs = noted.scenario->jitter.maxUs;
    return {
        "jitter.max_us",
        "is " + ShortNumber(maxUs) +
            (JitterUs(noted) < maxUs ? ", " + ShortNumber(JitterUs(noted)) + " of the slice" : "") +
            ", more than half of the time of an iteration: times follow from jitter; "
            "jitter.mode=none has none"};
}

/// @return tasks that jobs may have at a time
double
LargestTasks(const NotedRun& noted)
{
    return noted.scenario->jobs.count * LargestWindow(*noted.scenario, noted.system);
}

/// Without jitter, the packets of a task come at the same time, and are summed in an instant.
/// @return how many tasks there may be for each aggregator
double
TasksWithoutCollision(const NotedRun& noted)
{
    const bool isSuch = JitterUs(noted) == 0 && noted.scenario->jobs.count > 1 &&
                        noted.system.SumsInSwitches() &&
                        noted.system.onSwitch.memory == MemoryLayout::SharedPool &&
                        noted.run.additionsPerAggregatorS > 0 && noted.run.collisions == 0;
    return isSuch ? LargestTasks(noted) / static_cast<double>(noted.run.fewestAggregators) : 0;
}

FieldNote
NoteOnEqualTimes(const NotedRun& noted)
{
    const bool isNone = noted.scenario->jitter.mode == JitterMode::None;
    return {isNone ? "jitter.mode" : "jitter.max_us",
            (isNone ? "is none: " : "is 0: ") + std::to_string(noted.run.fewestAggregators) +
                " aggregators served up to " + ShortNumber(LargestTasks(noted)) +
                " tasks without a collision, as the packets of a task arrive together"};
}

std::size_t
ShortJobs(const RunResult& run)
{
    return std::count_if(run.jobTimes.begin(), run.jobTimes.end(), [](const JobTimes& job) {
        return job.iterations == 1;
    });
}

/// Jobs of a trace that are as short as an iteration: the first one differs from later ones.
double
ShareOfShortJobs(const NotedRun& noted)
{
    const auto& jobs = noted.run.jobTimes;
    return jobs.empty() ? 0 : static_cast<double>(ShortJobs(noted.run)) / jobs.size();
}

FieldNote
NoteOnShortJobs(const NotedRun& noted)
{
    return {"trace.time_scale",
            "is such that " + std::to_string(ShortJobs(noted.run)) + " of " +
                std::to_string(noted.run.jobTimes.size()) +
                " jobs have one iteration; a larger one has more"};
}

/// The field that takes load from the link; empty: there is none. Where sums of racks meet, trees
/// only spread them over links of other jobs.
std::string
AdviceOnBottleneck(const ValidScenario& scenario)
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

double
LoadOfBottleneck(const NotedRun& noted)
{
    const bool isSuch = noted.run.bottleneck && !AdviceOnBottleneck(noted.scenario).empty();
    return isSuch ? noted.run.bottleneck->load : 0;
}

FieldNote
NoteOnBottleneck(const NotedRun& noted)
{
    const Bottleneck& link = *noted.run.bottleneck;
    const std::string place =
        noted.systems.size() > 1
            ? "a link into the rack of a PS, with " + noted.run.system + " at " + link.sender
            : link.sender + ", a link into the rack of a PS";
    const bool isTwo = noted.scenario->aggregation.levels != AggregationLevels::All;
    return {isTwo ? "aggregation.levels" : "aggregation.trees",
            "lets sums of several racks meet at " + place + ", which was busy for " +
                PercentOf(link.load) + " of the time (links between switches: " +
                PercentOf(link.mean) + "); " + AdviceOnBottleneck(noted.scenario) +
                RepairsOf(noted.run, noted.scenario->rto.minUs)};
}

/// All kinds, in the order in which they are printed.
const NoteRow kRows[]{
    {ShareOfCollisions, NoteOnCollisions, 0.01, NoteOn::Worst},
    {JobsWithoutSwitch, NoteOnSwitches},
    {UnsummedResults,
     [](const NotedRun&) -> FieldNote {
         return {"systems", "had no sum in a switch: PSes have summed all"};
     }},
    {CollectivesBy<OtherWay::Cause::Operation>, NoteOnOperations},
    {CollectivesBy<OtherWay::Cause::Admission>, NoteOnAdmission},
    {CollectivesBy<OtherWay::Cause::Servers>, NoteOnServers},
    {ShareOfNeedless, NoteOnNeedless, 0.001, NoteOn::Worst},
    {[](const NotedRun& noted) -> double {
         return noted.run.idleUplinks ? noted.run.idleUplinks->idle : 0;
     },
     NoteOnIdle},
    {DropsBesidePauses, NoteOnPauses},
    {[](const NotedRun& noted) { return noted.run.packetHops == 0 ? noted.run.makespanMs : 0; },
     NoteOnSilence},
    {[](const NotedRun& noted) -> double {
         return noted.run.stacked ? noted.run.stacked->servers : 0;
     },
     [](const NotedRun& noted) -> FieldNote {
         return {"byteps.servers",
                 "put " + std::to_string(noted.run.stacked->servers) +
                     " servers of a job on one host, whose link sent to it for " +
                     PercentOf(noted.run.stacked->load) + " of the time"};
     }},
    {[](const NotedRun& noted) { return noted.run.paddingShare; }, NoteOnPadding, 0.1},
    {ShareOfJitter, NoteOnJitter, 0.5},
    {TasksWithoutCollision, NoteOnEqualTimes, 1},
    {ShareOfShortJobs, NoteOnShortJobs, 0.5, NoteOn::Jobs},
    {LoadOfBottleneck, NoteOnBottleneck, 0, NoteOn::All}};

void
AddName(const std::string& name, std::vector<std::string>& names)
{
    if (std::find(names.begin(), names.end(), name) == names.end())
    {
        names.push_back(name);
    }
}

/// Adds the notes of a row.
void
AddNotes(const NoteRow& row,
         const ValidScenario& scenario,
         const std::vector<RunResult>& results,
         std::vector<FieldNote>& notes)
{
    double most = row.least;
    const RunResult* worst = nullptr;
    std::vector<std::string> systems;
    for (const RunResult& result : results)
    {
        const NotedRun noted{scenario, result, *FindSystem(result.system)};
        const double measured = row.measure(noted);
        if (measured > row.least && row.runs == NoteOn::Each)
        {
            const FieldNote note = row.note(noted);
            const auto same = std::find_if(notes.begin(), notes.end(), [&](const FieldNote& one) {
                return one.field == note.field && one.text == note.text;
            });
            AddName(result.system,
                    (same != notes.end() ? *same : notes.emplace_back(note)).systems);
        }
        else if (measured > row.least)
        {
            AddName(result.system, systems);
            worst = measured > most ? &result : worst;
            most = std::max(most, measured);
        }
    }
    if (worst)
    {
        FieldNote note = row.note({scenario, *worst, *FindSystem(worst->system), systems});
        note.systems = row.runs == NoteOn::Worst ? std::vector<std::string>{worst->system}
                       : row.runs == NoteOn::All ? systems
                                                 : std::vector<std::string>();
        notes.push_back(std::move(note));
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
    std::vector<FieldNote> notes;
    for (const NoteRow& row : kRows)
    {
        AddNotes(row, scenario, results, notes);
    }
    return notes;
}

} // namespace ns3::esa
