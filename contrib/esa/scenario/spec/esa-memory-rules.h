/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MEMORY_RULES_H
#define ESA_MEMORY_RULES_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A shared pool has an aggregator, and no memory has more than the simulation can hold.
 * @param config the scenario's fields
 * @param errors what is wrong is appended here
 */
void CheckMemory(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Memory that jobs share equally has an aggregator or a slot for each of them.
 * @param config the scenario's fields
 * @param errors what is wrong is appended here
 */
void CheckShares(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief A job that is admitted to the switch's memory gets a slot at least.
 * @param config the scenario's fields
 * @param errors what is wrong is appended here
 */
void CheckAdmission(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_MEMORY_RULES_H
