// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-run-autos.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-scenario-choices.h"

#include <set>

namespace ns3::esa
{
namespace
{

/// Jobs and process groups by a value of a field.
using Counts = std::map<std::string, uint32_t>;

/// @return the value, or all values and how many have them
std::string
InWords(const Counts& counts)
{
    if (counts.size() == 1)
    {
        return counts.begin()->first;
    }
    std::string words;
    for (const auto& [value, count] : counts)
    {
        words += (words.empty() ? "" : ", ") + value + " for " + std::to_string(count);
    }
    return words + " jobs and process groups";
}

/// Counts what stood for "auto" in a job.
void
Count(const Scenario& scenario, const TrainingJob& job, std::map<std::string, Counts>& fields)
{
    const SystemRecord& system = job.system->Record();
    if (system.SumsInHosts())
    {
        if (scenario.flow.protocol == FlowProtocol::Auto &&
            system.onHost.sum->pattern != StepPattern::None)
        {
            ++fields["flow.protocol"][ChoiceName(job.protocol)];
        }
        if (scenario.flow.paths == FlowPaths::Auto)
        {
            ++fields["flow.paths"][ChoiceName(scenario.PathsOfFlows())];
        }
        return;
    }
    const MemoryLayout memory = system.onSwitch.memory;
    if (scenario.switchNode.aggregatorIndex == IndexRule::Auto &&
        memory == MemoryLayout::SharedPool)
    {
        ++fields["switch.aggregator_index"][ChoiceName(job.pool.rule)];
    }
    if (scenario.window.count == WindowCount::Auto && scenario.recovery.enabled &&
        memory != MemoryLayout::StaticSlots && !system.onHost.repair->needsLossless)
    {
        ++fields["window.counts"][ChoiceName(system.onHost.count)];
    }
}

} // namespace

std::map<std::string, std::string>
AutosOf(const ValidScenario& scenario, const Network& network, const std::string& runner)
{
    std::map<std::string, std::string> autos;
    if (scenario->engine == EngineChoice::Auto)
    {
        autos["engine"] = runner;
    }
    std::map<std::string, Counts> fields;
    std::set<uint16_t> jobs;
    for (const TrainingProcess* worker : network.workers)
    {
        if (jobs.insert(worker->Job()->job).second) // a slow worker has a copy
        {
            Count(*scenario, *worker->Job(), fields);
        }
    }
    for (const auto& [field, counts] : fields)
    {
        autos[field] = InWords(counts);
    }
    return autos;
}

} // namespace ns3::esa
