/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_EXPLAINER_H
#define ESA_SCHEMA_EXPLAINER_H

#include "esa-config-error.h"
#include "esa-schema-validator.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Turn what the validator found into errors for people: the value and what is allowed.
 * @param violations what the validator found
 * @param config the configuration
 * @return one entry an error, in the order of their pointers, none twice
 */
ConfigErrors ExplainViolations(const std::vector<SchemaViolation>& violations,
                               const nlohmann::json& config);

} // namespace ns3::esa

#endif // ESA_SCHEMA_EXPLAINER_H
