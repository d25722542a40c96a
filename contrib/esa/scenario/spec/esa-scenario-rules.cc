// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-rules.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3::esa
{

using nlohmann::json;

std::vector<std::vector<ScenarioRule>>
RulePhases()
{
    return {{ApplyTopologyRules},
            {ApplyLevelRules, ApplyPlacementRules},
            {ApplyTreeRules},
            {ApplyMemoryRules,
             ApplyJobRules,
             ApplyJobTraceRules,
             ApplyExecutionRules,
             ApplyTrafficRules,
             ApplyFaultRules}};
}

std::vector<const SystemRecord*>
SystemsOf(const json& config)
{
    std::vector<const SystemRecord*> systems;
    for (const json& name : config.at("systems"))
    {
        systems.push_back(FindSystem(name.get<std::string>()));
    }
    return systems;
}

std::string
NamesWhere(const std::vector<const SystemRecord*>& systems,
           const std::function<bool(const SystemRecord&)>& hasIt)
{
    std::vector<std::string> names;
    for (const SystemRecord* system : systems)
    {
        if (hasIt(*system))
        {
            names.emplace_back(system->name);
        }
    }
    return JoinWords(names);
}

std::string
SystemsWhere(const json& config, const std::function<bool(const SystemRecord&)>& hasIt)
{
    return NamesWhere(SystemsOf(config), [&hasIt](const SystemRecord& system) {
        const SystemRecord* fallback = FallbackOf(system);
        return hasIt(system) || (fallback && hasIt(*fallback));
    });
}

std::string
SystemsWith(const json& config, FrameFormat format)
{
    return SystemsWhere(config,
                        [=](const SystemRecord& system) { return system.onHost.frame == format; });
}

std::string
SystemsWithoutSummingServer(const json& config)
{
    return SystemsWhere(config, [](const SystemRecord& system) {
        return !system.SumsInHosts() && !system.onHost.hasSummingServer;
    });
}

WorkerLimit
LimitOfWorkers(const json& config)
{
    WorkerLimit limit;
    for (const SystemRecord* system : SystemsOf(config))
    {
        limit.most = std::min(limit.most, system->MaxWorkers());
    }
    limit.text = std::to_string(limit.most) + " with " +
                 SystemsWhere(config,
                              [&limit](const SystemRecord& system) {
                                  return system.MaxWorkers() == limit.most;
                              }) +
                 (limit.most == kMaxTreeWorkers ? " (groups of 32 in three levels)"
                                                : " (endpoints of flows have 15 bits)");
    return limit;
}

} // namespace ns3::esa
