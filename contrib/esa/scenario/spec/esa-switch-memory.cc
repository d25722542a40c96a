// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-draft.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ns3::esa
{

namespace
{

constexpr const char* kUsualField = "/switch/memory_bytes";
constexpr const char* kLevelField = "/switch/level_memory_bytes";

/// A switch with the memory of its level.
ScenarioSwitch
OfLevel(const Scenario& scenario, std::string name, uint32_t level)
{
    const std::vector<uint64_t>& levels = scenario.switchNode.levelMemoryBytes;
    if (levels.empty())
    {
        return {std::move(name), level, kUsualField, scenario.switchNode.memoryBytes};
    }
    const std::size_t place = level - 1;
    return {std::move(name),
            level,
            std::string(kLevelField) + "/" + std::to_string(place),
            levels.at(place)};
}

/// @return the switches of ScenarioSwitches() that may sum; they come first
std::vector<ScenarioSwitch>
SwitchesThatMaySum(const Scenario& scenario)
{
    std::vector<ScenarioSwitch> switches = ScenarioSwitches(scenario);
    if (!scenario.aggregation.Rule().DoSpinesSum())
    {
        switches.resize(scenario.Racks());
    }
    return switches;
}

/// @return whether switches that may sum have different memory
bool
IsMemoryDifferent(const Scenario& scenario)
{
    if (!HasMemoryOfItsOwn(scenario))
    {
        return false;
    }
    std::set<uint64_t> sizes;
    for (const ScenarioSwitch& node : SwitchesThatMaySum(scenario))
    {
        sizes.insert(node.memoryBytes);
    }
    sizes.erase(0); // a switch without memory has no aggregators to choose from
    return sizes.size() > 1;
}

/// Finds the switches that need memory, by the paths that jobs take.
/// @return by place in ScenarioSwitches(): a job that the switch sums for, in words. Where jobs
/// come and go, or execution traces list the jobs, any switch that may sum counts.
std::map<std::size_t, std::string>
SwitchesThatSum(const Scenario& scenario)
{
    std::map<std::size_t, std::string> summing;
    if (!scenario.trace.jobs.empty() || !scenario.execution.traces.empty())
    {
        const std::size_t switches = SwitchesThatMaySum(scenario).size();
        for (std::size_t i = 0; i < switches; ++i)
        {
            summing[i] = "jobs";
        }
        return summing;
    }
    const std::vector<JobPlacement> jobs = PlacesOfJobs(scenario);
    for (std::size_t job = 0; job + scenario.jobs.rings < jobs.size(); ++job)
    {
        const AggregationPlan racks = RacksOfJob(scenario, jobs[job], static_cast<uint16_t>(job));
        for (const SwitchId number : SummingSwitches(racks))
        {
            summing.emplace(ToNumber(number), "job " + std::to_string(job));
        }
    }
    return summing;
}

} // namespace

std::size_t
SwitchLevels(TopologyKind kind)
{
    switch (kind)
    {
    case TopologyKind::LeafSpine:
        return 2;
    case TopologyKind::FatTree:
        return 3;
    case TopologyKind::Servers:
        return 3;
    case TopologyKind::Graph:
        break;
    }
    return 0;
}

bool
HasMemoryOfItsOwn(const Scenario& scenario)
{
    const std::vector<NodeSpec>& nodes = scenario.topology.graph.nodes;
    return !scenario.switchNode.levelMemoryBytes.empty() ||
           std::any_of(nodes.begin(), nodes.end(), [](const NodeSpec& node) {
               return node.memoryBytes != NodeSpec::kUsualMemory;
           });
}

IndexRule
IndexRuleOf(const Scenario& scenario)
{
    const IndexRule chosen = scenario.switchNode.aggregatorIndex;
    if (chosen != IndexRule::Auto)
    {
        return chosen;
    }
    if (IsMemoryDifferent(scenario))
    {
        return IndexRule::Mix64; // others would give neighbours the same aggregator
    }
    const bool isOutOfOrder =
        scenario.recovery.enabled && scenario.window.count == WindowCount::Outstanding;
    return isOutOfOrder || scenario.window.maxPackets == 0 ? IndexRule::Linear : IndexRule::Auto;
}

double
LargestWindow(const Scenario& scenario, const SystemRecord& system)
{
    const SystemParameter* const cap = system.onHost.windowCap;
    const double own = cap ? scenario.systemParameters.at(cap->field) : 0;
    if (system.onSwitch.memory == MemoryLayout::StaticSlots)
    {
        return own;
    }
    const double shared = scenario.window.maxPackets;
    return own > 0 && shared > 0 ? std::min(own, shared) : std::max(own, shared);
}

std::vector<ScenarioSwitch>
ScenarioSwitches(const Scenario& scenario)
{
    std::vector<ScenarioSwitch> switches;
    const TopologyRoutes& routes = *scenario.routes;
    for (const std::size_t node : routes.Switches())
    {
        const std::string& name = routes.Graph().nodes[node].name;
        ScenarioSwitch& made =
            switches.emplace_back(OfLevel(scenario, name, routes.LevelOf(node) + 1U));
        const std::vector<NodeSpec>& specs = scenario.topology.graph.nodes;
        if (node < specs.size() && specs[node].memoryBytes != NodeSpec::kUsualMemory)
        {
            made.memoryField = "/topology/graph/nodes/" + std::to_string(node) + "/memory_bytes";
            made.memoryBytes = specs[node].memoryBytes;
        }
    }
    return switches;
}

double
LeastMemory(const Scenario& scenario)
{
    if (!HasMemoryOfItsOwn(scenario))
    {
        return static_cast<double>(scenario.switchNode.memoryBytes);
    }
    double least = 0;
    for (const ScenarioSwitch& node : SwitchesThatMaySum(scenario))
    {
        const auto bytes = static_cast<double>(node.memoryBytes);
        const bool isSmaller = bytes > 0 && (least == 0 || bytes < least);
        least = isSmaller ? bytes : least;
    }
    return least;
}

SwitchMemory
UsualMemory(const ScenarioDraft& draft)
{
    const uint64_t& bytes = draft->switchNode.memoryBytes;
    return {draft.PointerOf(bytes), bytes, true, ""};
}

std::vector<SwitchMemory>
MemoriesOf(const ScenarioDraft& draft)
{
    if (!HasMemoryOfItsOwn(*draft))
    {
        return {UsualMemory(draft)};
    }
    Scenario scenario = *draft;
    FindSummingSwitches(scenario, draft.Written());
    const std::vector<ScenarioSwitch> switches = SwitchesThatMaySum(scenario);
    const std::map<std::size_t, std::string> summing = SwitchesThatSum(scenario);
    std::vector<SwitchMemory> memories;
    std::map<std::string, std::size_t> placeOf; // by field
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        const ScenarioSwitch& node = switches[i];
        const auto place = placeOf.emplace(node.memoryField, memories.size());
        if (place.second)
        {
            memories.push_back({node.memoryField, node.memoryBytes, false, ""});
        }
        SwitchMemory& memory = memories[place.first->second];
        const auto sums = summing.find(i);
        if (!memory.isNeeded && sums != summing.end())
        {
            memory.isNeeded = true;
            memory.why = "; " + node.name + " sums for " + sums->second;
        }
    }
    if (summing.empty())
    {
        // Jobs whose fragments nobody sums have a part of the memory, too: it limits their windows.
        const auto most = std::max_element(
            memories.begin(),
            memories.end(),
            [](const SwitchMemory& a, const SwitchMemory& b) { return a.bytes < b.bytes; });
        most->isNeeded = true;
        most->why = "; some switch has memory";
    }
    return memories;
}

} // namespace ns3::esa
