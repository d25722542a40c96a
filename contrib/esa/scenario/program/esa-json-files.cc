/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-json-files.h"

#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3::esa
{

namespace
{

using nlohmann::json;
using nlohmann::ordered_json;

/// Finds the errors of a value. A schema that the library cannot use is the user's error, too.
ConfigErrors
ErrorsBySchema(const json& value, const json& schema, const std::string& schemaPath)
{
    try
    {
        const ScenarioSchema rules{ordered_json(schema)};
        return FindExplainedErrors(rules, value);
    }
    catch (const std::exception& error)
    {
        throw ScenarioError(
            {"--schema " + Shown(schemaPath) + ": cannot be used: " + Shown(error.what())});
    }
}

} // namespace

bool
ServeJsonFiles(std::ostream& os, const ScenarioOptions& options)
{
    const bool hasConfig = !options.configPath.empty();
    if (!options.schemaPath.empty())
    {
        if (options.action != ScenarioAction::Validate || !hasConfig || !options.overrides.empty())
        {
            throw ScenarioError({"--schema: needs --validate and --config, and no fields"});
        }
        CheckAgainstSchema(options.configPath, options.schemaPath);
        os << Shown(options.configPath) << ": valid\n";
        return true;
    }
    if (!options.configLines.empty())
    {
        if (options.action != ScenarioAction::PrintConfig || hasConfig ||
            !options.overrides.empty())
        {
            throw ScenarioError({"--config-lines: needs --print-config, and no other scenario"});
        }
        PrintConfigLines(os, options.configLines);
        return true;
    }
    return false;
}

void
CheckAgainstSchema(const std::string& path, const std::string& schemaPath)
{
    const json schema = ParseJsonText(ReadTextFile(schemaPath), schemaPath);
    const json value = ParseJsonText(ReadTextFile(path), path);
    ThrowErrors(ErrorsBySchema(value, schema, schemaPath), path, "the file");
}

void
PrintConfigLines(std::ostream& os, const std::string& path)
{
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::istringstream lines(ReadTextFile(path));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);)
    {
        const std::string origin = path + ":" + std::to_string(++number);
        os << ParseScenario(line, origin, {}, folder).effective.dump() << "\n";
    }
}

} // namespace ns3::esa
