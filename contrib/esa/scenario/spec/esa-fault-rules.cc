// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
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

/// Whether a number is 0, or a list empty.
bool
IsNothing(const nlohmann::json& value)
{
    return value == 0 || value.empty();
}

/// Place of the first fault that needs repair; empty if none does.
std::string
FirstHarm(const ScenarioDraft& draft)
{
    std::string harm;
    ForEachMember(FaultRows().fields,
                  &draft->faults,
                  [&](const FieldRow& row, const void* member, const void*, const FieldRows&) {
                      const bool isHarm =
                          row.needsRepair &&
                          (row.kind == RowKind::List ? row.type->size(member) > 0
                                                     : !IsNothing(row.type->value(member)));
                      harm =
                          harm.empty() && isHarm ? draft.PointerOf(member, row.type->index) : harm;
                  });
    return harm;
}

/// Checks that a job of this number exists.
void
CheckJobNumber(ScenarioDraft& draft, const uint32_t& job)
{
    const uint32_t jobs = draft->jobs.count;
    draft.Require(job < jobs,
                  job,
                  "a job number from 0 to " + std::to_string(jobs - 1) + " (" +
                      draft.Quote(draft->jobs.count) + ")");
}

/// A field of the same object.
template <typename T>
const T&
Sibling(const void* object, const FieldRows& rows, const std::string& name)
{
    const auto row = std::find_if(rows.begin(), rows.end(), [&name](const FieldRow& one) {
        return one.name == name;
    });
    return *static_cast<const T*>(row->member(object));
}

/// Checks that a worker exists, if its job does.
void
CheckWorker(ScenarioDraft& draft, const uint32_t& worker, uint32_t job)
{
    const std::size_t workers = WorkersOf(*draft, job);
    draft.Require(job >= draft->jobs.count || worker < workers,
                  worker,
                  "a worker of job " + std::to_string(job) + ", from 0 to " +
                      std::to_string(workers - 1));
}

void
CheckSwitch(ScenarioDraft& draft, const std::string& name)
{
    const std::vector<TopologyNode>& nodes = draft->routes->Graph().nodes;
    const bool isSwitch = std::any_of(nodes.begin(), nodes.end(), [&name](const auto& node) {
        return node.role == NodeRole::Switch && node.name == name;
    });
    draft.Require(isSwitch, name, "the name of a switch");
}

/// Checks what a value names, or that its moment follows that of another field.
void
CheckNamed(ScenarioDraft& draft,
           const FieldRow& row,
           const void* member,
           const void* object,
           const FieldRows& rows)
{
    const std::string place = draft.PointerOf(member, row.type->index);
    if (place.empty())
    {
        return;
    }
    if (row.after != nullptr)
    {
        const auto& begin = Sibling<double>(object, rows, row.after);
        const double end = row.type->value(member).get<double>();
        if (row.mayBeEqual ? end < begin : end <= begin)
        {
            draft.RefuseAt(place, row.mayBeEqual ? draft.AtLeast(begin) : draft.Above(begin));
        }
    }
    switch (row.named)
    {
    case Named::Hosts:
        CheckHostNumbers(draft, *static_cast<const std::vector<uint32_t>*>(member));
        return;
    case Named::LinkEnds: {
        const auto& ends = *static_cast<const std::vector<std::string>*>(member);
        draft.Require(!LinksBetween(draft->routes->Graph(), ends.front(), ends.back()).empty(),
                      ends,
                      "the names of two nodes that a link connects");
        return;
    }
    case Named::Switch:
        CheckSwitch(draft, *static_cast<const std::string*>(member));
        return;
    case Named::Job:
        CheckJobNumber(draft, *static_cast<const uint32_t*>(member));
        return;
    case Named::Worker:
        CheckWorker(draft,
                    *static_cast<const uint32_t*>(member),
                    Sibling<uint32_t>(object, rows, "job"));
        return;
    case Named::Nothing:
    case Named::Moment:
    case Named::Duration:
    case Named::Positions:
        return;
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

/// Checks that nothing is lost or copied where a system repairs nothing.
void
CheckLossless(ScenarioDraft& draft)
{
    const std::string systems = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.onHost.repair && system.onHost.repair->needsLossless;
    });
    if (systems.empty())
    {
        return;
    }
    const std::string why = " with " + systems + ", whose links lose and copy nothing";
    if (const std::string harm = FirstHarm(draft); !harm.empty())
    {
        draft.RefuseAt(harm, "absent" + why);
    }
    draft.Require(draft->link.queueBytes == 0 || draft->link.pfc.enabled,
                  draft->link.queueBytes,
                  Only(0) + why + ", unless link.pfc.enabled is true");
}

/// @return at how many times workers may be lost for good
std::size_t
TimesOfLosses(const Scenario::Faults& faults)
{
    std::set<double> times;
    for (const WorkerPauseSpec& pause : faults.workerPauses)
    {
        if (!pause.durationUs)
        {
            times.insert(pause.atUs);
        }
    }
    for (const FailureSpec& failure : faults.failures)
    {
        if (!failure.untilUs)
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
    ForEachMember(
        FaultRows().fields,
        &draft->faults,
        [&draft](const FieldRow& row,
                 const void* member,
                 const void* object,
                 const FieldRows& rows) { CheckNamed(draft, row, member, object, rows); });
    CheckSumsStay(draft);
    CheckPsFailures(draft);
    CheckOnLostWorker(draft);
    CheckRecovery(draft);
    CheckLossless(draft);
}

} // namespace ns3::esa
