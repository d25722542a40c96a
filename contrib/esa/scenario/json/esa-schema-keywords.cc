/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-keywords.h"

#include "esa-json-path.h"
#include "esa-text.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Whether the value of a keyword has a form that the walk through a configuration can read.
using Form = bool (*)(const json& value);

bool
IsText(const json& value)
{
    return value.is_string();
}

bool
IsNumber(const json& value)
{
    return value.is_number();
}

bool
IsCount(const json& value)
{
    return value.is_number_unsigned();
}

bool
IsTruth(const json& value)
{
    return value.is_boolean();
}

bool
IsList(const json& value)
{
    return value.is_array();
}

bool
IsGroup(const json& value)
{
    return value.is_object();
}

bool
IsAnything(const json&)
{
    return true;
}

bool
IsListOfTexts(const json& value)
{
    return value.is_array() && std::all_of(value.begin(), value.end(), IsText);
}

bool
IsType(const json& value)
{
    static const json types{"array", "boolean", "integer", "null", "number", "object", "string"};
    return value.is_array() ? !value.empty() && std::all_of(value.begin(), value.end(), IsType)
                            : std::find(types.begin(), types.end(), value) != types.end();
}

bool
IsPattern(const json& value)
{
    if (!value.is_string())
    {
        return false;
    }
    try
    {
        std::regex(value.get_ref<const std::string&>());
        return true;
    }
    catch (const std::regex_error&)
    {
        return false;
    }
}

const std::map<std::string, Form> kForms{
    {"$schema", IsText},
    {"additionalProperties", IsTruth},
    {"default", IsAnything},
    {"definitions", IsGroup},
    {"description", IsText},
    {"enum", IsList},
    {"exclusiveMinimum", IsNumber},
    {"items", IsGroup},
    {"maxItems", IsCount},
    {"maxLength", IsCount},
    {"maximum", IsNumber},
    {"minItems", IsCount},
    {"minLength", IsCount},
    {"minProperties", IsCount},
    {"minimum", IsNumber},
    {"pattern", IsPattern},
    {"patternProperties", IsGroup},
    {"properties", IsGroup},
    {"required", IsListOfTexts},
    {"title", IsText},
    {"type", IsType},
    {"uniqueItems", IsTruth},
    {"x-allowed", IsText},
    {"x-reason", IsText},
};

[[noreturn]] void
Refuse(const std::string& pointer, const std::string& why)
{
    throw std::invalid_argument((pointer.empty() ? "the schema" : Shown(pointer)) + ": " + why);
}

/// The value of a keyword that holds an object; an empty one if the part lacks the keyword.
const json&
MembersOf(const json& part, const char* keyword)
{
    static const json none = json::object();
    const auto found = part.find(keyword);
    return found == part.end() ? none : *found;
}

void
RequireKnown(const json& part, const std::string& pointer)
{
    if (!part.is_object())
    {
        Refuse(pointer, "must be an object of keywords");
    }
    for (const auto& [keyword, value] : part.items())
    {
        const auto form = kForms.find(keyword);
        if (form == kForms.end())
        {
            Refuse(pointer, "the keyword " + Shown(keyword) + " is not known");
        }
        if (!form->second(value))
        {
            Refuse(ChildPointer(pointer, keyword), "has a value that this keyword cannot have");
        }
    }
    for (const auto& [pattern, member] : MembersOf(part, "patternProperties").items())
    {
        if (!IsPattern(pattern))
        {
            Refuse(ChildPointer(pointer, "patternProperties"), Shown(pattern) + " is no pattern");
        }
        RequireKnown(member, ChildPointer(ChildPointer(pointer, "patternProperties"), pattern));
    }
    const json& members = MembersOf(part, "properties");
    for (const auto& [name, member] : members.items())
    {
        RequireKnown(member, ChildPointer(ChildPointer(pointer, "properties"), name));
    }
    if (part.contains("items"))
    {
        RequireKnown(part["items"], ChildPointer(pointer, "items"));
    }
    if (part.contains("required"))
    {
        for (const json& name : part["required"])
        {
            if (!members.contains(name.get_ref<const std::string&>()))
            {
                Refuse(ChildPointer(pointer, "required"),
                       Shown(name.get<std::string>()) + " is not in properties");
            }
        }
    }
}

} // namespace

void
RequireKnownKeywords(const json& schema)
{
    RequireKnown(schema, "");
}

} // namespace ns3::esa
