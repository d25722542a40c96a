/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-config-error.h"

#include "esa-json-path.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3::esa
{

using nlohmann::json;

std::string
ShortText(const json& value)
{
    constexpr std::size_t kLongest = 60;
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= kLongest ? text : text.substr(0, kLongest - 3) + "...";
}

bool
HasErrorAt(const ConfigErrors& errors, const std::string& pointer)
{
    return std::any_of(errors.begin(), errors.end(), [&pointer](const ConfigError& error) {
        return PointerCovers(pointer, error.pointer) || PointerCovers(error.pointer, pointer);
    });
}

std::string
NotAllowed(const json& value, const std::string& allowed)
{
    return ShortText(value) + " is not allowed: must be " + allowed;
}

void
Refuse(ConfigErrors& errors,
       const json& config,
       const std::string& pointer,
       const std::string& allowed)
{
    errors.push_back({pointer, NotAllowed(config.at(json::json_pointer(pointer)), allowed)});
}

uint64_t
WholeNumber(const json& config, const std::string& pointer)
{
    return config.at(json::json_pointer(pointer)).get<uint64_t>();
}

std::string
FieldWithValue(const json& config, const std::string& pointer)
{
    return pointer + " = " + ShortText(config.at(json::json_pointer(pointer)));
}

} // namespace ns3::esa
