/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-explainer.h"

#include "esa-json-path.h"
#include "esa-scenario-schema.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

std::string
JoinWords(const std::vector<std::string>& words)
{
    std::string joined;
    for (const std::string& word : words)
    {
        joined += (joined.empty() ? "" : ", ") + word;
    }
    return joined;
}

std::vector<std::string>
KnownNames(const json& part)
{
    std::vector<std::string> names;
    if (part.contains("properties"))
    {
        for (const auto& [name, field] : part["properties"].items())
        {
            if (name != "$schema") // for editors, not for people
            {
                names.push_back(name);
            }
        }
    }
    return names;
}

/// "from 1 to 32", "> 0 and <= 5"
std::string
DescribeRange(const json& part)
{
    if (part.contains("minimum") && part.contains("maximum"))
    {
        return " from " + part["minimum"].dump() + " to " + part["maximum"].dump();
    }
    std::vector<std::string> bounds;
    for (const auto& [keyword, sign] : {std::pair("minimum", ">= "),
                                        std::pair("exclusiveMinimum", "> "),
                                        std::pair("maximum", "<= ")})
    {
        if (part.contains(keyword))
        {
            bounds.push_back(sign + part[keyword].dump());
        }
    }
    return bounds.empty() ? "" : " " + JoinWords(bounds);
}

std::string
DescribeList(const json& part)
{
    const uint64_t least = part.value("minItems", uint64_t{0});
    std::string text = "a list of ";
    if (part.contains("maxItems"))
    {
        text += std::to_string(least) + " to " + part["maxItems"].dump() + " ";
    }
    else if (least > 0)
    {
        text += std::to_string(least) + " or more ";
    }
    text += part.value("uniqueItems", false) ? "different elements" : "elements";
    return text + ", each " + DescribeAllowed(part["items"]);
}

std::string
DescribeType(const json& part)
{
    const std::string type = part.value("type", "");
    if (part.contains("x-allowed"))
    {
        return part["x-allowed"].get<std::string>();
    }
    if (part.contains("enum"))
    {
        std::vector<std::string> values;
        for (const json& value : part["enum"])
        {
            values.push_back(value.dump());
        }
        return "one of " + JoinWords(values);
    }
    if (type == "integer")
    {
        return "an integer" + DescribeRange(part);
    }
    if (type == "number")
    {
        return "a number" + DescribeRange(part);
    }
    if (type == "array")
    {
        return DescribeList(part);
    }
    return type == "object" ? "an object with " + JoinWords(KnownNames(part)) : "a text";
}

bool
HasType(const json& value, const std::string& type)
{
    return (type == "integer" && value.is_number_integer()) ||
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

/// Whether the value itself, not something in it, breaks a rule of its part of the schema.
bool
IsWrongItself(const json& value, const json& part)
{
    if (!HasType(value, part.value("type", "")))
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

/// The field that somebody probably meant: a sibling, or one of this name elsewhere.
std::string
SimilarField(const std::string& name, const std::vector<std::string>& siblings)
{
    const std::string sibling = NearestWord(name, siblings);
    if (!sibling.empty())
    {
        return sibling;
    }
    const auto& fields = ScenarioSchema::Get().FieldPointers();
    const auto field = std::find_if(fields.begin(), fields.end(), [&name](const auto& pointer) {
        return SplitPointer(pointer).back() == name;
    });
    return field == fields.end() ? "" : *field;
}

std::string
DescribeUnknown(const std::string& name, const json& value, const json& part)
{
    const auto known = KnownNames(part);
    const std::string similar = SimilarField(name, known);
    return "unknown field (value " + ShortText(value) + "); " +
           (similar.empty() ? "allowed here: " : "did you mean " + similar + "? Allowed here: ") +
           (known.empty() ? DescribeAllowed(part) : JoinWords(known));
}

/// Collects the errors, sorted and without repetition.
class Explainer
{
  public:
    explicit Explainer(const json& config)
        : m_config(config)
    {
    }

    void Explain(const SchemaViolation& violation, bool isInnermost)
    {
        const json* part = ScenarioSchema::Get().Find(violation.pointer);
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
            if (ScenarioSchema::Get().Find(place) == nullptr)
            {
                Add(place, DescribeUnknown(name, value, part));
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

    const json& m_config;                        ///< the configuration
    std::map<std::string, std::string> m_errors; ///< text by pointer
};

} // namespace

std::string
DescribeAllowed(const json& part)
{
    const std::string reason = part.value("x-reason", "");
    return DescribeType(part) + (reason.empty() ? "" : " (" + reason + ")");
}

ConfigErrors
ExplainViolations(const std::vector<SchemaViolation>& violations, const json& config)
{
    Explainer explainer(config);
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
