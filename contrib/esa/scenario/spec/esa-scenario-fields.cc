// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-fields.h"

#include "esa-field-row.h"

#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

using S = Scenario;

/// The row of a system's parameter, which stands in a map of the scenario. The task runner leaves
/// systems that it does not have to others.
ScenarioField
ParameterField(const SystemParameter& parameter, const FieldRow* row)
{
    const std::string name = parameter.field;
    const bool isWhole = parameter.isWhole;
    ScenarioField field{PointerOfPath(name), {}, typeid(double), {}, {}, {}, {}, KnownTo::Tasks};
    field.address = [name](const S& scenario) { return &scenario.systemParameters.at(name); };
    field.read = [name, &parameter](const nlohmann::json& value, S& scenario) {
        const std::string allowed = AllowedInstead(parameter, value.get<double>());
        return allowed.empty() ? ReadFieldValue(value, scenario.systemParameters.at(name))
                               : allowed;
    };
    field.value = [name, isWhole](const S& scenario) {
        const double value = scenario.systemParameters.at(name);
        return isWhole ? FieldValue(static_cast<uint64_t>(value)) : FieldValue(value);
    };
    if (row != nullptr)
    {
        field.attributes = row->attributes; // beside the system's own
        field.row = row;
    }
    return field;
}

/// Adds the field of a system's parameter.
void
AddParameter(const std::string& pointer, const FieldRow* row, std::vector<ScenarioField>& fields)
{
    for (const SystemParameter* parameter : AllSystemParameters())
    {
        if (PointerOfPath(parameter->field) == pointer)
        {
            fields.push_back(ParameterField(*parameter, row));
        }
    }
}

/// Adds the fields below some rows.
/// @param object the object around them, from a scenario
void
AddFields(const FieldRows& rows,
          const std::string& pointer,
          const std::function<const void*(const S&)>& object,
          std::vector<ScenarioField>& fields)
{
    for (const FieldRow& row : rows)
    {
        const std::string place = pointer + "/" + row.name;
        const auto member = [object, &row](const S& scenario) {
            return row.member(object(scenario));
        };
        if (row.kind == RowKind::Group)
        {
            AddFields(row.fields, place, member, fields);
        }
        else if (row.kind == RowKind::Parameter)
        {
            AddParameter(place, &row, fields);
        }
        else if (row.kind == RowKind::Value)
        {
            ScenarioField field{place, row.attributes, row.type->index, member, {}, {}, {}, {}};
            field.read = [member, &row](const nlohmann::json& value, S& scenario) {
                return row.type->read(value, const_cast<void*>(member(scenario)));
            };
            field.value = [member, &row](const S& scenario) {
                return row.type->value(member(scenario));
            };
            field.choices = row.type->choices;
            field.knownTo = row.knownTo;
            field.row = &row;
            fields.push_back(std::move(field));
        }
    }
}

/// Adds the lists of objects below some rows.
void
AddLists(const FieldRows& rows,
         const std::string& pointer,
         const std::function<const void*(const S&)>& object,
         std::vector<StructuredField>& lists)
{
    for (const FieldRow& row : rows)
    {
        const std::string place = pointer + "/" + row.name;
        const auto member = [object, &row](const S& scenario) {
            return row.member(object(scenario));
        };
        if (row.kind == RowKind::Group)
        {
            AddLists(row.fields, place, member, lists);
        }
        else if (row.kind == RowKind::List)
        {
            const auto entries = [member, &row](const S& scenario) {
                return row.type->size(member(scenario));
            };
            lists.push_back({place, entries, row.knownTo, &row});
        }
    }
}

/// @return a scenario as the object of its rows
const void*
Whole(const S& scenario)
{
    return &scenario;
}

} // namespace

const std::vector<ScenarioField>&
ScenarioFields()
{
    static const std::vector<ScenarioField> fields = [] {
        std::vector<ScenarioField> all;
        AddFields(ScenarioRows(), "", Whole, all);
        for (const SystemParameter* parameter : AllSystemParameters())
        {
            const std::string pointer = PointerOfPath(parameter->field);
            const bool isThere = std::any_of(all.begin(), all.end(), [&pointer](const auto& field) {
                return field.pointer == pointer;
            });
            if (!isThere) // a system of the user
            {
                AddParameter(pointer, nullptr, all);
            }
        }
        return all;
    }();
    return fields;
}

const std::vector<StructuredField>&
StructuredFields()
{
    static const std::vector<StructuredField> lists = [] {
        std::vector<StructuredField> all;
        AddLists(ScenarioRows(), "", Whole, all);
        return all;
    }();
    return lists;
}

std::optional<UnknownField>
FindUnknownField(const Scenario& scenario, KnownTo runner)
{
    static const Scenario defaults;
    for (const ScenarioField& field : ScenarioFields())
    {
        if (field.knownTo < runner && field.value(scenario) != field.value(defaults))
        {
            return UnknownField{field.pointer,
                                field.value(scenario).dump(),
                                Only(field.value(defaults))};
        }
    }
    for (const StructuredField& field : StructuredFields())
    {
        if (field.knownTo < runner && field.entries(scenario) > 0)
        {
            return UnknownField{field.pointer,
                                std::to_string(field.entries(scenario)) + " entries",
                                NoElements()};
        }
    }
    return std::nullopt;
}

} // namespace ns3::esa
