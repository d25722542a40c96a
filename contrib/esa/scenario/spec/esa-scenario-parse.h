// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_PARSE_H
#define ESA_SCENARIO_PARSE_H

#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief One field that is set on top of a scenario file.
struct ScenarioOverride
{
    std::string origin;   ///< its name in messages, for example "--jobs 4"
    std::string path;     ///< the field, for example jobs.count
    nlohmann::json value; ///< its value
};

/// @ingroup esa
/// @brief A scenario that has passed every check.
struct ParsedScenario
{
    ValidScenario scenario;   ///< the scenario
    nlohmann::json effective; ///< its configuration, with every field
    nlohmann::json toChange;  ///< the same, as a base for changes: DNNs keep the names (and full
                              ///< paths) of their models, and what follows from other fields is
                              ///< left out if it is not set
    std::map<std::string, nlohmann::json> changed; ///< single fields that the user has set, with
                                                   ///< another value than the default, by pointer
};

/**
 * @brief Make a scenario from JSON: the text replaces defaults of the schema, and overrides replace
 * both.
 *
 * Objects of a file and of an override are merged field by field; lists are replaced
 * as a whole. A DNN that names a model is not merged with the DNN of this letter that it replaces.
 * The model is then replaced by its layers and partitions.
 *
 * @param origin what to call the text in messages, for example its file name
 * @param overrides fields to set, later ones win
 * @param folder to which paths in it are relative
 * @throws ScenarioError with all errors at once
 */
ParsedScenario ParseScenario(const std::string& text,
                             const std::string& origin,
                             const std::vector<ScenarioOverride>& overrides = {},
                             const std::filesystem::path& folder = {});

/// Read a scenario from a file; see ParseScenario(). Paths in it are relative to it, and paths in
/// overrides to the working directory.
/// @throws ScenarioError with all errors at once
ParsedScenario ReadScenario(const std::string& path,
                            const std::vector<ScenarioOverride>& overrides = {});

/// Make an override from "path.to.field=value".
/// @return the override; the value is read as JSON if it is JSON, else as a string
/// @throws ScenarioError if it does not have this form
ScenarioOverride ParseSetting(const std::string& setting);

} // namespace ns3::esa

#endif // ESA_SCENARIO_PARSE_H
