// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-chakra-rank.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <string_view>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// The ranks of a list; nothing: it is none.
std::optional<std::vector<uint32_t>>
RanksOf(const json& list)
{
    if (!list.is_array() || list.empty())
    {
        return std::nullopt;
    }
    std::vector<uint32_t> ranks;
    for (const json& rank : list)
    {
        if (!rank.is_number_unsigned() || rank.get<uint64_t>() >= UINT32_MAX)
        {
            return std::nullopt;
        }
        ranks.push_back(rank.get<uint32_t>());
    }
    std::sort(ranks.begin(), ranks.end());
    if (std::adjacent_find(ranks.begin(), ranks.end()) != ranks.end())
    {
        return std::nullopt;
    }
    return ranks;
}

/// The name under which a group is kept. Some traces write its number as a fraction: 0.0 for 0.
std::string
KnownName(const std::string& name)
{
    const std::size_t digits = name.find_first_not_of("0123456789");
    return digits > 0 && digits != std::string::npos && name[digits] == '.' ? name.substr(0, digits)
                                                                            : name;
}

/// The text in a list of one text that Python has printed; any other text as it is.
std::string
TextInList(const std::string& list)
{
    constexpr std::string_view kBegin = "['";
    constexpr std::string_view kEnd = "']";
    if (list.size() < kBegin.size() + kEnd.size() || list.rfind(kBegin, 0) != 0 ||
        list.compare(list.size() - kEnd.size(), kEnd.size(), kEnd) != 0)
    {
        return list;
    }
    std::string text;
    for (std::size_t i = kBegin.size(); i < list.size() - kEnd.size(); ++i)
    {
        // of escapes, JSON in printable ASCII has only these two in Python
        const bool isEscape = list[i] == '\\' && (list[i + 1] == '\\' || list[i + 1] == '\'');
        text += list[isEscape ? ++i : i];
    }
    return text;
}

constexpr const char* kDefaultGroup = "0"; ///< of PyTorch: all ranks

constexpr const char* kRanksNeeded = " must be a list of different ranks, at least one";

} // namespace

std::string
ChakraGroups::Define(const std::string& name, const std::vector<uint32_t>& ranks)
{
    const auto [entry, isNew] = m_ranks.try_emplace(KnownName(name), ranks);
    if (entry->second.empty())
    {
        entry->second = ranks; // a group of all ranks, which another node does not list
    }
    return isNew || entry->second == ranks
               ? ""
               : "the process group " + Shown(name) + " has other ranks than before";
}

std::string
ChakraGroups::DefineByNode(const std::string& text, const std::string& place)
{
    json groups = json::parse(TextInList(text), nullptr, false);
    if (groups.is_array() && groups.size() == 1 && groups[0].is_string())
    {
        groups = json::parse(groups[0].get<std::string>(), nullptr, false);
    }
    const bool isList =
        groups.is_array() && std::all_of(groups.begin(), groups.end(), [](const json& group) {
            return group.is_object();
        });
    if (!isList)
    {
        m_unreadable = m_unreadable.empty() ? place : m_unreadable;
        return "";
    }
    for (const json& group : groups)
    {
        if (!group.contains("pg_name") || !group.contains("ranks"))
        {
            continue;
        }
        const json& given = group["pg_name"];
        const std::string name = given.is_string() ? given.get<std::string>() : given.dump();
        if (group.contains("group_size") && group["group_size"].is_number_unsigned())
        {
            m_sizes[KnownName(name)] = group["group_size"].get<uint64_t>();
        }
        if (group["ranks"].empty())
        {
            m_ranks.try_emplace(KnownName(name)); // PyTorch writes no ranks for a group of all
            continue;
        }
        const auto ranks = RanksOf(group["ranks"]);
        if (!ranks)
        {
            return "the ranks of the process group " + Shown(name) + kRanksNeeded;
        }
        const std::string wrong = Define(name, *ranks);
        if (!wrong.empty())
        {
            return wrong;
        }
    }
    return "";
}

void
ChakraGroups::DefineByFile(const std::string& path)
{
    const json groups = ParseJsonText(ReadTextFile(path), path);
    if (!groups.is_object())
    {
        throw ScenarioError({Shown(path) + ": must be an object: {\"name\": [0, 1], ...}"});
    }
    for (const auto& [name, list] : groups.items())
    {
        const auto ranks = RanksOf(list);
        const std::string wrong = ranks ? Define(name, *ranks) : "/" + Shown(name) + kRanksNeeded;
        if (!wrong.empty())
        {
            throw ScenarioError({Shown(path) + ": " + wrong});
        }
    }
}

uint32_t
ChakraGroups::IndexOf(const std::string& name)
{
    return m_indexes.try_emplace(KnownName(name), static_cast<uint32_t>(m_indexes.size()))
        .first->second;
}

std::vector<ProcessGroup>
ChakraGroups::Finish(uint32_t ranks) const
{
    std::vector<ProcessGroup> groups(m_indexes.size());
    for (const auto& [name, index] : m_indexes)
    {
        groups[index].name = name.empty() ? "of all ranks" : name;
        groups[index].ranks = RanksIn(name, ranks);
        const auto size = m_sizes.find(KnownName(name));
        groups[index].recordedRanks = size != m_sizes.end() ? size->second : 0;
    }
    return groups;
}

std::vector<uint32_t>
ChakraGroups::RanksIn(const std::string& name, uint32_t ranks) const
{
    const std::string known = KnownName(name);
    const auto defined = m_ranks.find(known);
    if (defined != m_ranks.end() && !defined->second.empty())
    {
        return defined->second;
    }
    std::vector<uint32_t> all;
    if (defined != m_ranks.end() || known.empty() || known == kDefaultGroup)
    {
        all.resize(ranks);
        std::iota(all.begin(), all.end(), 0);
    }
    return all;
}

} // namespace ns3::esa
