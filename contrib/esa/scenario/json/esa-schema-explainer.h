/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_EXPLAINER_H
#define ESA_SCHEMA_EXPLAINER_H

#include "esa-config-error.h"
#include "esa-scenario-schema.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Validate a configuration, and explain each violation: the value, and what is allowed.
 *
 * The time grows with the size of the configuration, also for a file with 100,000 errors. Only the
 * first kMostErrorLines of them are kept.
 *
 * @param schema the schema
 * @param config the configuration
 * @return one entry per error
 */
ConfigErrors FindExplainedErrors(const ScenarioSchema& schema, const nlohmann::json& config);

} // namespace ns3::esa

#endif // ESA_SCHEMA_EXPLAINER_H
