// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_SCHEMA_H
#define ESA_SCENARIO_SCHEMA_H

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The JSON Schema of scenarios: the only place that defines names, ranges and defaults.
 *
 * It is the embedded esa-scenario.schema.json, with the systems of the registry and a field for
 * each parameter that their records declare. In addition to keywords of draft-07, a field may have
 * "x-allowed" (the allowed values in plain text, where the keywords alone do not explain them) and
 * "x-reason" (why the range is limited).
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
    ~ScenarioSchema();

    ScenarioSchema(const ScenarioSchema&) = delete;
    ScenarioSchema& operator=(const ScenarioSchema&) = delete;

    /// @return the schema as JSON
    const nlohmann::json& Root() const;

    /// @return a configuration in which every field has its default
    const nlohmann::json& Defaults() const;

    /// Find the part of the schema for a place of a configuration.
    /// @return the part, or null if the schema does not have the place
    const nlohmann::json* Find(const std::string& pointer) const;

    /// @return the fields that have a fixed name, for example /link/delay_us
    const std::vector<std::string>& FieldPointers() const;

    /// @return the schema of scenarios as text, keys in the order in which they are written. The
    /// schemas of other files are in it: definitions/model_file, placement_file, topology_file and
    /// trees_file.
    static std::string Text();

    /// Print a configuration with its fields in the order of the schema.
    nlohmann::ordered_json InOrder(const nlohmann::json& config) const;

  private:
    struct Parts;                   ///< JSON members, kept out of the header
    std::unique_ptr<Parts> m_parts; ///< the schema and what follows from it
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_SCHEMA_H
