/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_MEMORIES_H
#define ESA_SWITCH_MEMORIES_H

#include "esa-scenario-draft.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A field that says how much memory switches have.
struct SwitchMemory
{
    std::string field;   ///< JSON pointer of its place
    uint64_t bytes{0};   ///< its value
    bool isNeeded{true}; ///< whether one of these switches sums for a job
    std::string why;     ///< which, for the end of a message; empty: it is that of all switches
};

/**
 * @ingroup esa
 * @param draft a scenario; switch.memory_bytes was read
 * @return the memory of switches that have none of their own
 */
SwitchMemory UsualMemory(const ScenarioDraft& draft);

/**
 * @ingroup esa
 * @brief Lists the memories of the switches that may sum.
 * @param draft a scenario; switch.memory_bytes was read
 * @return each field once. If it cannot be known yet which switches sum, as there are other errors,
 *         none.
 */
std::vector<SwitchMemory> MemoriesOf(const ScenarioDraft& draft);

/**
 * @ingroup esa
 * @brief Check that switch.level_memory_bytes has a number for each level of the topology.
 */
void CheckMemoryLevels(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_SWITCH_MEMORIES_H
