/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MEMORY_RULES_H
#define ESA_MEMORY_RULES_H

#include "esa-scenario-draft.h"

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that a shared pool has at least one aggregator, and that no memory has more of them
 * than the simulation can hold. A switch that sums for no job may have none, if it has a memory of
 * its own.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckMemory(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that memory which jobs share equally has at least one aggregator or slot per job.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckShares(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The same with another number of jobs than the scenario was written with.
 * @param draft the scenario
 * @param config its fields, with that number
 * @param errors where to append what is wrong
 */
void CheckSharesOf(const ScenarioDraft& draft, const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that memory differs between switches only where systems and the choice of an
 * aggregator allow it.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckEqualMemory(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that each job that is admitted to the switch's memory gets at least one slot.
 * @param config the scenario's fields
 * @param errors where to append what is wrong
 */
void CheckAdmission(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_MEMORY_RULES_H
