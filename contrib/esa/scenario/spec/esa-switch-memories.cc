/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-memories.h"

#include "esa-group-rules.h"
#include "esa-placement-rules.h"
#include "esa-switch-memory.h"
#include "esa-topology-rules.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace ns3::esa
{
namespace
{

/// Whether the network and the jobs in it are known: without errors there.
bool
KnowsJobs(const ScenarioDraft& draft)
{
    for (const char* const read : {"/systems",
                                   "/topology",
                                   "/link",
                                   "/switch/level_memory_bytes",
                                   "/aggregation",
                                   "/jobs",
                                   "/placement",
                                   "/trace",
                                   "/execution"})
    {
        if (!draft.IsRead(read))
        {
            return false;
        }
    }
    ConfigErrors errors;
    for (const auto check : {CheckTopology,
                             CheckMemoryLevels,
                             CheckTrees,
                             CheckDefaultPlacement,
                             CheckWorkers,
                             CheckRacks,
                             CheckPlacementSizes,
                             CheckPlacementHosts})
    {
        check(draft, errors);
    }
    return errors.empty() && draft.KnowsNetwork() && draft->jobs.rings <= draft->jobs.count;
}

} // namespace

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
    if (!KnowsJobs(draft))
    {
        return {};
    }
    const std::vector<ScenarioSwitch> switches = ScenarioSwitches(*draft);
    const std::map<std::size_t, std::string> summing = SwitchesThatSum(*draft);
    const bool areAll = draft->aggregation.levels == AggregationLevels::All;
    const std::size_t used = areAll ? switches.size() : draft->Racks();
    std::vector<SwitchMemory> memories;
    std::map<std::string, std::size_t> placeOf; // by field
    for (std::size_t i = 0; i < used; ++i)
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
    if (summing.empty() && std::all_of(memories.begin(), memories.end(), [](const auto& memory) {
            return memory.bytes == 0;
        }))
    {
        memories.front().isNeeded = true;
        memories.front().why = "; some switch has memory";
    }
    return memories;
}

void
CheckMemoryLevels(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const std::vector<uint64_t>& written = draft->switchNode.levelMemoryBytes;
    const Scenario::Topology& topology = draft->topology;
    const std::size_t levels = MemoryLevels(topology);
    if (written.empty() || written.size() == levels)
    {
        return;
    }
    draft.Refuse(errors,
                 written,
                 (levels == 2   ? "[] or a list of two, of racks and spines,"
                  : levels == 3 ? "[] or a list of three, of edge, aggregation and core switches,"
                                : "[]") +
                     std::string(" with ") + draft.Quote(topology.kind) +
                     (levels == 0 ? ", whose nodes have memory_bytes" : ""));
}

} // namespace ns3::esa
