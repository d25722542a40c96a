/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_VALIDATOR_H
#define ESA_SCHEMA_VALIDATOR_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A place that a JSON Schema does not allow, as the validator library reports it.
 */
struct SchemaViolation
{
    std::string pointer;     ///< JSON pointer of the place
    std::string description; ///< what the library says
};

/**
 * @ingroup esa
 * @brief Validate a value against a JSON Schema (draft-07).
 *
 * The list is raw: the library also names every object and array around an error. "uniqueItems" is
 * left out, since the library would need hours for long lists; IsWrongItself() has this rule.
 *
 * @param schema the schema
 * @param value the value
 * @return the places that are not allowed; empty if the value is valid
 */
std::vector<SchemaViolation> FindSchemaViolations(const nlohmann::json& schema,
                                                  const nlohmann::json& value);

} // namespace ns3::esa

#endif // ESA_SCHEMA_VALIDATOR_H
