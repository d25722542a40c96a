/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-schema-part.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Of a member that a pattern allows: patterns are "^[A-Z]$", or empty, which any name matches.
constexpr std::size_t kLongestName = 100;

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
           (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
           (type == "object" && value.is_object()) || (type == "null" && value.is_null());
}

/// Whether a text has a pattern. It is short, since its length was checked.
bool
MatchesPattern(const std::string& text, const std::string& pattern)
{
    static std::map<std::string, std::regex> compiled; // compiling takes longer than matching
    auto regex = compiled.find(pattern);
    if (regex == compiled.end())
    {
        regex = compiled.emplace(pattern, std::regex(pattern)).first;
    }
    return std::regex_search(text, regex->second);
}

bool
HasEqualElements(const json& list)
{
    std::vector<const json*> sorted;
    for (const json& element : list)
    {
        sorted.push_back(&element);
    }
    std::sort(sorted.begin(), sorted.end(), [](const json* a, const json* b) { return *a < *b; });
    return std::adjacent_find(sorted.begin(), sorted.end(), [](const json* a, const json* b) {
               return *a == *b;
           }) != sorted.end();
}

/// The most elements that a list can have.
std::size_t
LongestList(const json& part)
{
    if (part.value("uniqueItems", false) && part.contains("items") &&
        part["items"].contains("enum"))
    {
        return part["items"]["enum"].size();
    }
    return part.value("maxItems", std::string::npos);
}

/// The length of a text in UTF-8, in characters: bytes that begin one.
std::size_t
LengthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

bool
IsWrongText(const std::string& text, const json& part)
{
    const std::size_t length = LengthOf(text);
    return length < part.value("minLength", std::size_t{0}) ||
           length > part.value("maxLength", std::string::npos) ||
           (part.contains("pattern") &&
            !MatchesPattern(text, part["pattern"].get_ref<const std::string&>()));
}

bool
IsWrongNumber(const json& number, const json& part)
{
    return (part.contains("minimum") && number < part["minimum"]) ||
           (part.contains("exclusiveMinimum") && number <= part["exclusiveMinimum"]) ||
           (part.contains("maximum") && number > part["maximum"]);
}

} // namespace

const json*
PartOfMember(const json& part, const std::string& name)
{
    const auto properties = part.find("properties");
    if (properties != part.end())
    {
        const auto property = properties->find(name);
        if (property != properties->end())
        {
            return &*property;
        }
    }
    const auto patterns = part.find("patternProperties");
    if (patterns != part.end())
    {
        for (const auto& [pattern, member] : patterns->items())
        {
            if (pattern.empty() || (name.size() <= kLongestName && MatchesPattern(name, pattern)))
            {
                return &member;
            }
        }
    }
    return nullptr;
}

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
        return IsWrongNumber(value, part);
    }
    if (value.is_string())
    {
        return IsWrongText(value.get_ref<const std::string&>(), part);
    }
    if (value.is_array())
    {
        return value.size() < part.value("minItems", std::size_t{0}) ||
               value.size() > LongestList(part) ||
               (part.value("uniqueItems", false) && HasEqualElements(value));
    }
    return value.is_object() && value.size() < part.value("minProperties", std::size_t{0});
}

} // namespace ns3::esa
