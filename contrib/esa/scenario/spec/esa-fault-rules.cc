// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Number of workers of a job.
std::size_t
WorkersOf(const Scenario& scenario, uint32_t job)
{
    const auto& placed = scenario.placement.jobs;
    return job < placed.size() ? placed[job].workerHosts.size() : scenario.jobs.workers;
}

/// Place of the first of a link's faults that needs repair; empty if none does.
std::string
HarmOf(const ScenarioDraft& draft, const LinkFaultSpec& spec)
{
    for (const auto member : {&LinkFaultSpec::lossProbability,
                              &LinkFaultSpec::burstProbability,
                              &LinkFaultSpec::duplicateProbability,
                              &LinkFaultSpec::reorderProbability})
    {
        if (spec.*member > 0)
        {
            return draft.PointerOf(spec.*member);
        }
    }
    if (!spec.lostPackets.empty())
    {
        return draft.PointerOf(spec.lostPackets);
    }
    return spec.down.empty() ? "" : draft.PointerOf(spec.down);
}

/// Place of the first fault that needs repair; empty if none does.
std::string
FirstHarm(const ScenarioDraft& draft)
{
    const Scenario::Faults& faults = draft->faults;
    std::string harm = HarmOf(draft, faults.everyLink);
    for (auto entry = faults.linkEntries.begin(); entry != faults.linkEntries.end(); ++entry)
    {
        harm = harm.empty() ? HarmOf(draft, entry->spec) : harm;
    }
    if (harm.empty() && !faults.psFailures.empty())
    {
        harm = draft.PointerOf(faults.psFailures);
    }
    if (harm.empty() && !faults.failures.empty())
    {
        harm = draft.PointerOf(faults.failures);
    }
    return harm;
}

/// Whether a job of this number exists; if not, an error is appended.
bool
CheckJobNumber(ScenarioDraft& draft, const uint32_t& job)
{
    const uint32_t jobs = draft->jobs.count;
    if (job < jobs)
    {
        return true;
    }
    draft.Refuse(job,
                 "a job number from 0 to " + std::to_string(jobs - 1) + " (" +
                     draft.Quote(draft->jobs.count) + ")");
    return false;
}

/// Checks that faults of links name existing hosts, and times that end after they begin.
void
CheckLinkFaults(ScenarioDraft& draft)
{
    for (const LinkFaultEntry& entry : draft->faults.linkEntries)
    {
        CheckHostNumbers(draft, entry.hosts);
        for (const LinkFaultSpec::Outage& time : entry.spec.down)
        {
            draft.Require(time.untilUs > time.fromUs, time.untilUs, draft.Above(time.fromUs));
        }
    }
}

/// Checks that pauses and restarts name existing jobs and workers.
void
CheckServerFaults(ScenarioDraft& draft)
{
    for (const WorkerPauseSpec& pause : draft->faults.workerPauses)
    {
        if (!CheckJobNumber(draft, pause.job))
        {
            continue;
        }
        const std::size_t workers = WorkersOf(*draft, pause.job);
        draft.Require(pause.worker < workers,
                      pause.worker,
                      "a worker of job " + std::to_string(pause.job) + ", from 0 to " +
                          std::to_string(workers - 1));
    }
    for (const PsFailureSpec& failure : draft->faults.psFailures)
    {
        CheckJobNumber(draft, failure.job);
        draft.Require(failure.isForGood || failure.untilUs >= failure.atUs,
                      failure.untilUs,
                      draft.AtLeast(failure.atUs));
    }
}

/// Checks that a link exists, if one is named.
void
CheckLinkName(ScenarioDraft& draft, const std::vector<std::string>& between)
{
    draft.Require(
        between.empty() ||
            !LinksBetween(draft->routes->Graph(), between.front(), between.back()).empty(),
        between,
        "the names of two nodes that a link connects");
}

/// Checks that what is slow exists.
void
CheckSlow(ScenarioDraft& draft)
{
    for (const SlowSpec& entry : draft->faults.slow)
    {
        CheckHostNumbers(draft, entry.hosts);
        CheckLinkName(draft, entry.between);
    }
}

/// Checks that each failure ends after it begins, and that the link or switch exists.
void
CheckFailures(ScenarioDraft& draft)
{
    for (const FailureSpec& entry : draft->faults.failures)
    {
        draft.Require(entry.isForGood || entry.untilUs > entry.atUs,
                      entry.untilUs,
                      draft.Above(entry.atUs));
        CheckLinkName(draft, entry.between);
        const std::vector<TopologyNode>& nodes = draft->routes->Graph().nodes;
        const bool isSwitch = std::any_of(nodes.begin(), nodes.end(), [&entry](const auto& node) {
            return node.role == NodeRole::Switch && node.name == entry.switchName;
        });
        draft.Require(entry.switchName.empty() || isSwitch,
                      entry.switchName,
                      "the name of a switch");
    }
}

/// Whether packets between racks may take other paths because of a failure.
bool
ConcernsPaths(const TopologyRoutes& routes, const FailureSpec& entry)
{
    const TopologyGraph& graph = routes.Graph();
    const auto& racks = routes.Racks();
    const bool isRack = std::any_of(racks.begin(), racks.end(), [&](std::size_t rack) {
        return graph.nodes[rack].name == entry.switchName; // no path leads through it
    });
    return !isRack && !RouteChanges(graph, {FailureOf(entry, graph)}, Picoseconds(0)).empty();
}

/// Checks that paths which have to change pass no switch that sums: its sums would
/// then be elsewhere.
void
CheckSumsStay(ScenarioDraft& draft)
{
    const std::string sumInSwitches = SystemsWhere(draft.Written(), &SystemRecord::SumsInSwitches);
    const auto& failures = draft->faults.failures;
    const bool doPathsChange =
        draft->routes && std::any_of(failures.begin(), failures.end(), [&](const auto& entry) {
            return ConcernsPaths(*draft->routes, entry);
        });
    if (sumInSwitches.empty() || !doPathsChange)
    {
        return;
    }
    const std::string reason = " with " + draft.PointerOf(failures) +
                               " of links between switches, as sums stay where they are";
    draft.Require(draft->aggregation.levels != AggregationLevels::All ||
                      !draft->aggregation.jobs.empty(),
                  draft->aggregation.levels,
                  OneOf({"one", "two"}) + reason);
    draft.Require(draft->aggregation.jobs.empty(), draft->aggregation.jobs, NoElements() + reason);
}

/// Checks that recovery is enabled if a fault would stop a job for ever.
void
CheckRecovery(ScenarioDraft& draft)
{
    const std::string harm = FirstHarm(draft);
    draft.Require(harm.empty() || draft->recovery.enabled,
                  draft->recovery.enabled,
                  Only(true) + " where " + harm + " causes faults that need repair");
}

/// @return at how many times workers may be lost for good
std::size_t
TimesOfLosses(const Scenario::Faults& faults)
{
    std::set<double> times;
    for (const WorkerPauseSpec& pause : faults.workerPauses)
    {
        if (pause.isForGood)
        {
            times.insert(pause.atUs);
        }
    }
    for (const FailureSpec& failure : faults.failures)
    {
        if (failure.isForGood)
        {
            times.insert(failure.atUs);
        }
    }
    return times.size();
}

/// Checks that jobs can go on without a worker: no other worker has the data that other operations
/// than an all-reduce need, and a smaller job has a number of its own.
void
CheckOnLostWorker(ScenarioDraft& draft)
{
    const OnLostWorker& onLost = draft->faults.onLostWorker;
    if (onLost == OnLostWorker::Stop)
    {
        return;
    }
    draft.Require(draft->trace.file.empty() && draft->trace.jobs.empty() &&
                      draft->execution.traces.empty(),
                  onLost,
                  Only("stop") + " with a trace, which says which workers a job has");
    draft.Require(draft->jobs.collective == CollectiveKind::AllReduce,
                  onLost,
                  Only("stop") + " with " + draft.Quote(draft->jobs.collective) +
                      ": only an all-reduce can do without the data of a lost worker");
    const bool isShort = !SystemsWith(draft.Written(), FrameFormat::SwitchMl).empty();
    const std::size_t numbers = isShort ? kMaxSwitchMlJobs : std::size_t{1} << 16;
    const std::size_t times = TimesOfLosses(draft->faults);
    draft.Require(draft->jobs.count * (times + 1) <= numbers,
                  onLost,
                  Only("stop") + " with " + draft.Quote(draft->jobs.count) + " and losses at " +
                      std::to_string(times) +
                      " times: a job gets a new number at each of them, and headers have " +
                      std::to_string(numbers) + " numbers");
}

void
CheckPsFailures(ScenarioDraft& draft)
{
    const auto& failures = draft->faults.psFailures;
    const std::string keepNoResults = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.onSwitch.resultSource == ResultSource::ParameterServer;
    });
    const std::string hostsSum = SystemsWhere(draft.Written(), &SystemRecord::SumsInHosts);
    if (failures.empty())
    {
        return;
    }
    draft.Require(keepNoResults.empty(),
                  failures,
                  NoElements() + " with " + keepNoResults +
                      " (workers keep no results, so a PS that starts again empty loses those "
                      "that some workers still lack)");
    draft.Require(hostsSum.empty(),
                  failures,
                  NoElements() + " with " + hostsSum +
                      " (failures of their servers are not modelled)");
}

} // namespace

void
ApplyFaultRules(ScenarioDraft& draft)
{
    CheckLinkFaults(draft);
    CheckServerFaults(draft);
    CheckSlow(draft);
    CheckFailures(draft);
    CheckSumsStay(draft);
    CheckPsFailures(draft);
    CheckOnLostWorker(draft);
    CheckRecovery(draft);
}

} // namespace ns3::esa
