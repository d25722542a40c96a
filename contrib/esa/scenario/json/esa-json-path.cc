// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

// Far more than a scenario needs. The bounds keep a wrong path from overflowing the stack.
constexpr std::size_t kMaxNames = 64;      ///< of a path
constexpr std::size_t kLongestPath = 1000; ///< in characters

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

/// Whether a name has a word as one of its parts, or begins with the word.
bool
HasPart(const std::string& name, const std::string& word)
{
    return name.compare(0, word.size(), word) == 0 ||
           ("_" + name + "_").find("_" + word + "_") != std::string::npos;
}

/// Whether a name is an index of an array.
bool
IsIndexOf(const json& array, const std::string& name)
{
    return !name.empty() && name.size() < 10 &&
           name.find_first_not_of("0123456789") == std::string::npos &&
           std::stoul(name) < array.size();
}

/// Why a place cannot have a member or element of a name; empty if it can.
std::string
WhyNoMember(const json& place, const std::string& where, const std::string& name)
{
    if (place.is_array() && place.empty())
    {
        return where + " is an empty list; set it as a whole";
    }
    if (place.is_array() && !IsIndexOf(place, name))
    {
        return where + " is a list, whose elements are 0 to " + std::to_string(place.size() - 1) +
               ", not \"" + Shown(name) + "\"";
    }
    if (!place.is_structured() && !place.is_null())
    {
        return where + " is a single value, it has no \"" + Shown(name) + "\"";
    }
    return "";
}

/// Why a path leads nowhere; empty if it leads somewhere, or to a member that can be created.
std::string
WhyNoPlace(const json& document, const std::vector<std::string>& names)
{
    const json* place = &document;
    std::string where;
    for (const std::string& name : names)
    {
        const std::string problem = WhyNoMember(*place, where, name);
        if (!problem.empty() || place->is_null())
        {
            return problem;
        }
        const auto member =
            place->is_array() ? place->begin() + std::stol(name) : place->find(name);
        if (member == place->end())
        {
            return ""; // objects are created from here on
        }
        place = &*member;
        where = ChildPointer(where, name);
    }
    return "";
}

/// Why a text is no path; empty if it is one.
std::string
WhyNoPath(const std::string& path, const std::vector<std::string>& names)
{
    if (path.size() > kLongestPath || names.size() > kMaxNames)
    {
        return "the path has " + std::to_string(names.size()) + " names and " +
               std::to_string(path.size()) + " characters: must be at most " +
               std::to_string(kMaxNames) + " names and " + std::to_string(kLongestPath) +
               " characters";
    }
    if (std::find(names.begin(), names.end(), "") != names.end())
    {
        return "\"" + Shown(path) +
               "\" is no path; write names separated by dots, as in link.delay_us";
    }
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
    return JoinWords(SplitPointer(pointer), ".");
}

bool
PointerCovers(const std::string& outer, const std::string& inner)
{
    return inner.compare(0, outer.size(), outer) == 0 &&
           (inner.size() == outer.size() || inner[outer.size()] == '/');
}

void
MergeInto(json& base, const json& changes)
{
    if (!base.is_object() || !changes.is_object())
    {
        base = changes;
        return;
    }
    for (const auto& [name, value] : changes.items())
    {
        MergeInto(base[name], value);
    }
}

std::string
MergeByPath(json& document, const std::string& path, const json& value)
{
    const std::vector<std::string> names = SplitPath(path);
    std::string problem = WhyNoPath(path, names);
    if (problem.empty())
    {
        problem = WhyNoPlace(document, names);
    }
    if (!problem.empty())
    {
        return problem;
    }
    json* place = &document;
    for (const std::string& name : names)
    {
        place = place->is_array() ? &(*place)[std::stoul(name)] : &(*place)[name];
    }
    MergeInto(*place, value);
    return "";
}

std::string
NearestWord(const std::string& word, const std::vector<std::string>& candidates)
{
    // No name is longer, and the time grows with the product of the lengths.
    constexpr std::size_t kLongest = 64;
    constexpr std::ptrdiff_t kShortestPart = 3; // a shorter part is in many names
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
    const auto letters = std::count_if(word.begin(), word.end(), [](char c) { return c != '-'; });
    if (nearest.empty() && letters >= kShortestPart)
    {
        const auto found =
            std::find_if(candidates.begin(), candidates.end(), [&word](const std::string& name) {
                return HasPart(name, word);
            });
        nearest = found == candidates.end() ? "" : *found;
    }
    return nearest;
}

} // namespace ns3::esa
