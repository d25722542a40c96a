/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-json-path.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

std::vector<std::string>
Split(const std::string& text, char separator)
{
    std::vector<std::string> parts{""};
    for (const char c : text)
    {
        if (c == separator)
        {
            parts.emplace_back();
        }
        else
        {
            parts.back() += c;
        }
    }
    return parts;
}

void
ReplaceAll(std::string& text, const std::string& from, const std::string& to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    {
        text.replace(at, from.size(), to);
    }
}

/// Edit distance in which two exchanged letters ("workres") count as one error.
std::size_t
EditDistance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
    {
        for (std::size_t j = 0; j <= b.size(); ++j)
        {
            if (i == 0 || j == 0)
            {
                d[i][j] = i + j;
                continue;
            }
            const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + change});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

/// Finds an element of an array by its index; returns why there is none.
std::string
FindElement(const json& array,
            const std::string& name,
            const std::string& where,
            std::size_t& index)
{
    const bool isNumber =
        !name.empty() && name.size() < 10 &&
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (array.empty())
    {
        return where + " is an empty list; set it as a whole";
    }
    if (!isNumber || std::stoul(name) >= array.size())
    {
        return where + " is a list, whose elements are 0 to " + std::to_string(array.size() - 1) +
               ", not \"" + name + "\"";
    }
    index = std::stoul(name);
    return "";
}

} // namespace

std::string
ChildPointer(const std::string& pointer, const std::string& name)
{
    std::string escaped = name;
    ReplaceAll(escaped, "~", "~0");
    ReplaceAll(escaped, "/", "~1");
    return pointer + "/" + escaped;
}

std::vector<std::string>
SplitPointer(const std::string& pointer)
{
    if (pointer.empty())
    {
        return {};
    }
    std::vector<std::string> names = Split(pointer.substr(1), '/');
    for (std::string& name : names)
    {
        ReplaceAll(name, "~1", "/");
        ReplaceAll(name, "~0", "~");
    }
    return names;
}

std::vector<std::string>
SplitPath(const std::string& path)
{
    return Split(path, '.');
}

std::string
PointerOfPath(const std::string& path)
{
    const auto names = SplitPath(path);
    return std::accumulate(names.begin(), names.end(), std::string(), ChildPointer);
}

std::string
PathOfPointer(const std::string& pointer)
{
    std::string path;
    for (const std::string& name : SplitPointer(pointer))
    {
        path += (path.empty() ? "" : ".") + name;
    }
    return path;
}

bool
PointerCovers(const std::string& outer, const std::string& inner)
{
    return inner.compare(0, outer.size(), outer) == 0 &&
           (inner.size() == outer.size() || inner[outer.size()] == '/');
}

std::string
SetByPath(json& document, const std::string& path, const json& value)
{
    json changed = document;
    json* place = &changed;
    std::string where;
    for (const std::string& name : SplitPath(path))
    {
        if (name.empty())
        {
            return "\"" + path +
                   "\" is no path; write names separated by dots, as in link.delay_us";
        }
        std::size_t index = 0;
        std::string problem;
        if (place->is_array())
        {
            problem = FindElement(*place, name, where, index);
        }
        else if (!place->is_object() && !place->is_null())
        {
            problem = where + " is a single value, it has no \"" + name + "\"";
        }
        if (!problem.empty())
        {
            return problem;
        }
        place = place->is_array() ? &(*place)[index] : &(*place)[name];
        where = ChildPointer(where, name);
    }
    *place = value;
    document = std::move(changed);
    return "";
}

std::string
NearestWord(const std::string& word, const std::vector<std::string>& candidates)
{
    // No name is longer, and the time grows with the product of the lengths.
    constexpr std::size_t kLongest = 64;
    std::string nearest;
    if (word.size() > kLongest)
    {
        return nearest;
    }
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1; // beyond: another word
    for (const std::string& candidate : candidates)
    {
        const std::size_t distance = EditDistance(word, candidate);
        if (distance < least)
        {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

} // namespace ns3::esa
