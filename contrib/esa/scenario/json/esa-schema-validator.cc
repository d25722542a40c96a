/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-validator.h"

#include "esa-json-path.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
// The only file that includes valijson, which takes long to compile. Without this definition it
// ends the program when it cannot use a schema.
#define VALIJSON_USE_EXCEPTIONS 1
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace ns3::esa
{

namespace
{

/// The schema without the keyword for which the library compares each element with all others.
nlohmann::json
WithoutUniqueItems(nlohmann::json schema)
{
    if (schema.is_object())
    {
        schema.erase("uniqueItems");
    }
    if (schema.is_structured())
    {
        for (nlohmann::json& part : schema)
        {
            part = WithoutUniqueItems(std::move(part));
        }
    }
    return schema;
}

/// A schema in the form that the library uses.
struct ParsedSchema
{
    nlohmann::json text;     ///< the schema
    nlohmann::json linear;   ///< the same without "uniqueItems"
    valijson::Schema schema; ///< that, parsed
};

/// Parses a schema. The last one is kept: a sweep has thousands of scenarios, and parsing takes as
/// long as checking.
const valijson::Schema&
Parse(const nlohmann::json& schema)
{
    static std::unique_ptr<const ParsedSchema> last;
    if (last == nullptr || last->text != schema)
    {
        auto parsed = std::make_unique<ParsedSchema>();
        parsed->text = schema;
        parsed->linear = WithoutUniqueItems(schema);
        const valijson::adapters::NlohmannJsonAdapter adapter(parsed->linear);
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(adapter, parsed->schema);
        last = std::move(parsed);
    }
    return last->schema;
}

} // namespace

std::vector<SchemaViolation>
FindSchemaViolations(const nlohmann::json& schema, const nlohmann::json& value)
{
    valijson::ValidationResults results;
    const valijson::adapters::NlohmannJsonAdapter valueAdapter(value);
    valijson::Validator().validate(Parse(schema), valueAdapter, &results);

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
