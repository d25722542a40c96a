/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-limits.h"

#include "esa-json-path.h"
#include "esa-schema-words.h"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// The most elements that a list can have.
std::size_t
LongestList(const json& part)
{
    const json& items = part.at("items");
    if (part.value("uniqueItems", false) && items.contains("enum"))
    {
        return items["enum"].size();
    }
    return part.value("maxItems", std::string::npos);
}

bool
IsTooLong(const json& part, const json& value)
{
    if (value.is_string())
    {
        return value.get_ref<const std::string&>().size() >
               part.value("maxLength", std::string::npos);
    }
    return value.is_array() && part.contains("items") && value.size() > LongestList(part);
}

/// The part of the schema for a member of an object, or null.
const json*
PartOfMember(const json& part, const std::string& name)
{
    if (part.contains("properties"))
    {
        const auto property = part["properties"].find(name);
        return property == part["properties"].end() ? nullptr : &*property;
    }
    // The patterns allow single letters only. The value is checked even if its name is wrong.
    return part.contains("patternProperties") ? &*part["patternProperties"].begin() : nullptr;
}

void
Collect(const json& part, const json& value, const std::string& pointer, ConfigErrors& errors)
{
    if (IsTooLong(part, value))
    {
        errors.push_back({pointer, NotAllowed(value, DescribeAllowed(part))});
        return;
    }
    if (value.is_array() && part.contains("items"))
    {
        for (std::size_t i = 0; i < value.size(); ++i)
        {
            Collect(part["items"], value[i], ChildPointer(pointer, std::to_string(i)), errors);
        }
    }
    if (value.is_object())
    {
        for (const auto& [name, member] : value.items())
        {
            if (const json* memberPart = PartOfMember(part, name))
            {
                Collect(*memberPart, member, ChildPointer(pointer, name), errors);
            }
        }
    }
}

} // namespace

ConfigErrors
FindTooLong(const json& part, const json& value, const std::string& pointer)
{
    ConfigErrors errors;
    Collect(part, value, pointer, errors);
    return errors;
}

} // namespace ns3::esa
