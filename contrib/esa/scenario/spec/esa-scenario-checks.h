/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_CHECKS_H
#define ESA_SCENARIO_CHECKS_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find what a JSON Schema cannot express: rules between fields.
 * @param config a complete configuration
 * @param known errors that were found already; rules that read one of these fields are skipped
 * @return the further errors
 */
ConfigErrors CheckScenario(const nlohmann::json& config, const ConfigErrors& known);

} // namespace ns3::esa

#endif // ESA_SCENARIO_CHECKS_H
