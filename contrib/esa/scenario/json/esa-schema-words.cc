/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-words.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3::esa
{

using nlohmann::json;

namespace
{

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
DescribeText(const json& part)
{
    const bool isShort = part.contains("maxLength");
    const std::string least = part.value("minLength", 0) > 0 ? "1 to " : "at most ";
    return isShort ? "a text of " + least + part["maxLength"].dump() + " characters" : "a text";
}

std::string
DescribeType(const json& part)
{
    if (part.contains("x-allowed"))
    {
        return part["x-allowed"].get<std::string>();
    }
    const std::string type = part.value("type", "");
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
    if (type == "boolean")
    {
        return "true or false";
    }
    if (type == "array")
    {
        return DescribeList(part);
    }
    return type == "object" ? "an object with " + JoinWords(FieldNames(part)) : DescribeText(part);
}

} // namespace

std::string
DescribeAllowed(const json& part)
{
    const std::string reason = part.value("x-reason", "");
    return DescribeType(part) + (reason.empty() ? "" : " (" + reason + ")");
}

std::vector<std::string>
FieldNames(const json& part)
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

} // namespace ns3::esa
