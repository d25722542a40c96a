/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_MEMORY_H
#define ESA_SWITCH_MEMORY_H

#include "esa-scenario.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A switch of a scenario's network.
struct ScenarioSwitch
{
    std::string name;        ///< as in the topology; else rack0, ..., spine0, ...
    uint32_t level{1};       ///< 1 with hosts, else one more than the lowest switch below it
    std::string memoryField; ///< JSON pointer of the field that says how much memory it has
    uint64_t memoryBytes{0}; ///< its memory
};

/**
 * @ingroup esa
 * @return how many levels of switches switch.level_memory_bytes has there; 0: none, as nodes have
 *         memory_bytes
 */
std::size_t MemoryLevels(const Scenario::Topology& topology);

/**
 * @ingroup esa
 * @return whether switches may have other memory than switch.memory_bytes
 */
bool HasMemoryOfItsOwn(const Scenario& scenario);

/**
 * @ingroup esa
 * @param scenario a scenario whose network is known, and with memory for each of its levels or none
 * @return the switches in the order of EsaFabric::Switches(): those of racks, then the others
 */
std::vector<ScenarioSwitch> ScenarioSwitches(const Scenario& scenario);

/**
 * @ingroup esa
 * @brief Finds the switches that need memory, by the ways that jobs take.
 * @param scenario a scenario whose jobs have room
 * @return by place in ScenarioSwitches(): a job that the switch sums for, in words. Where jobs come
 * and go, or execution traces say which jobs there are, any switch that may sum counts.
 */
std::map<std::size_t, std::string> SwitchesThatSum(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_SWITCH_MEMORY_H
