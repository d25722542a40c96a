// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"

#include "esa-scenario-network.h"

#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3::esa
{
namespace
{

using nlohmann::json;
using nlohmann::ordered_json;

/// Adds keywords that are not there yet; those of elements are put beside their type.
void
AddKeywords(ordered_json& part, const ordered_json& keywords)
{
    for (const auto& [name, value] : keywords.items())
    {
        part[name] = value;
    }
}

/// The default of a member. Numbers are whole where they can be, as people write them.
ordered_json
DefaultOf(const json& value)
{
    if (value.is_number_float())
    {
        return WholeIfPossible(value.get<double>());
    }
    if (!value.is_array())
    {
        return value;
    }
    ordered_json list = ordered_json::array();
    for (const json& element : value)
    {
        list.push_back(DefaultOf(element));
    }
    return list;
}

/// The part of the schema for an object.
ordered_json
ObjectPart(const FieldRows& rows, const std::string& text, const void* object)
{
    ordered_json part{{"description", text}, {"type", "object"}, {"additionalProperties", false}};
    ordered_json fields = ordered_json::object();
    for (const FieldRow& row : rows)
    {
        if (row.isRequired)
        {
            part["required"].push_back(row.name);
        }
        const bool hasDefault = object != nullptr && row.member;
        fields[row.name] = PartOf(row, hasDefault ? row.member(object) : nullptr);
    }
    part["properties"] = std::move(fields);
    return part;
}

/// Calls a function for each row, and for those of groups.
void
VisitRows(const FieldRows& rows,
          const std::string& pointer,
          const std::function<void(const FieldRow& row, const std::string& pointer)>& visit)
{
    for (const FieldRow& row : rows)
    {
        const std::string place = pointer + "/" + row.name;
        visit(row, place);
        if (row.kind == RowKind::Group)
        {
            VisitRows(row.fields, place, visit);
        }
    }
}

} // namespace

ordered_json
WholeIfPossible(double number)
{
    const bool isWhole = number >= 0 && number == std::floor(number);
    return isWhole ? ordered_json(static_cast<uint64_t>(number)) : ordered_json(number);
}

FieldRow&
FieldRow::Range(double least, double most)
{
    limits["minimum"] = WholeIfPossible(least);
    limits["maximum"] = WholeIfPossible(most);
    return *this;
}

FieldRow&
FieldRow::Above(double least, double most)
{
    limits["exclusiveMinimum"] = WholeIfPossible(least);
    limits["maximum"] = WholeIfPossible(most);
    return *this;
}

FieldRow&
FieldRow::Length(std::size_t least, std::size_t most)
{
    const bool isText = type->schema["type"] == "string";
    limits[isText ? "minLength" : "minItems"] = least;
    limits[isText ? "maxLength" : "maxItems"] = most;
    return *this;
}

FieldRow&
FieldRow::AtMost(std::size_t most)
{
    limits[type->schema["type"] == "string" ? "maxLength" : "maxItems"] = most;
    return *this;
}

FieldRow&
FieldRow::Unique()
{
    limits["uniqueItems"] = true;
    return *this;
}

FieldRow&
FieldRow::Keyword(const char* keyword, ordered_json value)
{
    limits[keyword] = std::move(value);
    return *this;
}

FieldRow&
FieldRow::Each(std::string what, double least, double most)
{
    ofElements = {{"description", std::move(what)},
                  {"minimum", WholeIfPossible(least)},
                  {"maximum", WholeIfPossible(most)}};
    return *this;
}

FieldRow&
FieldRow::EachText(std::string what, std::size_t most)
{
    ofElements = {{"description", std::move(what)}, {"minLength", 1}, {"maxLength", most}};
    return *this;
}

FieldRow&
FieldRow::Required()
{
    isRequired = true;
    return *this;
}

FieldRow&
FieldRow::Rounds()
{
    knownTo = KnownTo::Rounds;
    return *this;
}

FieldRow&
FieldRow::Tasks()
{
    knownTo = KnownTo::Tasks;
    return *this;
}

FieldRow&
FieldRow::Sets(std::vector<FieldAttribute> set)
{
    attributes = std::move(set);
    return *this;
}

FieldRow&
FieldRow::UsedIf(const char* decider, bool (*isUsed)(const ParsedScenario&), bool isFilledIn)
{
    uses.push_back({decider, isUsed, isFilledIn});
    return *this;
}

FieldRow&
FieldRow::OneOf(const char* first, const char* second, std::string error)
{
    oneOf = {first, second};
    allowed =
        !error.empty() ? std::move(error) : "an entry with either " + JoinWords(oneOf, " or ");
    return *this;
}

FieldRow&
FieldRow::Auto()
{
    isAuto = true;
    return *this;
}

FieldRow&
FieldRow::Reason(const char* why)
{
    return Keyword("x-reason", why);
}

FieldRow&
FieldRow::Allowed(const char* what)
{
    return Keyword("x-allowed", what);
}

FieldRow&
FieldRow::EachKeyword(const char* keyword, ordered_json value)
{
    ofElements[keyword] = std::move(value);
    return *this;
}

FieldRow&
FieldRow::EachIs(ordered_json keywords)
{
    ofElements = std::move(keywords);
    return *this;
}

FieldRow&
FieldRow::Option(const char* shortName, const char* value, const char* help)
{
    option = {shortName, value, help};
    return *this;
}

FieldRow
Parameter(const char* name)
{
    return {RowKind::Parameter, name, "", nullptr, {}};
}

FieldRow
Group(const char* name, const char* text, FieldRows fields)
{
    FieldRow row{RowKind::Group, name, text, nullptr, [](const void* object) { return object; }};
    row.fields = std::move(fields);
    return row;
}

FieldRow&
FieldRow::MoreIsBetter()
{
    better = Better::More;
    return *this;
}

FieldRow&
FieldRow::LessIsBetter()
{
    better = Better::Less;
    return *this;
}

FieldRow&
FieldRow::IsOtherRun()
{
    isOtherRun = true;
    return *this;
}

FieldRow&
FieldRow::ZeroIsOther()
{
    isZeroOther = true;
    return *this;
}

FieldRow&
FieldRow::NeedsRepair()
{
    needsRepair = true;
    return *this;
}

FieldRow&
FieldRow::Names(Named what)
{
    named = what;
    return *this;
}

FieldRow&
FieldRow::After(const char* other)
{
    named = Named::Moment;
    after = other;
    return *this;
}

FieldRow&
FieldRow::NotBefore(const char* other)
{
    mayBeEqual = true;
    return After(other);
}

FieldRows
Joined(FieldRows first, const FieldRows& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

ordered_json
PartOf(const FieldRow& row, const void* object)
{
    if (row.kind == RowKind::Parameter)
    {
        return ordered_json::object(); // its systems fill it
    }
    if (row.kind == RowKind::Group)
    {
        return ObjectPart(row.fields, row.text, object);
    }
    ordered_json part{{"description", row.text}};
    AddKeywords(part, row.type->schema);
    if (row.kind == RowKind::List)
    {
        const auto element = ObjectPart(row.fields, row.ofElements.at("description"), nullptr);
        if (row.pattern != nullptr)
        {
            part["additionalProperties"] = false;
            part["patternProperties"][row.pattern] = element;
        }
        else
        {
            part["items"] = element;
        }
    }
    else if (!row.ofElements.empty())
    {
        AddKeywords(part["items"], row.ofElements);
    }
    AddKeywords(part, row.limits);
    if (row.isAuto)
    {
        part["type"] = {part["type"], "string"};
        part["pattern"] = "^auto$";
        part["maxLength"] = 4;
        part["default"] = kAuto;
    }
    else if (object != nullptr && !part.contains("default"))
    {
        part["default"] =
            row.kind == RowKind::List ? ordered_json::array() : DefaultOf(row.type->value(object));
    }
    return part;
}

namespace
{

/// Reads a list of objects, or objects by name.
void
ReadList(const FieldRow& row,
         const json& value,
         const std::string& pointer,
         void* list,
         const ReadingNotes& notes)
{
    if (row.type->resize)
    {
        row.type->resize(list, value.size()); // its final size: elements keep their addresses
    }
    for (const auto& [key, entry] : value.items())
    {
        const std::string place = ChildPointer(pointer, key);
        void* const element = row.type->at(list, key);
        notes.places[{element, *row.type->element}] = place;
        ReadObject(row.fields, entry, place, element, notes);
        const json& names = entry; // names of structured bindings cannot be captured
        const auto isThere = [&names](const auto& name) { return names.contains(name); };
        if (!row.oneOf.empty() && std::count_if(row.oneOf.begin(), row.oneOf.end(), isThere) != 1)
        {
            notes.errors.push_back({place, NotAllowed(entry, row.allowed)});
        }
    }
}

} // namespace

void
ReadObject(const FieldRows& rows,
           const json& value,
           const std::string& pointer,
           void* target,
           const ReadingNotes& notes)
{
    for (const FieldRow& row : rows)
    {
        const auto found = value.find(row.name);
        if (found == value.end() || !row.member)
        {
            continue;
        }
        const std::string place = ChildPointer(pointer, row.name);
        void* const member = const_cast<void*>(row.member(target));
        if (row.kind == RowKind::Group)
        {
            ReadObject(row.fields, *found, place, member, notes);
            continue;
        }
        notes.places[{member, row.type->index}] = place;
        if (row.kind == RowKind::List)
        {
            ReadList(row, *found, place, member, notes);
            continue;
        }
        if (row.isAuto && *found == kAuto)
        {
            continue; // it follows from the network
        }
        const std::string allowed = row.type->read(*found, member);
        if (!allowed.empty())
        {
            notes.errors.push_back({place, NotAllowed(*found, allowed)});
        }
    }
}

const FieldRows&
ScenarioRows()
{
    static const FieldRows rows = [] {
        FieldRows all = GeneralRows();
        for (const FieldRows& more : {FieldRows{TopologyRow(),
                                                PlacementRow(),
                                                LinkRow(),
                                                SwitchRow(),
                                                AggregationRow(),
                                                HostRow(),
                                                EcnRow(),
                                                JobsRow(),
                                                ExecutionRow(),
                                                TraceRow(),
                                                DnnsRow(),
                                                JitterRow(),
                                                WindowRow(),
                                                FlowRow()},
                                      SystemRows(),
                                      FieldRows{PriorityRow(), RtoRow(), ReminderRow()},
                                      RareSystemRows(),
                                      FieldRows{BackgroundRow(), RecoveryRow(), FaultRows()}})
        {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return rows;
}

void
ForEachMember(
    const FieldRows& rows,
    const void* object,
    const std::function<
        void(const FieldRow& row, const void* member, const void* object, const FieldRows& rows)>&
        visit)
{
    for (const FieldRow& row : rows)
    {
        if (!row.member)
        {
            continue;
        }
        const void* const member = row.member(object);
        if (row.kind == RowKind::Group)
        {
            ForEachMember(row.fields, member, visit);
            continue;
        }
        visit(row, member, object, rows);
        const std::size_t entries = row.kind == RowKind::List ? row.type->size(member) : 0;
        for (std::size_t i = 0; i < entries; ++i)
        {
            void* const entry = row.type->at(const_cast<void*>(member), std::to_string(i));
            ForEachMember(row.fields, entry, visit);
        }
    }
}

void
ForEachRow(const std::function<void(const FieldRow& row, const std::string& pointer)>& visit)
{
    VisitRows(ScenarioRows(), "", visit);
}

std::vector<std::string>
FilePointers()
{
    std::vector<std::string> pointers;
    ForEachRow([&pointers](const FieldRow& row, const std::string& pointer) {
        if (row.type != nullptr && row.type->index == typeid(FilePath))
        {
            pointers.push_back(pointer);
        }
    });
    return pointers;
}

void
CopyWritten(const FieldRows& rows, const FieldPlaces& places, const void* from, void* to)
{
    for (const FieldRow& row : rows)
    {
        const void* const member = row.member(from);
        if (places.count({member, row.type->index}) > 0)
        {
            row.type->copy(member, const_cast<void*>(row.member(to)));
        }
    }
}

} // namespace ns3::esa
