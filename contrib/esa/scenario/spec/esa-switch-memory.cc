/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-memory.h"

#include "esa-default-placement.h"

#include "ns3/esa-summing-switches.h"

#include <algorithm>
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

/// By node of a fat tree or graph: the number of a switch in EsaFabric::Switches().
std::map<std::size_t, RackId>
NumbersOf(const TopologyRoutes& routes)
{
    std::map<std::size_t, RackId> numbers;
    uint32_t next = 0;
    for (const std::size_t rack : routes.Racks())
    {
        numbers[rack] = RackId{next++};
    }
    for (std::size_t node = 0; node < routes.Graph().nodes.size(); ++node)
    {
        if (routes.Graph().nodes[node].role == NodeRole::Switch && routes.LevelOf(node) > 0)
        {
            numbers[node] = RackId{next++};
        }
    }
    return numbers;
}

/// The ways of jobs between racks.
class Ways
{
  public:
    /// @param scenario the scenario; outlives this
    explicit Ways(const Scenario& scenario)
        : m_scenario(scenario)
    {
        if (scenario.routes)
        {
            m_numbers = NumbersOf(*scenario.routes);
        }
    }

    /// @return the switches on the way of a job's tree, in order, without those of both racks
    std::vector<RackId> Between(RackId from, RackId to, uint16_t job, uint32_t tree) const
    {
        if (!m_scenario.routes)
        {
            const Scenario::Topology& topology = m_scenario.topology;
            return {RackId{topology.racks + (job + tree) % topology.spines}};
        }
        const TopologyRoutes& routes = *m_scenario.routes;
        const uint64_t key = TopologyRoutes::KeyOfJob(job, to);
        std::vector<RackId> way;
        std::size_t at = routes.Racks()[ToNumber(from)];
        while (true)
        {
            at = routes.OtherEnd(routes.LinkTowards(at, to, key, tree), at);
            if (at == routes.Racks()[ToNumber(to)])
            {
                return way;
            }
            way.push_back(m_numbers.at(at));
        }
    }

  private:
    const Scenario& m_scenario;              ///< the scenario
    std::map<std::size_t, RackId> m_numbers; ///< of switches, by node
};

/// How the members of a job are spread over racks.
JobRacks
RacksOf(const Scenario& scenario, const Ways& ways, const JobPlacement& place, uint16_t job)
{
    std::vector<RackId> rackOf;
    for (const uint32_t host : place.workerHosts)
    {
        rackOf.push_back(RackId{scenario.RackOf(host)});
    }
    const RackId home{scenario.RackOf(place.psHost)};
    return MakeJobRacks(
        scenario.aggregation.levels,
        rackOf,
        home,
        [&](RackId from, uint32_t tree) { return ways.Between(from, home, job, tree); },
        kMostFanIn,
        scenario.aggregation.trees);
}

} // namespace

std::size_t
MemoryLevels(const Scenario::Topology& topology)
{
    switch (topology.kind)
    {
    case TopologyKind::LeafSpine:
        return 2;
    case TopologyKind::FatTree:
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

std::vector<ScenarioSwitch>
ScenarioSwitches(const Scenario& scenario)
{
    std::vector<ScenarioSwitch> switches;
    if (!scenario.routes)
    {
        for (uint32_t rack = 0; rack < scenario.topology.racks; ++rack)
        {
            switches.push_back(OfLevel(scenario, "rack" + std::to_string(rack), 1));
        }
        for (uint32_t spine = 0; scenario.topology.racks > 1 && spine < scenario.topology.spines;
             ++spine)
        {
            switches.push_back(OfLevel(scenario, "spine" + std::to_string(spine), 2));
        }
        return switches;
    }
    const TopologyRoutes& routes = *scenario.routes;
    const std::map<std::size_t, RackId> numbers = NumbersOf(routes);
    switches.resize(numbers.size());
    for (const auto& [node, number] : numbers)
    {
        ScenarioSwitch& made = switches[ToNumber(number)];
        made = OfLevel(scenario, routes.Graph().nodes[node].name, routes.LevelOf(node) + 1U);
        const std::vector<NodeSpec>& specs = scenario.topology.graph.nodes;
        if (node < specs.size() && specs[node].memoryBytes != NodeSpec::kUsualMemory)
        {
            made.memoryField = "/topology/graph/nodes/" + std::to_string(node) + "/memory_bytes";
            made.memoryBytes = specs[node].memoryBytes;
        }
    }
    return switches;
}

std::map<std::size_t, std::string>
SwitchesThatSum(const Scenario& scenario)
{
    std::map<std::size_t, std::string> summing;
    if (!scenario.trace.jobs.empty() || !scenario.execution.traces.empty())
    {
        const std::size_t switches = ScenarioSwitches(scenario).size();
        const bool areAll = scenario.aggregation.levels == AggregationLevels::All;
        for (std::size_t i = 0; i < (areAll ? switches : scenario.Racks()); ++i)
        {
            summing[i] = "jobs";
        }
        return summing;
    }
    const std::vector<JobPlacement> jobs =
        scenario.placement.jobs.empty() ? DefaultPlacement(scenario) : scenario.placement.jobs;
    const Ways ways(scenario);
    for (std::size_t job = 0; job + scenario.jobs.rings < jobs.size(); ++job)
    {
        const JobRacks racks = RacksOf(scenario, ways, jobs[job], static_cast<uint16_t>(job));
        for (const RackId number : SummingSwitches(racks))
        {
            summing.emplace(ToNumber(number), "job " + std::to_string(job));
        }
    }
    return summing;
}

} // namespace ns3::esa
