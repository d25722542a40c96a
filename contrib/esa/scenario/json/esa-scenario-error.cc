// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-error.h"

#include "esa-text.h"

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

/// The lines of errors.
std::vector<std::string>
TextsOf(const ConfigErrors& errors)
{
    std::vector<std::string> lines;
    for (const ConfigError& error : errors)
    {
        lines.push_back(error.text);
    }
    return lines;
}

} // namespace

Allowed
Only(const json& value)
{
    return {value.dump(), {{"const", value}}};
}

Allowed
OneOf(const std::vector<std::string>& names)
{
    std::string words;
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        words += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + json(names[i]).dump();
    }
    return {words, {{"enum", names}}};
}

Allowed
AtLeast(const json& number)
{
    return {"at least " + number.dump(), {{"minimum", number}}};
}

Allowed
AtMost(const json& number)
{
    return {"at most " + number.dump(), {{"maximum", number}}};
}

Allowed
NoElements()
{
    return {"[]", {{"maxItems", 0}}};
}

ScenarioError::ScenarioError(const std::vector<std::string>& lines)
    : std::runtime_error(JoinWords(LinesToPrint(lines), "\n")),
      m_lines(LinesToPrint(lines))
{
    for (const std::string& line : lines)
    {
        m_errors.push_back({"", line});
    }
}

ScenarioError::ScenarioError(ConfigErrors errors)
    : ScenarioError(TextsOf(errors))
{
    m_errors = std::move(errors);
}

void
ThrowLines(const std::vector<std::string>& lines)
{
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
}

std::string
ShortText(const json& value)
{
    constexpr std::size_t kLongest = 60;
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    return text.size() <= kLongest ? text : text.substr(0, kLongest - 3) + "...";
}

std::string
NotAllowed(const json& value, const std::string& allowed)
{
    return ShortText(value) + " is not allowed: must be " + allowed;
}

void
Refuse(ConfigErrors& errors, const json& config, const std::string& pointer, const Allowed& allowed)
{
    if (errors.size() <= kMaxErrorLines)
    {
        const json& value = config.at(json::json_pointer(pointer));
        errors.push_back({pointer, NotAllowed(value, allowed.words), allowed.schema});
    }
}

void
ThrowErrors(const ConfigErrors& errors, const std::string& path, const std::string& whole)
{
    std::vector<std::string> lines;
    for (const ConfigError& error : errors)
    {
        const std::string place = error.pointer.empty() ? whole : Shown(error.pointer);
        lines.push_back(Shown(path) + ": " + place + ": " + error.text);
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
