// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-schema.h"

#include "esa-field-row.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

namespace ns3::esa
{

namespace
{

using nlohmann::json;
using nlohmann::ordered_json;

/// The keywords of draft-07 that FindExplainedErrors() has, and our own. Another one would let
/// wrong values pass.
const std::set<std::string> kKeywords{
    "$schema",
    "additionalProperties",
    "default",
    "definitions",
    "description",
    "enum",
    "exclusiveMinimum",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "pattern",
    "patternProperties",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
    "x-allowed",
    "x-meant",
    "x-reason",
};

/// Throws if a part of a schema has an unknown keyword.
void
RequireKnownKeywords(const json& part, const std::string& pointer)
{
    if (!part.is_object())
    {
        throw std::invalid_argument(pointer + ": must be an object of keywords");
    }
    for (const auto& [keyword, value] : part.items())
    {
        const std::string inner = ChildPointer(pointer, keyword);
        if (kKeywords.count(keyword) == 0)
        {
            throw std::invalid_argument(inner + ": the keyword is not known");
        }
        if (keyword == "items")
        {
            RequireKnownKeywords(value, inner);
        }
        else if (keyword == "properties" || keyword == "patternProperties")
        {
            for (const auto& [name, member] : value.items())
            {
                RequireKnownKeywords(member, ChildPointer(inner, name));
            }
        }
    }
}

/// The schema of a system's parameter.
ordered_json
FieldOf(const SystemParameter& parameter)
{
    const auto number = [](double value) {
        // 1 rather than 1.0, also where a fraction is allowed
        const bool isWhole = value >= 0 && value == std::floor(value);
        return isWhole ? ordered_json(static_cast<uint64_t>(value)) : ordered_json(value);
    };
    const char* const type = parameter.isWhole ? "integer" : "number";
    ordered_json field{{"description", parameter.description},
                       {"type", type},
                       {"minimum", number(parameter.minimum)},
                       {"maximum", number(parameter.maximum)},
                       {"default", number(parameter.defaultValue)}};
    if (parameter.mayFollow)
    {
        field["type"] = {type, "string"};
        field["pattern"] = "^auto$";
        field["maxLength"] = 4;
        field["default"] = "auto";
    }
    return field;
}

/// Adds the field of a system's parameter, in its group or in a new one.
void
AddField(ordered_json& schema, const SystemRecord& system, const SystemParameter& parameter)
{
    const std::string field = parameter.field;
    const auto dot = field.find('.');
    ordered_json& group = schema["properties"][field.substr(0, dot)];
    if (group.is_null())
    {
        group = {{"description", "Parameters of " + std::string(system.name) + "."},
                 {"type", "object"},
                 {"additionalProperties", false},
                 {"properties", ordered_json::object()}};
    }
    ordered_json& place = group["properties"][field.substr(dot + 1)];
    if (!group.contains("type") || group["type"] != "object" || !(place.is_null() || place.empty()))
    {
        throw std::invalid_argument("the system \"" + std::string(system.name) +
                                    "\" has the parameter " + field +
                                    ", which is a field of all scenarios");
    }
    place = FieldOf(parameter);
}

/// The schema of all rows, with what the records of the systems declare: their names, and a field
/// for each parameter. A row is the place of a parameter; others follow at the end.
ordered_json
LoadSchema()
{
    static const Scenario plain;
    ordered_json schema{
        {"$schema", "http://json-schema.org/draft-07/schema#"},
        {"title", "ESA scenario"},
        {"description",
         "A scenario of the esa module: one or more racks, their training jobs and the systems "
         "to compare. Every field has a default, so a file names only the values that differ. "
         "Units are part of the names; 1 GB is 1e9 bytes. 'Paper' is 'Efficient Data-Plane "
         "Memory Scheduling for In-Network Aggregation'; 'our interpretation' marks a decision "
         "where the paper is silent. Of ATP, SwitchML and BytePS the public code or its "
         "documentation was read, and is named so; 'from memory' marks what was not looked up."},
        {"type", "object"},
        {"x-allowed", "a JSON object, {...}"},
        {"additionalProperties", false}};
    schema["properties"]["$schema"] = {
        {"description", "Path or URL of this schema, for editors. Has no effect."},
        {"type", "string"},
        {"maxLength", 1000}};
    schema["properties"][kUsersFields] = {
        {"description",
         "Of a scenario that a program has written, as ./ns3 sweep does: the fields that a user "
         "has set. Notes on fields without an effect are on these only. Absent: all fields of the "
         "file."},
        {"type", "array"},
        {"maxItems", 10000},
        {"items",
         {{"description", "Name of a field, such as link.rate_gbps."},
          {"type", "string"},
          {"maxLength", 1000}}}};
    for (const FieldRow& row : ScenarioRows())
    {
        schema["properties"][row.name] = PartOf(row, row.member ? row.member(&plain) : nullptr);
    }
    ordered_json names = ordered_json::array();
    SealSystems();
    std::vector<const SystemParameter*> known;
    for (const SystemRecord& system : Systems())
    {
        names.push_back(system.name);
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            if (std::find(known.begin(), known.end(), parameter) == known.end())
            {
                AddField(schema, system, *parameter);
                known.push_back(parameter);
            }
        }
    }
    for (const SystemGroup& group : SystemGroups())
    {
        names.push_back(group.name);
    }
    schema["properties"]["systems"]["items"]["enum"] = names;
    return schema;
}

/// Names the systems that read a collision rule's parameters. With all other systems such a field
/// has no effect, so that a sweep does not run these systems again for each of its values.
void
NameReaders(ordered_json& schema)
{
    for (const SystemRecord& system : Systems())
    {
        for (std::size_t i = 0; i < system.parameters.count; ++i)
        {
            std::string place = system.parameters.begin[i]->field;
            place.replace(place.find('.'), 1, "/properties/");
            place = "/properties/" + place + "/x-systems";
            schema[ordered_json::json_pointer(place)].push_back(system.name);
        }
    }
}

/// What a row has besides its part of the schema.
void
AddRow(ordered_json& field, const FieldRow& row)
{
    constexpr const char* runners[] = {"ns3", "rounds", "tasks"};
    if (row.kind != RowKind::Parameter)
    {
        field["runner"] = runners[static_cast<std::size_t>(row.knownTo)];
    }
    if (row.better != Better::Unknown)
    {
        field["better"] = row.better == Better::More ? "more" : "less";
    }
    for (const FieldUse& use : row.uses)
    {
        field["used_by"].push_back(PathOfPointer(use.decider));
    }
    if (row.option.name != nullptr)
    {
        field["option"] = row.option.name;
    }
}

/// Adds a field, and those of the objects of a list.
void
AddFields(ordered_json& fields,
          const std::string& name,
          const ordered_json& part,
          const FieldRows& rows)
{
    const ordered_json properties = part.value("properties", ordered_json::object());
    for (const auto& [child, field] : properties.items())
    {
        const std::string path = name + child;
        const auto found =
            std::find_if(rows.begin(), rows.end(), [&wanted = child](const auto& row) {
                return row.name == wanted;
            });
        const FieldRows inner = found == rows.end() ? FieldRows{} : found->fields;
        if (field.contains("properties"))
        {
            AddFields(fields, path + ".", field, inner);
            continue;
        }
        ordered_json entry{{"field", path}};
        if (const std::string unit = UnitOf(field, child); !unit.empty())
        {
            entry["unit"] = unit;
        }
        for (const auto& [keyword, value] : field.items())
        {
            if (keyword != "patternProperties" && keyword != "additionalProperties" &&
                !(keyword == "items" && value.contains("properties")))
            {
                entry[keyword] = value;
            }
        }
        if (found != rows.end())
        {
            AddRow(entry, *found);
        }
        fields.push_back(std::move(entry));
        if (field.contains("items"))
        {
            AddFields(fields, path + "[].", field["items"], inner);
        }
        for (const auto& element : field.value("patternProperties", ordered_json::object()))
        {
            AddFields(fields, path + ".X.", element, inner);
        }
    }
}

/// The defaults below a part of the schema; null where there is none (a required field).
json
CollectDefaults(const json& part)
{
    json defaults = part.value("default", json());
    if (part.contains("properties"))
    {
        for (const auto& [name, field] : part["properties"].items())
        {
            json value = CollectDefaults(field);
            if (!value.is_null())
            {
                defaults[name] = std::move(value);
            }
        }
    }
    return defaults;
}

void
CollectFields(const json& part, const std::string& pointer, std::vector<std::string>& fields)
{
    if (!part.contains("properties"))
    {
        fields.push_back(pointer);
        return;
    }
    for (const auto& [name, field] : part["properties"].items())
    {
        CollectFields(field, ChildPointer(pointer, name), fields);
    }
}

/// A value with its fields in the order of its part of the schema.
ordered_json
Arrange(const json& value, const ordered_json& part)
{
    if (value.is_array() && part.contains("items"))
    {
        ordered_json list = ordered_json::array();
        for (const json& element : value)
        {
            list.push_back(Arrange(element, part["items"]));
        }
        return list;
    }
    if (!value.is_object())
    {
        return ordered_json::parse(value.dump());
    }
    ordered_json object = ordered_json::object();
    if (part.contains("properties"))
    {
        for (const auto& [name, field] : part["properties"].items())
        {
            if (value.contains(name))
            {
                object[name] = Arrange(value[name], field);
            }
        }
        return object;
    }
    for (const auto& [pattern, field] : part["patternProperties"].items())
    {
        for (const auto& [name, child] : value.items())
        {
            object[name] = Arrange(child, field);
        }
    }
    return object;
}

} // namespace

ScenarioSchema::ScenarioSchema(ordered_json schema)
    : m_ordered(std::move(schema)),
      m_root(json::parse(m_ordered.dump()))
{
    RequireKnownKeywords(m_root, "");
    m_defaults = CollectDefaults(m_root);
    CollectFields(m_root, "", m_fields);
}

const ScenarioSchema&
ScenarioSchema::Get()
{
    static const ScenarioSchema schema(LoadSchema());
    return schema;
}

const ScenarioSchema&
ScenarioSchema::OfModels()
{
    static const ScenarioSchema schema(ordered_json::parse(kModelSchemaText));
    return schema;
}

const ScenarioSchema&
ScenarioSchema::OfPlacements()
{
    static const ScenarioSchema schema(ordered_json::parse(kPlacementSchemaText));
    return schema;
}

const ScenarioSchema&
ScenarioSchema::OfTopologies()
{
    static const ScenarioSchema schema([] {
        const ordered_json& fields = Get().m_ordered.at("properties");
        ordered_json file = fields.at("topology").at("properties").at("graph");
        file["x-allowed"] = "a JSON object, {...}";
        file["required"] = {"nodes", "links"};
        file["properties"]["$schema"] = fields.at("$schema");
        file["properties"]["description"] = fields.at("description");
        return file;
    }());
    return schema;
}

const ScenarioSchema&
ScenarioSchema::OfTrees()
{
    static const ScenarioSchema schema([] {
        const ordered_json& fields = Get().m_ordered.at("properties");
        ordered_json jobs = fields.at("aggregation").at("properties").at("jobs");
        jobs.erase("default");
        jobs["minItems"] = 1;
        ordered_json file{{"title", "ESA file of trees"},
                          {"description",
                           "The trees of each job, by the names of the topology. A "
                           "scenario names such a file by aggregation.file."},
                          {"type", "object"},
                          {"x-allowed", "a JSON object, {...}"},
                          {"additionalProperties", false},
                          {"required", {"jobs"}}};
        file["properties"]["$schema"] = fields.at("$schema");
        file["properties"]["description"] = fields.at("description");
        file["properties"]["jobs"] = std::move(jobs);
        return file;
    }());
    return schema;
}

const json*
ScenarioSchema::Find(const std::string& pointer) const
{
    const json* part = &m_root;
    for (const std::string& name : SplitPointer(pointer))
    {
        const json* const member = PartOfMember(*part, name);
        if (member == nullptr && !part->contains("items"))
        {
            return nullptr;
        }
        part = member != nullptr ? member : &part->at("items");
    }
    return part;
}

std::string
ScenarioSchema::Text()
{
    ordered_json schema = Get().m_ordered;
    NameReaders(schema);
    const std::pair<const char*, const ScenarioSchema*> files[] = {
        {"model_file", &OfModels()},
        {"placement_file", &OfPlacements()},
        {"topology_file", &OfTopologies()},
        {"trees_file", &OfTrees()},
    };
    for (const auto& [name, ofFile] : files)
    {
        ordered_json definition = ofFile->m_ordered;
        definition.erase("$schema"); // that of the whole text
        schema["definitions"][name] = std::move(definition);
    }
    return schema.dump(2);
}

std::string
ScenarioSchema::Fields()
{
    ordered_json schema = Get().m_ordered;
    NameReaders(schema);
    schema["properties"].erase("$schema");
    schema["properties"].erase(kUsersFields);
    ordered_json fields = ordered_json::array();
    AddFields(fields, "", schema, ScenarioRows());
    return fields.dump(2);
}

ordered_json
ScenarioSchema::InOrder(const json& config) const
{
    return Arrange(config, m_ordered);
}

} // namespace ns3::esa
