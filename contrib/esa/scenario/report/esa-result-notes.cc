// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3::esa
{
namespace
{

constexpr double kManyCollisions = 0.01; ///< of the tasks, with tasks of the same job
constexpr uint64_t kFewNeedless = 1000;  ///< one of so many packet hops is not worth a note

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
    const std::string times = "the job of " + most->system + " collides with itself " +
                              std::to_string(most->collisions) + " times, " +
                              ShortNumber(100 * share) + " % of its tasks";
    const IndexRule rule = IndexRuleOf(*scenario);
    if (rule != IndexRule::Linear && rule != IndexRule::Auto)
    {
        return {{"switch.aggregator_index", "is a hash: " + times + "; auto never does that"}};
    }
    // An index in the order of the tasks repeats itself when the memory is full.
    const double window = LargestWindow(*scenario, *FindSystem(most->system));
    const double tasks =
        window > 0 ? window : static_cast<double>(most->resultsChecked) / scenario->jobs.workers;
    return {{"switch.memory_bytes",
             "holds fewer tasks than the window: " + times + "; " +
                 ShortNumber(tasks * scenario->systemParameters.at("switch.aggregator_bytes")) +
                 " would hold " + ShortNumber(tasks)}};
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
    const uint32_t more = scenario->aggregation.trees + 1;
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
        notes.push_back({"systems",
                         "no switch summed anything with " + JoinWords(systems, ", ") +
                             ": hosts or PSes have summed all"});
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
        notes.push_back({"rto.min_us",
                         "is " + ShortNumber(scenario->rto.minUs) + ": " + most->system + " sent " +
                             std::to_string(most->remindersWorker) +
                             " packets again, and none was lost"});
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

std::vector<FieldNote>
NotesOnFields(const ValidScenario& scenario, const std::vector<RunResult>& results)
{
    std::vector<FieldNote> notes = NotesOnCollisions(scenario, results);
    NoteUnsummed(scenario, results, notes);
    NoteNeedless(scenario, results, notes);
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
        notes.push_back({"aggregation.levels",
                         JoinWords(systems, ", ") + ": sums of several racks meet at " + place +
                             ", which was busy for " + PercentOf(link.load) +
                             " of the time (links between switches: " + PercentOf(link.mean) +
                             "); " + advice + RepairsOf(*most, scenario->rto.minUs)});
    }
    return notes;
}

} // namespace ns3::esa
