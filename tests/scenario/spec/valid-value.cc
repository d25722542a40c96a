/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/spec/valid-value.h"

#include "ns3/esa-schema-explainer.h"

#include <cstdint>
#include <string>

namespace ns3::esa::test
{

using nlohmann::json;

const json&
Member(const json& part, const char* name)
{
    static const json none = json::object();
    const auto member = part.find(name);
    return member == part.end() ? none : *member;
}

json
ValidValue(const json& part, std::size_t number)
{
    if (part.contains("default") && number == 0)
    {
        return part["default"];
    }
    if (part.contains("enum"))
    {
        return part["enum"].at(number);
    }
    const std::string type = TypeOf(part);
    if (type == "integer")
    {
        return part.at("minimum").get<int64_t>() + static_cast<int64_t>(number);
    }
    if (type == "number")
    {
        return part.contains("minimum") ? part["minimum"]
                                        : json(part.at("exclusiveMinimum").get<int64_t>() + 1);
    }
    if (type == "string")
    {
        return "text";
    }
    if (type == "boolean")
    {
        return true;
    }
    if (type == "array")
    {
        json list = json::array();
        for (std::size_t i = 0; i < part.value("minItems", std::size_t{0}); ++i)
        {
            list.push_back(ValidValue(part["items"], i));
        }
        return list;
    }
    json object = json::object();
    for (const auto& name : Member(part, "required"))
    {
        object[name] = ValidValue(part["properties"][name]);
    }
    return object;
}

json
ListOf(const json& items, std::size_t count)
{
    json list = json::array();
    for (std::size_t i = 0; i < count; ++i)
    {
        list.push_back(ValidValue(items, i + 1));
    }
    return list;
}

} // namespace ns3::esa::test
