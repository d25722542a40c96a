// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"

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
        fields[row.name] = PartOf(row, object == nullptr ? nullptr : row.member(object));
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
        if (row.type == nullptr)
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
FieldRow::UsedIf(const char* decider, bool (*isUsed)(const ParsedScenario&))
{
    uses.push_back({decider, isUsed});
    return *this;
}

FieldRow&
FieldRow::OneOf(const char* first, const char* second)
{
    oneOf = {first, second};
    return *this;
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
    if (row.type == nullptr)
    {
        return ObjectPart(row.fields, row.text, object);
    }
    ordered_json part{{"description", row.text}};
    AddKeywords(part, row.type->schema);
    if (!row.fields.empty())
    {
        part["items"] = ObjectPart(row.fields, row.ofElements.at("description"), nullptr);
    }
    else if (!row.ofElements.empty())
    {
        AddKeywords(part["items"], row.ofElements);
    }
    AddKeywords(part, row.limits);
    if (object != nullptr)
    {
        part["default"] =
            row.fields.empty() ? DefaultOf(row.type->value(object)) : ordered_json::array();
    }
    return part;
}

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
        if (found == value.end())
        {
            continue;
        }
        const std::string place = ChildPointer(pointer, row.name);
        void* const member = const_cast<void*>(row.member(target));
        if (row.type == nullptr)
        {
            ReadObject(row.fields, *found, place, member, notes);
            continue;
        }
        notes.places[{member, row.type->index}] = place;
        if (!row.fields.empty())
        {
            ReadList(row, *found, place, member, notes);
            continue;
        }
        const std::string allowed = row.type->read(*found, member);
        if (!allowed.empty())
        {
            notes.errors.push_back({place, NotAllowed(*found, allowed)});
        }
    }
}

void
ReadList(const FieldRow& row,
         const json& value,
         const std::string& pointer,
         void* list,
         const ReadingNotes& notes)
{
    row.type->resize(list, value.size()); // its final size: elements keep their addresses
    for (std::size_t i = 0; i < value.size(); ++i)
    {
        const std::string key = std::to_string(i);
        const std::string place = ChildPointer(pointer, key);
        void* const element = row.type->at(list, key);
        notes.places[{element, *row.type->element}] = place;
        ReadObject(row.fields, value[i], place, element, notes);
        const auto isThere = [&value, i](const auto& name) { return value[i].contains(name); };
        if (!row.oneOf.empty() && std::count_if(row.oneOf.begin(), row.oneOf.end(), isThere) != 1)
        {
            notes.errors.push_back(
                {place,
                 NotAllowed(value[i], "an entry with either " + JoinWords(row.oneOf, " or "))});
        }
    }
}

const FieldRows&
ScenarioRows()
{
    static const FieldRows rows{FaultRows()};
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
        const void* const member = row.member(object);
        if (row.type != nullptr)
        {
            visit(row, member, object, rows);
        }
        for (std::size_t i = 0; row.type != nullptr && row.type->size && i < row.type->size(member);
             ++i)
        {
            ForEachMember(row.fields,
                          row.type->at(const_cast<void*>(member), std::to_string(i)),
                          visit);
        }
        if (row.type == nullptr)
        {
            ForEachMember(row.fields, member, visit);
        }
    }
}

void
ForEachRow(const std::function<void(const FieldRow& row, const std::string& pointer)>& visit)
{
    VisitRows(ScenarioRows(), "", visit);
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
