/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-validator.h"

#include "esa-json-path.h"

#include <nlohmann/json.hpp>
// The only file that includes valijson, which takes long to compile.
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace ns3::esa
{

std::vector<SchemaViolation>
FindSchemaViolations(const nlohmann::json& schema, const nlohmann::json& value)
{
    valijson::Schema parsedSchema;
    const valijson::adapters::NlohmannJsonAdapter schemaAdapter(schema);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(schemaAdapter, parsedSchema);

    valijson::ValidationResults results;
    const valijson::adapters::NlohmannJsonAdapter valueAdapter(value);
    valijson::Validator().validate(parsedSchema, valueAdapter, &results);

    std::vector<SchemaViolation> violations;
    for (const auto& error : results)
    {
        std::string pointer;
        for (const std::string& name : error.context)
        {
            if (name != "<root>")
            {
                pointer = ChildPointer(pointer, name.substr(1, name.size() - 2)); // "[name]"
            }
        }
        violations.push_back({pointer, error.description});
    }
    return violations;
}

} // namespace ns3::esa
