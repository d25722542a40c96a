// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_MEMORY_H
#define ESA_SWITCH_MEMORY_H

#include "esa-scenario-draft.h"
#include "esa-scenario.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A switch of a scenario's network.
struct ScenarioSwitch
{
    std::string name;        ///< as in the topology; else rack0, ..., spine0, ...
    uint32_t level{1};       ///< 1 with hosts, else one more than the lowest switch below it
    std::string memoryField; ///< JSON pointer of the field for its memory
    uint64_t memoryBytes{0}; ///< its memory
};

/// @return how many levels of switches a topology has, as in switch.level_memory_bytes; 0: any
std::size_t SwitchLevels(TopologyKind kind);

/// @return whether switches may have other memory than switch.memory_bytes
bool HasMemoryOfItsOwn(const Scenario& scenario);

/// @return how tasks find their aggregators. Auto: by the system's own rule. Where that rule cannot
/// work it is another one: it needs equal switches, a largest window, and one that is in order.
IndexRule IndexRuleOf(const Scenario& scenario);

/// @param scenario a scenario with a network, and with memory for each of its levels or
/// none
/// @return the switches in the order of EsaFabric::Switches(): switches of racks, then the others
std::vector<ScenarioSwitch> ScenarioSwitches(const Scenario& scenario);

/// A field for the memory of switches.
struct SwitchMemory
{
    std::string field;   ///< JSON pointer of its place
    uint64_t bytes{0};   ///< its value
    bool isNeeded{true}; ///< whether one of these switches sums for a job
    std::string why;     ///< which, for the end of a message; empty: it holds for all switches
};

/// @return the memory of switches that have none of their own
SwitchMemory UsualMemory(const ScenarioDraft& draft);

/// Lists the memories of the switches that may sum.
/// @param draft a scenario whose jobs have hosts @return each field once
std::vector<SwitchMemory> MemoriesOf(const ScenarioDraft& draft);

} // namespace ns3::esa

#endif // ESA_SWITCH_MEMORY_H
