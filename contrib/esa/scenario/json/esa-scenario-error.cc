/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-error.h"

#include "esa-json-path.h"
#include "esa-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kLongestLine = 900; ///< of an error, in characters

/// The lines to print.
std::vector<std::string>
LinesToPrint(const std::vector<std::string>& lines)
{
    std::vector<std::string> printed;
    for (const std::string& line : lines)
    {
        if (printed.size() == kMaxErrorLines)
        {
            printed.emplace_back("and more");
            break;
        }
        printed.push_back(Shown(line, kLongestLine));
    }
    return printed;
}

} // namespace

ScenarioError::ScenarioError(const std::vector<std::string>& lines)
    : std::runtime_error(JoinWords(LinesToPrint(lines), "\n")),
      m_lines(LinesToPrint(lines))
{
}

void
ThrowLines(const std::vector<std::string>& lines)
{
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
}

void
Append(ConfigErrors& errors, const ConfigErrors& further)
{
    errors.insert(errors.end(), further.begin(), further.end());
}

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
    if (errors.size() <= kMaxErrorLines)
    {
        errors.push_back({pointer, NotAllowed(config.at(json::json_pointer(pointer)), allowed)});
    }
}

void
ThrowErrors(const ConfigErrors& errors, const std::string& path, const std::string& whole)
{
    std::vector<std::string> lines;
    for (const auto& [pointer, text] : errors)
    {
        lines.push_back(Shown(path) + ": " + (pointer.empty() ? whole : Shown(pointer)) + ": " +
                        text);
    }
    ThrowLines(lines);
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
