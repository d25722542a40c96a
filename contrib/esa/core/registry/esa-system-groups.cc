// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system-groups.h"

#include "esa-system-registry.h"

#include "ns3/esa-host-sum.h"

#include <algorithm>

namespace ns3::esa
{

bool
NeedsSwitches(const SystemRecord& record)
{
    return !record.SumsInHosts() || record.onHost.sum->hasSwitches;
}

const std::array<SystemGroup, 3>&
SystemGroups()
{
    static const std::array<SystemGroup, 3> groups{{
        {"all", [](const SystemRecord&) { return true; }, "all systems"},
        {"in_switches", &NeedsSwitches, "those that need switches that sum"},
        {"in_hosts",
         [](const SystemRecord& record) { return !NeedsSwitches(record); },
         "the others"},
    }};
    return groups;
}

std::vector<std::string>
WithoutGroups(const std::vector<std::string>& names)
{
    const auto groupOf = [](const std::string& name) {
        const auto& groups = SystemGroups();
        const auto found = std::find_if(groups.begin(), groups.end(), [&name](const auto& group) {
            return name == group.name;
        });
        return found == groups.end() ? nullptr : &*found;
    };
    std::vector<std::string> systems;
    for (const std::string& name : names)
    {
        const SystemGroup* const group = groupOf(name);
        if (!group)
        {
            systems.push_back(name);
            continue;
        }
        for (const SystemRecord& record : Systems())
        {
            const bool isNamed =
                std::find(names.begin(), names.end(), record.name) != names.end() ||
                std::find(systems.begin(), systems.end(), record.name) != systems.end();
            if (group->has(record) && !isNamed)
            {
                systems.emplace_back(record.name);
            }
        }
    }
    return systems;
}

} // namespace ns3::esa
