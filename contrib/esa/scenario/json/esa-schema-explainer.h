// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCHEMA_EXPLAINER_H
#define ESA_SCHEMA_EXPLAINER_H

#include "esa-scenario-error.h"
#include "esa-scenario-schema.h"
#include "esa-text.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

/**
 * @file
 * @ingroup esa
 * Checks a JSON value against a schema, and words what is wrong. The time grows with the size of
 * the value and not with its square. Lengths come first: std::regex needs stack for each character.
 */

namespace ns3::esa
{

/// Find the part of the schema for a member of an object.
/// @return the part, or null if the schema does not have the name
const nlohmann::json* PartOfMember(const nlohmann::json& part, const std::string& name);

/// @return the type of a part of the schema, of a number that may be a text, too, that of the
/// number; empty if it names none
std::string TypeOf(const nlohmann::json& part);

/// Describe what the schema allows at a place.
/// @return a text like: an integer from 1 to 32
std::string DescribeAllowed(const nlohmann::json& part);

/**
 * @brief Validate a configuration, and explain each violation: the value, and what is allowed.
 *
 * The time grows with the size of the configuration, also for a file with 100,000 errors. Not more
 * of them are kept than show that there are too many.
 *
 * @return one entry per error
 */
ConfigErrors FindExplainedErrors(const ScenarioSchema& schema, const nlohmann::json& config);

/// Read a JSON file that must obey a schema.
/// @param whole what the file holds, for errors that have no place in it: the placement
/// @throws ScenarioError if it cannot be read, or with all of its errors
nlohmann::json ReadBySchema(const std::string& path,
                            const ScenarioSchema& schema,
                            const std::string& whole);

} // namespace ns3::esa

#endif // ESA_SCHEMA_EXPLAINER_H
