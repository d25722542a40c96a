/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-program.h"

#include "esa-comparison.h"
#include "esa-ns3-arguments.h"
#include "esa-scenario-options.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-version.h"

#include <algorithm>
#include <exception>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

const char* const kProgram = "esa-scenario";
const char* const kBuiltInName = "built-in scenario";

enum ExitCode
{
    EXIT_DONE = 0,       ///< everything was done
    EXIT_RUN_FAILED = 1, ///< a run failed
    EXIT_BAD_INPUT = 2   ///< bad usage or configuration, nothing has run
};

void
PrintErrors(const std::vector<std::string>& lines)
{
    for (const std::string& line : lines)
    {
        std::cerr << kProgram << ": error: " << line << "\n";
    }
}

/// Prints names, each with a short explanation.
void
PrintNames(const std::vector<std::pair<std::string, std::string>>& entries)
{
    std::size_t width = 0;
    for (const auto& [name, words] : entries)
    {
        width = std::max(width, name.size());
    }
    for (const auto& [name, words] : entries)
    {
        std::cout << name << std::string(width + 2 - name.size(), ' ') << words << "\n";
    }
}

/// Prints the systems, then the fields that only some of them have.
void
PrintSystems()
{
    std::vector<std::pair<std::string, std::string>> systems;
    std::map<const SystemParameter*, std::string> users;
    std::vector<const SystemParameter*> parameters;
    for (const SystemRecord& system : Systems())
    {
        systems.emplace_back(system.name, system.summary);
        for (const SystemParameter* parameter : ParametersOf(system))
        {
            std::string& names = users[parameter];
            if (names.empty())
            {
                parameters.push_back(parameter);
            }
            names += (names.empty() ? "" : ", ") + std::string(system.name);
        }
    }
    PrintNames(systems);
    std::cout << "\nTheir own fields (--set FIELD=VALUE, --print-schema for ranges and sources):\n";
    std::vector<std::pair<std::string, std::string>> fields;
    for (const SystemParameter* parameter : parameters)
    {
        std::ostringstream words;
        words << std::setprecision(15) << parameter->defaultValue << ": " << users[parameter];
        fields.emplace_back(parameter->field, words.str());
    }
    PrintNames(fields);
}

void
PrintModels()
{
    std::vector<std::pair<std::string, std::string>> models;
    for (const std::string& name : ModelNames())
    {
        models.emplace_back(name, ReadModel(name, {}).at("description").get<std::string>());
    }
    PrintNames(models);
}

/// Prints information that needs no scenario; returns whether that was asked for.
bool
PrintInformation(ScenarioAction action)
{
    switch (action)
    {
    case ScenarioAction::Help:
        std::cout << ScenarioHelp();
        return true;
    case ScenarioAction::Version:
        std::cout << kProgram << " " << ModuleVersion() << " (ns-3 " << Ns3Version() << ")\n";
        return true;
    case ScenarioAction::ListSystems:
        PrintSystems();
        return true;
    case ScenarioAction::ListModels:
        PrintModels();
        return true;
    case ScenarioAction::PrintSchema:
        std::cout << ScenarioSchema::Get().Text() << "\n";
        return true;
    default:
        return false;
    }
}

/// Reads the scenario that the options name.
ParsedScenario
ReadAsked(const ScenarioOptions& options)
{
    return options.configPath.empty()
               ? ParseScenario(kDefaultScenarioText, kBuiltInName, options.overrides)
               : ReadScenario(options.configPath, options.overrides);
}

/// Reads the scenario; its errors and those of ns-3's arguments are reported together.
ParsedScenario
ReadInput(const ScenarioOptions& options)
{
    const std::vector<std::string> further = CheckNs3Arguments(options.ns3Arguments);
    try
    {
        ParsedScenario parsed = ReadAsked(options);
        if (further.empty())
        {
            return parsed;
        }
    }
    catch (const ScenarioError& error)
    {
        std::vector<std::string> lines = error.Lines();
        lines.insert(lines.end(), further.begin(), further.end());
        throw ScenarioError(lines);
    }
    throw ScenarioError(further);
}

int
Serve(const std::vector<std::string>& arguments)
{
    const ScenarioOptions options = ParseScenarioOptions(arguments);
    if (PrintInformation(options.action))
    {
        return EXIT_DONE;
    }
    const ParsedScenario parsed = ReadInput(options);
    if (options.action == ScenarioAction::PrintConfig)
    {
        const auto& config = options.keepModels ? parsed.named : parsed.effective;
        std::cout << ScenarioSchema::Get().InOrder(config).dump(2) << "\n";
        return EXIT_DONE;
    }
    if (options.action == ScenarioAction::Validate)
    {
        std::cout << (options.configPath.empty() ? kBuiltInName : options.configPath)
                  << ": valid\n";
        return EXIT_DONE;
    }
    ApplyNs3Arguments(kProgram, options.ns3Arguments);
    return RunComparison(parsed, options);
}

} // namespace

int
ScenarioMain(int argc, char* argv[])
{
    EsaSystem::GetTypeId(); // makes the attributes of systems that the program has registered
    try
    {
        const int code = Serve(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
        if (!std::cout.flush()) // for example, the disk is full
        {
            throw std::runtime_error("standard output cannot be written");
        }
        return code;
    }
    catch (const ScenarioError& error)
    {
        PrintErrors(error.Lines());
        return EXIT_BAD_INPUT;
    }
    catch (const std::exception& error)
    {
        PrintErrors({error.what()});
        return EXIT_RUN_FAILED;
    }
}

} // namespace ns3::esa
