/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_FIELDS_H
#define ESA_SCENARIO_FIELDS_H

#include "esa-scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Read the fields of a configuration into a scenario.
 * @param config a complete configuration without errors
 * @return the scenario; its placement is always filled in
 */
Scenario ScenarioFromConfig(const nlohmann::json& config);

} // namespace ns3::esa

#endif // ESA_SCENARIO_FIELDS_H
