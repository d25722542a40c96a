/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-config-error.h"

#include "esa-json-path.h"
#include "esa-scenario-error.h"
#include "esa-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3::esa
{

using nlohmann::json;

namespace
{

constexpr std::size_t kMostKept = 1000; ///< errors, far more than are shown

} // namespace

void
ConfigErrors::push_back(ConfigError error)
{
    if (IsFull())
    {
        ++m_more;
    }
    else
    {
        m_kept.push_back(std::move(error));
    }
}

void
ConfigErrors::Append(const ConfigErrors& further)
{
    for (const ConfigError& error : further.m_kept)
    {
        push_back(error);
    }
    m_more += further.m_more;
}

void
ConfigErrors::Count(std::size_t number)
{
    m_more += number;
}

bool
ConfigErrors::IsFull() const
{
    return m_kept.size() >= kMostKept;
}

std::size_t
ConfigErrors::size() const
{
    return m_kept.size() + m_more;
}

bool
ConfigErrors::empty() const
{
    return size() == 0;
}

const std::vector<ConfigError>&
ConfigErrors::Kept() const&
{
    return m_kept;
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
    const std::vector<ConfigError>& kept = errors.Kept();
    return std::any_of(kept.begin(), kept.end(), [&pointer](const ConfigError& error) {
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
    if (errors.IsFull())
    {
        errors.Count(1);
        return;
    }
    errors.push_back({pointer, NotAllowed(config.at(json::json_pointer(pointer)), allowed)});
}

void
ThrowErrors(const ConfigErrors& errors, const std::string& path, const std::string& whole)
{
    std::vector<std::string> lines;
    for (const auto& [pointer, text] : errors.Kept())
    {
        lines.push_back(Shown(path) + ": " + (pointer.empty() ? whole : Shown(pointer)) + ": " +
                        text);
    }
    if (!lines.empty())
    {
        throw ScenarioError(lines, errors.size() - lines.size());
    }
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
