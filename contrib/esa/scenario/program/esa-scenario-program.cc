/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-program.h"

#include "esa-argument-lengths.h"
#include "esa-comparison.h"
#include "esa-json-files.h"
#include "esa-ns3-arguments.h"
#include "esa-ns3-environment.h"
#include "esa-process-setup.h"
#include "esa-run-estimate-note.h"
#include "esa-scenario-options.h"
#include "esa-system-list.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-log-notice.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-text.h"
#include "ns3/esa-version.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

const char* const kBuiltInName = "built-in scenario";

enum ExitCode
{
    EXIT_DONE = 0,       ///< everything was done
    EXIT_RUN_FAILED = 1, ///< a run failed
    EXIT_BAD_INPUT = 2   ///< bad usage or configuration, nothing has run
};

/**
 * @brief Get the name under which the program was called, for its messages.
 * @param argc number of arguments
 * @param argv the arguments
 * @return the last part of its path
 */
std::string
ProgramName(int argc, char* argv[])
{
    const std::string path = argc > 0 ? argv[0] : "esa-scenario"; // exec() may pass no name
    return path.substr(path.rfind('/') + 1);
}

/// Prints errors. A name in them may hold anything, so whatever is not printable is escaped here: a
/// line end would otherwise forge a second error.
void
PrintErrors(const std::string& program, const std::vector<std::string>& lines)
{
    for (const std::string& line : lines)
    {
        std::cerr << PrintableAscii(program + ": error: " + line) << "\n";
    }
}

void
PrintModels()
{
    NameList models;
    for (const std::string& name : ModelNames())
    {
        models.emplace_back(name, ReadModel(name, {}).at("description").get<std::string>());
    }
    std::cout << InColumns(models);
}

/// Prints information that needs no scenario; returns whether that was asked for.
bool
PrintInformation(const std::string& program, ScenarioAction action)
{
    switch (action)
    {
    case ScenarioAction::Help:
        std::cout << ScenarioHelp(program);
        return true;
    case ScenarioAction::Version:
        std::cout << program << " " << ModuleVersion() << " (ns-3 " << Ns3Version() << ")\n";
        return true;
    case ScenarioAction::ListSystems:
        std::cout << InColumns(ListOfSystems())
                  << "\nTheir own fields (--set FIELD=VALUE, --print-schema for ranges and "
                     "sources):\n"
                  << InColumns(ListOfSystemFields());
        return true;
    case ScenarioAction::ListModels:
        PrintModels();
        return true;
    case ScenarioAction::PrintSchema:
        std::cout << ScenarioSchema::Text() << "\n";
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

/// Reads the scenario; its errors and those of ns-3's arguments and variables are reported
/// together.
ParsedScenario
ReadInput(const ScenarioOptions& options)
{
    std::vector<std::string> further = CheckNs3Arguments(options.ns3Arguments);
    const std::vector<std::string> variables = CheckNs3Environment();
    further.insert(further.end(), variables.begin(), variables.end());
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
        throw error.With(further);
    }
    throw ScenarioError(further);
}

int
Serve(const std::string& program, const std::vector<std::string>& arguments)
{
    CheckArgumentLengths(arguments);
    const ScenarioOptions options = ParseScenarioOptions(arguments);
    if (PrintInformation(program, options.action) || ServeJsonFiles(std::cout, options))
    {
        return EXIT_DONE;
    }
    const ParsedScenario parsed = ReadInput(options);
    if (options.action == ScenarioAction::PrintConfig)
    {
        const auto& config = options.keepModels ? parsed.named : parsed.effective;
        // a folder's name need not be UTF-8
        std::cout << ScenarioSchema::Get().InOrder(config).dump(
                         2,
                         ' ',
                         false,
                         nlohmann::json::error_handler_t::replace)
                  << "\n";
        return EXIT_DONE;
    }
    if (options.action == ScenarioAction::Validate)
    {
        std::cout << (options.configPath.empty() ? kBuiltInName : Shown(options.configPath))
                  << ": valid\n";
        if (!options.quiet)
        {
            PrintRunEstimate(program, parsed);
        }
        return EXIT_DONE;
    }
    TellOfMissingLogs(); // before the line of progress begins
    ApplyNs3Arguments(program, options.ns3Arguments);
    return RunComparison(program, parsed, options);
}

} // namespace

int
ScenarioMain(int argc, char* argv[])
{
    PrepareProcess();
    const std::string program = ProgramName(argc, argv);
    EsaSystem::GetTypeId(); // makes the attributes of systems that the program has registered
    try
    {
        const int code = Serve(program, {argv + std::min(argc, 1), argv + argc});
        if (!std::cout.flush()) // for example, the disk is full
        {
            throw std::runtime_error("standard output cannot be written");
        }
        return code;
    }
    catch (const ScenarioError& error)
    {
        PrintErrors(program, error.Lines());
        return EXIT_BAD_INPUT;
    }
    catch (const std::exception& error)
    {
        PrintErrors(program, {error.what()});
        return EXIT_RUN_FAILED;
    }
}

} // namespace ns3::esa
