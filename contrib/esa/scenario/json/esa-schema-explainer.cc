/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-explainer.h"

#include "esa-json-path.h"
#include "esa-schema-validator.h"
#include "esa-schema-words.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

bool
HasType(const json& value, const json& type)
{
    if (type.is_array()) // one of several
    {
        return std::any_of(type.begin(), type.end(), [&value](const json& one) {
            return HasType(value, one);
        });
    }
    return type.is_null() || // any
           (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number()) || (type == "string" && value.is_string()) ||
           (type == "array" && value.is_array()) || (type == "object" && value.is_object());
}

bool
HasEqualElements(const json& list)
{
    for (auto a = list.begin(); a != list.end(); ++a)
    {
        if (std::find(a + 1, list.end(), *a) != list.end())
        {
            return true;
        }
    }
    return false;
}

/// Whether the value itself breaks a rule of its part of the schema, and not only one of its
/// members.
bool
IsWrongItself(const json& value, const json& part)
{
    if (!HasType(value, part.value("type", json())))
    {
        return true;
    }
    if (part.contains("enum"))
    {
        const json& values = part["enum"];
        return std::find(values.begin(), values.end(), value) == values.end();
    }
    if (value.is_number())
    {
        return (part.contains("minimum") && value < part["minimum"]) ||
               (part.contains("exclusiveMinimum") && value <= part["exclusiveMinimum"]) ||
               (part.contains("maximum") && value > part["maximum"]);
    }
    if (value.is_string())
    {
        const auto& text = value.get_ref<const std::string&>();
        return text.size() < part.value("minLength", std::size_t{0}) ||
               text.size() > part.value("maxLength", std::string::npos) ||
               (part.contains("pattern") &&
                !std::regex_search(text, std::regex(part["pattern"].get<std::string>())));
    }
    if (value.is_array())
    {
        return value.size() < part.value("minItems", std::size_t{0}) ||
               value.size() > part.value("maxItems", std::string::npos) ||
               (part.value("uniqueItems", false) && HasEqualElements(value));
    }
    return value.size() < part.value("minProperties", std::size_t{0});
}

/// The field that was probably meant: a sibling with a similar name, or a field of this name
/// elsewhere.
std::string
SimilarField(const ScenarioSchema& schema,
             const std::string& name,
             const std::vector<std::string>& siblings)
{
    const std::string sibling = NearestWord(name, siblings);
    if (!sibling.empty())
    {
        return sibling;
    }
    const auto& fields = schema.FieldPointers();
    const auto field = std::find_if(fields.begin(), fields.end(), [&name](const auto& pointer) {
        return SplitPointer(pointer).back() == name;
    });
    return field == fields.end() ? "" : *field;
}

std::string
DescribeUnknown(const ScenarioSchema& schema,
                const std::string& name,
                const json& value,
                const json& part)
{
    const auto known = FieldNames(part);
    const std::string similar = SimilarField(schema, name, known);
    return "unknown field (value " + ShortText(value) + "); " +
           (similar.empty() ? "allowed here: " : "did you mean " + similar + "? Allowed here: ") +
           (known.empty() ? DescribeAllowed(part) : JoinWords(known));
}

/// Collects the errors, sorted and without repetition.
class Explainer
{
  public:
    Explainer(const ScenarioSchema& schema, const json& config)
        : m_schema(schema),
          m_config(config)
    {
    }

    void Explain(const SchemaViolation& violation, bool isInnermost)
    {
        const json* part = m_schema.Find(violation.pointer);
        const json& value = m_config.at(json::json_pointer(violation.pointer));
        if (part == nullptr)
        {
            Add(violation.pointer, NotAllowed(value, violation.description));
        }
        else if (IsWrongItself(value, *part))
        {
            Add(violation.pointer, NotAllowed(value, DescribeAllowed(*part)));
        }
        else if (!(value.is_object() && ExplainNames(violation.pointer, value, *part)) &&
                 isInnermost)
        {
            Add(violation.pointer, NotAllowed(value, violation.description));
        }
    }

    ConfigErrors Errors() const
    {
        ConfigErrors errors;
        for (const auto& [pointer, text] : m_errors)
        {
            errors.push_back({pointer, text});
        }
        return errors;
    }

  private:
    void Add(const std::string& pointer, const std::string& text)
    {
        m_errors.emplace(pointer, text);
    }

    /// Reports unknown and missing names; returns whether there are any.
    bool ExplainNames(const std::string& pointer, const json& object, const json& part)
    {
        bool found = false;
        for (const auto& [name, value] : object.items())
        {
            const std::string place = ChildPointer(pointer, name);
            if (m_schema.Find(place) == nullptr)
            {
                Add(place, DescribeUnknown(m_schema, name, value, part));
                found = true;
            }
        }
        for (const std::string& name : part.value("required", std::vector<std::string>()))
        {
            if (!object.contains(name))
            {
                Add(ChildPointer(pointer, name),
                    "missing: must be " + DescribeAllowed(part["properties"][name]));
                found = true;
            }
        }
        return found;
    }

    const ScenarioSchema& m_schema;              ///< its schema
    const json& m_config;                        ///< the configuration
    std::map<std::string, std::string> m_errors; ///< text by pointer
};

} // namespace

ConfigErrors
FindExplainedErrors(const ScenarioSchema& schema, const json& config)
{
    const std::vector<SchemaViolation> violations = FindSchemaViolations(schema.Root(), config);
    Explainer explainer(schema, config);
    for (const SchemaViolation& violation : violations)
    {
        const bool isInnermost =
            std::none_of(violations.begin(), violations.end(), [&violation](const auto& other) {
                return other.pointer != violation.pointer &&
                       PointerCovers(violation.pointer, other.pointer);
            });
        explainer.Explain(violation, isInnermost);
    }
    return explainer.Errors();
}

} // namespace ns3::esa
