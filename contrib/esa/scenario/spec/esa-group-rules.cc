/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-group-rules.h"

#include "esa-switch-memories.h"
#include "esa-systems-with.h"

#include "ns3/esa-group-memory.h"
#include "ns3/esa-json-path.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

const char* const kJobs = "/jobs/count";

/// Workers of the largest job.
uint32_t
LargestJob(const Scenario& scenario)
{
    uint32_t largest = scenario.trace.jobs.empty() ? scenario.jobs.workers : 0;
    for (const TraceJobSpec& job : scenario.trace.jobs)
    {
        largest = std::max(largest, job.workers);
    }
    return largest;
}

/// Whether a job may stand in several racks. If nobody knows the racks, there is another error.
bool
HasSeveralRacks(const ScenarioDraft& draft)
{
    return draft.KnowsNetwork() && draft->Racks() > 1;
}

/// The most trees of a job, and why no more, for a message. No more than enough are counted.
std::pair<uint32_t, std::string>
MaxTrees(const ScenarioDraft& draft, uint32_t enough)
{
    if (!draft.KnowsNetwork())
    {
        return {enough, ""}; // there is another error
    }
    const uint32_t most = draft->routes->MaxTrees(enough);
    return {most,
            draft->Racks() == 1 ? " with one rack"
                                : ", as no switch of a rack has more links with which shortest "
                                  "paths to another rack begin"};
}

/// What is needed, and why, for a message.
std::string
Needed(uint64_t bytes, uint32_t groups, uint32_t workers, const std::string& price)
{
    return "at least " + std::to_string(bytes) + ": a job of " + std::to_string(workers) +
           " workers may have " + std::to_string(groups) +
           " groups of at most 32 at a switch, and each needs a part of its own; " + price;
}

/// Refuses the memory of a system that a job does not get enough of.
void
CheckGroupsOf(const SystemRecord& system,
              const ScenarioDraft& draft,
              uint32_t workers,
              ConfigErrors& errors)
{
    if (system.SumsInHosts() || system.onSwitch.memory == MemoryLayout::SharedPool)
    {
        return;
    }
    const json& config = draft.Written();
    const uint32_t groups = MaxGroupsAtOneSwitch(workers);
    const std::string price = PointerOfPath(system.onSwitch.aggregatorBytes->field);
    const uint64_t needed = WholeNumber(config, price) * groups;
    const std::string why = FieldWithValue(config, price);
    if (system.admission.jobBytes)
    {
        const std::string ofJob = PointerOfPath(system.admission.jobBytes->field);
        if (WholeNumber(config, ofJob) < needed)
        {
            Refuse(errors,
                   config,
                   ofJob,
                   Needed(needed, groups, workers, why) + " (" + system.name + ")");
        }
        return;
    }
    const uint64_t jobs = WholeNumber(config, kJobs);
    for (const SwitchMemory& memory : MemoriesOf(draft))
    {
        if (memory.isNeeded && memory.bytes / jobs < needed)
        {
            Refuse(errors,
                   config,
                   memory.field,
                   Needed(needed * jobs, groups, workers, why) + ", " +
                       FieldWithValue(config, kJobs) + " (" + system.name + ")" + memory.why);
        }
    }
}

} // namespace

void
CheckGroups(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const uint32_t workers = LargestJob(*draft);
    if (workers <= kMaxFanIn)
    {
        return;
    }
    for (const json& name : draft.Written().at("systems"))
    {
        CheckGroupsOf(*FindSystem(name.get<std::string>()), draft, workers, errors);
    }
}

void
CheckLevels(const ScenarioDraft& draft, ConfigErrors& errors)
{
    if (draft->aggregation.levels != AggregationLevels::One || !HasSeveralRacks(draft))
    {
        return;
    }
    const std::string systems = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return !system.SumsInHosts() && !system.onHost.hasSummingServer;
    });
    if (!systems.empty())
    {
        draft.Refuse(errors,
                     draft->aggregation.levels,
                     "\"two\" or \"all\" with " + systems +
                         " (no PS adds what the switches of several racks send)");
    }
}

void
CheckTrees(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const uint32_t& trees = draft->aggregation.trees;
    if (trees == 1)
    {
        return;
    }
    // A system with a fallback has switches that sum the jobs that get memory.
    std::string hostsSum;
    for (const json& name : draft.Written().at("systems"))
    {
        const SystemRecord* system = FindSystem(name.get<std::string>());
        if (system->SumsInHosts())
        {
            hostsSum += (hostsSum.empty() ? "" : ", ") + std::string(system->name);
        }
    }
    if (!hostsSum.empty())
    {
        draft.Refuse(errors, trees, "1 with " + hostsSum + " (hosts sum, not switches)");
    }
    const auto [most, why] = MaxTrees(draft, trees);
    if (trees > most)
    {
        draft.Refuse(errors, trees, (most > 1 ? "1 to " + std::to_string(most) : "1") + why);
    }
}

} // namespace ns3::esa
