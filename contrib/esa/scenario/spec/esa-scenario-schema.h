// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_SCHEMA_H
#define ESA_SCENARIO_SCHEMA_H

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// The member of a scenario that lists the fields which a user has set, where a program wrote it.
inline constexpr const char* kUsersFields = "$users_fields";

/**
 * @ingroup esa
 * @brief The JSON Schema of scenarios: the only place that defines names, ranges and defaults.
 *
 * It follows from the rows of fields (esa-field-row.h), with the systems of the registry and a
 * field for each parameter that their records declare. In addition to keywords of draft-07, a field
 * may have "x-allowed" (the allowed values in plain text, where the keywords alone do not explain
 * them) and "x-reason" (why the range is limited).
 */
class ScenarioSchema
{
  public:
    /// @return the schema of scenarios
    static const ScenarioSchema& Get();

    /// @return the schema of model files
    static const ScenarioSchema& OfModels();

    /// @return the schema of placement files
    static const ScenarioSchema& OfPlacements();

    /// @return the schema of topology files: the schema of the field topology.graph, whose nodes
    /// and links are required, and a description
    static const ScenarioSchema& OfTopologies();

    /// @return the schema of files of trees: the schema of the field aggregation.jobs, and a
    /// description
    static const ScenarioSchema& OfTrees();

    /// Make a schema of another kind of file, for example of sweeps.
    /// @param schema the schema, in the order in which it is written
    /// @throws std::invalid_argument if it has a keyword that this class does not have
    explicit ScenarioSchema(nlohmann::ordered_json schema);

    ScenarioSchema(const ScenarioSchema&) = delete;
    ScenarioSchema& operator=(const ScenarioSchema&) = delete;

    /// @return the schema as JSON
    const nlohmann::json& Root() const
    {
        return m_root;
    }

    /// @return a configuration in which every field has its default
    const nlohmann::json& Defaults() const
    {
        return m_defaults;
    }

    /// Find the part of the schema for a place of a configuration.
    /// @return the part, or null if the schema does not have the place
    const nlohmann::json* Find(const std::string& pointer) const;

    /// @return the fields that have a fixed name, for example /link/delay_us
    const std::vector<std::string>& FieldPointers() const
    {
        return m_fields;
    }

    /// @return the schema of scenarios as text, keys in the order in which they are written. The
    /// schemas of other files are in it: definitions/model_file, placement_file, topology_file and
    /// trees_file.
    static std::string Text();

    /// @return all fields of scenarios as a list in JSON: what the schema has of each, its unit,
    /// the runners that are exact at any value ("tasks": all), whether more is better, the fields
    /// that decide whether it is used, and its option
    static std::string Fields();

    /// Print a configuration with its fields in the order of the schema.
    nlohmann::ordered_json InOrder(const nlohmann::json& config) const;

  private:
    nlohmann::ordered_json m_ordered;  ///< the schema as it is written
    nlohmann::json m_root;             ///< the schema
    nlohmann::json m_defaults;         ///< the defaults of all fields
    std::vector<std::string> m_fields; ///< pointers of all fields
};

/// Find the part of the schema for a member of an object.
/// @return the part, or null if the schema does not have the name
const nlohmann::json* PartOfMember(const nlohmann::json& part, const std::string& name);

/// @return the type of a part of the schema, the first one if the part names several; empty if it
/// names none
std::string TypeOf(const nlohmann::json& part);

/// @return the unit of a number, which is the end of its field's name; empty: none
std::string UnitOf(const nlohmann::json& part, const std::string& field);

/// Describe what the schema allows at a place.
/// @return a text like: an integer from 1 to 32
std::string DescribeAllowed(const nlohmann::json& part);

/**
 * @brief Validate a configuration, and explain each violation: the value, and what is allowed.
 *
 * The time grows with the size of the configuration and not with its square, also for a file with
 * 100,000 errors. Not more of them are kept than show that there are too many. Lengths are checked
 * first: std::regex needs stack for each character.
 *
 * @return one entry per error
 */
ConfigErrors FindExplainedErrors(const ScenarioSchema& schema, const nlohmann::json& config);

/// Read a JSON file that must obey a schema.
/// @param whole what the file holds, for errors that have no place in it: the placement
/// @throws ScenarioError if it cannot be read, or with all of its errors
nlohmann::json ReadBySchema(const std::string& path,
                            const ScenarioSchema& schema,
                            const std::string& whole);

} // namespace ns3::esa

#endif // ESA_SCENARIO_SCHEMA_H
