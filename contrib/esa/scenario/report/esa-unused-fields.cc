// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-field-row.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-rules.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A field, or all fields of a group, and where they have an effect.
struct PlacedUse
{
    std::string pointer; ///< the field, or a group of fields
    FieldUse use;        ///< where it has an effect
};

const std::vector<PlacedUse>&
FieldUses()
{
    static const std::vector<PlacedUse> uses = [] {
        std::vector<PlacedUse> all;
        ForEachRow([&all](const FieldRow& row, const std::string& pointer) {
            for (const FieldUse& use : row.uses)
            {
                all.push_back({pointer, use});
            }
        });
        return all;
    }();
    return uses;
}

/// @return what a field holds, after its name
std::string
ValueInWords(const json& value)
{
    if (value.is_array() && !value.empty() && value.front().is_object())
    {
        return "has " + std::to_string(value.size()) + (value.size() == 1 ? " entry" : " entries");
    }
    if (value.empty())
    {
        return "is empty";
    }
    std::vector<std::string> words;
    for (const json& word : value.is_array() ? value : json::array({value}))
    {
        words.push_back(word.is_string() ? word.get<std::string>() : word.dump());
    }
    return "is " + Shown(JoinWords(words, ", "));
}

/// @return why a field has no effect, with the field that decides; empty: it has one
std::string
WhyUnused(const ParsedScenario& parsed, const std::string& pointer, const json& written)
{
    const bool isKept = written == parsed.effective.at(json::json_pointer(pointer));
    for (const auto& [field, use] : FieldUses())
    {
        const bool holds = PointerCovers(field, pointer) && !(use.isFilledIn && isKept);
        if (holds && !use.isUsed(parsed))
        {
            return PathOfPointer(use.decider) + " " +
                   ValueInWords(parsed.effective.at(json::json_pointer(use.decider)));
        }
    }
    return "";
}

/// @return whether a field has the value that "auto" stands for
bool
IsAutoValue(const ParsedScenario& parsed, const std::string& pointer, const json& written)
{
    return ScenarioSchema::Get().Find(pointer)->at("type").is_array() &&
           written == AutoValueOf(*parsed.scenario, pointer);
}

} // namespace

std::vector<FieldNote>
NotesOnUnusedFields(const ParsedScenario& parsed)
{
    std::vector<FieldNote> notes;
    for (const auto& [pointer, written] : parsed.changed)
    {
        const std::string why = WhyUnused(parsed, pointer, written);
        if (!why.empty() && !IsAutoValue(parsed, pointer, written))
        {
            notes.push_back({PathOfPointer(pointer), "is not used: " + why});
        }
    }
    return notes;
}

} // namespace ns3::esa
