// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-program.h"

#include "esa-scenario-help.h"
#include "esa-scenario-options.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-object.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace ns3::esa
{
namespace
{

using nlohmann::json;
using nlohmann::ordered_json;

const char* const kBuiltInName = "built-in scenario";

enum ExitCode
{
    EXIT_DONE = 0,       ///< everything was done
    EXIT_RUN_FAILED = 1, ///< a run failed, or a file could not be written
    EXIT_BAD_INPUT = 2   ///< bad usage or configuration, nothing has run
};

/// @return the name under which the program was called: the last part of its path
std::string
ProgramName(int argc, char* argv[])
{
    const std::string path = argc > 0 ? argv[0] : "esa-scenario"; // exec() may pass no name
    return path.substr(path.rfind('/') + 1);
}

/// Prints errors, whose texts are printable.
void
PrintErrors(const std::string& program, const std::vector<std::string>& lines)
{
    for (const std::string& line : lines)
    {
        std::cerr << Shown(program) << ": error: " << line << "\n";
    }
}

void
PrintSystems()
{
    NameList systems;
    for (const SystemRecord& system : Systems())
    {
        systems.emplace_back(system.name, std::string(system.summary) + " [" + system.source + "]");
        if (*system.ours != 0)
        {
            systems.emplace_back("", std::string("ours: ") + system.ours);
        }
    }
    NameList groups;
    for (const SystemGroup& group : SystemGroups())
    {
        groups.emplace_back(group.name, group.summary);
    }
    std::cout << InColumns(systems)
              << "\n[what was read of it: code (its public code), text (its paper),\n"
                 "manual (a vendor's, and the public code of its client), patent (its claims),\n"
                 "abstract (abstracts, and papers that compare with it); own: a system of this\n"
                 "program; ours: what the source does not say, and we have chosen]\n"
              << "\nGroups (--system NAME):\n"
              << InColumns(groups, "  ")
              << "\nTheir own fields (--set FIELD=VALUE, --print-schema for ranges and "
                 "sources):\n"
              << InColumns(ListOfSystemFields());
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

/// Prints information that needs no scenario; returns whether that was requested.
bool
PrintInformation(const std::string& program, ScenarioAction action)
{
    switch (action)
    {
    case ScenarioAction::Help:
        std::cout << ScenarioHelp(program);
        return true;
    case ScenarioAction::Version:
        std::cout << program << " " << ESA_VERSION << " (ns-3 " << ESA_NS3_VERSION << ")\n";
        return true;
    case ScenarioAction::ListSystems:
        PrintSystems();
        return true;
    case ScenarioAction::ListModels:
        PrintModels();
        return true;
    case ScenarioAction::PrintSchema:
        std::cout << ScenarioSchema::Text() << "\n";
        return true;
    case ScenarioAction::PrintFields:
        std::cout << ScenarioSchema::Fields() << "\n";
        return true;
    case ScenarioAction::PrintColumns:
        std::cout << TableOfColumns();
        return true;
    default:
        return false;
    }
}

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

/// Checks a JSON file against a JSON Schema.
void
CheckAgainstSchema(const std::string& path, const std::string& schemaPath)
{
    const json schema = ParseJsonText(ReadTextFile(schemaPath), schemaPath);
    const json value = ParseJsonText(ReadTextFile(path), path);
    ThrowErrors(ErrorsBySchema(value, schema, schemaPath), path, "the file");
}

/// Returns the effective configuration as a scenario that is the same in any folder: traces stay in
/// their files, all else that files hold is in the configuration.
json
Movable(const ParsedScenario& parsed)
{
    json config = parsed.effective;
    config["execution"]["traces"] = parsed.toChange["execution"]["traces"];
    return config;
}

/// Prints the effective configuration of the scenario on each line of a file. Paths in a scenario
/// are relative to the working directory.
void
PrintConfigLines(const std::string& path)
{
    std::istringstream lines(ReadTextFile(path));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);)
    {
        const std::string origin = path + ":" + std::to_string(++number);
        std::cout << Movable(ParseScenario(line, origin, {}, {})).dump() << "\n";
    }
}

/// Does what --schema or --config-lines request; returns whether one of them was given.
bool
ServeJsonFiles(const ScenarioOptions& options)
{
    const bool hasConfig = !options.configPath.empty();
    if (!options.schemaPath.empty())
    {
        if (options.action != ScenarioAction::Validate || !hasConfig || !options.overrides.empty())
        {
            throw ScenarioError({"--schema: needs --validate and --config, and no fields"});
        }
        CheckAgainstSchema(options.configPath, options.schemaPath);
        std::cout << Shown(options.configPath) << ": valid\n";
        return true;
    }
    if (!options.configLines.empty())
    {
        if (options.action != ScenarioAction::PrintConfig || hasConfig ||
            !options.overrides.empty())
        {
            throw ScenarioError({"--config-lines: needs --print-config, and no other scenario"});
        }
        PrintConfigLines(options.configLines);
        return true;
    }
    return false;
}

/// @return the first execution trace that a run without a file names; empty: none
std::string
TraceOf(const std::vector<ScenarioOverride>& overrides)
{
    for (const ScenarioOverride& each : overrides)
    {
        const nlohmann::json& value = each.value;
        if (each.path == "execution.traces" && value.is_array() && !value.empty() &&
            value[0].is_string())
        {
            return PrintableAscii(value[0].get<std::string>());
        }
    }
    return "";
}

/// Reads a run without a file: the comparison that is built in; or an execution trace with all
/// defaults, since the comparison has little memory for its small jobs, and names no trace.
ParsedScenario
ReadWithoutFile(std::vector<ScenarioOverride> overrides)
{
    const std::string trace = TraceOf(overrides);
    if (!trace.empty())
    {
        overrides.insert(overrides.begin(), {"--trace", "name", trace.substr(0, 60)});
        return ParseScenario("{}", kBuiltInName, overrides);
    }
    return ParseScenario(kDefaultScenarioText, kBuiltInName, overrides);
}

/// Reads the scenario that the options name. @param more overrides behind those of the options
ParsedScenario
ReadAsked(const ScenarioOptions& options, const std::vector<ScenarioOverride>& more = {})
{
    std::vector<ScenarioOverride> overrides = options.overrides;
    overrides.insert(overrides.end(), more.begin(), more.end());
    return options.configPath.empty() ? ReadWithoutFile(overrides)
                                      : ReadScenario(options.configPath, overrides);
}

/// Registers the systems of a program. What is wrong with them is bad input.
void
RegisterSystems(const std::vector<SystemRecord>& systems)
{
    try
    {
        std::for_each(systems.begin(), systems.end(), RegisterSystem);
    }
    catch (const std::invalid_argument& error)
    {
        throw ScenarioError({error.what()});
    }
}

int
Serve(const std::string& program, const std::vector<std::string>& arguments)
{
    const ScenarioOptions options = ParseScenarioOptions(arguments);
    if (PrintInformation(program, options.action) || ServeJsonFiles(options))
    {
        return EXIT_DONE;
    }
    const ParsedScenario parsed = ReadAsked(options);
    if (const auto errors = ApplyNs3Arguments(program, options.ns3Arguments); !errors.empty())
    {
        throw ScenarioError(errors);
    }
    if (options.action == ScenarioAction::PrintConfig)
    {
        const json config = options.toChange ? parsed.toChange : Movable(parsed);
        // a folder's name need not be UTF-8
        std::cout << ScenarioSchema::Get().InOrder(config).dump(
                         2,
                         ' ',
                         false,
                         nlohmann::json::error_handler_t::replace)
                  << "\n";
        return EXIT_DONE;
    }
    CheckThreads(parsed.scenario, options.threads);
    if (options.action == ScenarioAction::Validate)
    {
        std::cout << (options.configPath.empty() ? kBuiltInName : Shown(options.configPath))
                  << ": valid\n";
        PrintNotes(program, NotesOnFields(parsed));
        return EXIT_DONE;
    }
    if (options.action == ScenarioAction::Estimate)
    {
        PrintEstimate(options, [&options](const std::vector<ScenarioOverride>& overrides) {
            return ReadAsked(options, overrides);
        });
        return EXIT_DONE;
    }
    WarnOfMissingLogs(); // before the line of progress begins
    return RunComparison(program, parsed, options);
}

/// Whether a launcher of MPI has started this process, without a script or a program between.
bool
IsStartedByMpi()
{
    std::ifstream file("/proc/" + std::to_string(getppid()) + "/comm");
    std::string parent;
    std::getline(file, parent);
    const std::set<std::string> launchers{"hydra_pmi_proxy",
                                          "mpiexec",
                                          "mpirun",
                                          "orted",
                                          "orterun",
                                          "prted",
                                          "prterun",
                                          "slurmstepd"};
    return launchers.count(parent) > 0;
}

/// Processes that mpiexec starts would all run the same, and write the same files. But a program of
/// many processes, such as a pool of mpi4py, may run a scenario or a sweep in each.
void
RefuseManyProcesses()
{
    if (!IsStartedByMpi())
    {
        return;
    }
    for (const std::string variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    {
        const char* const text = std::getenv(variable.c_str());
        if (text != nullptr && std::atol(text) > 1)
        {
            throw ScenarioError({variable + " " + Shown(text) +
                                 ": mpiexec is not allowed: must be one process, which "
                                 "--threads spreads over several cores"});
        }
    }
}

/// A file that is opened gets the lowest free number. With a closed standard stream it would get
/// that stream's, and with it what is printed. So /dev/null takes these numbers. It cannot be
/// written, as a closed stream cannot.
void
OccupyStandardStreams()
{
    int descriptor = STDIN_FILENO;
    while (descriptor >= 0 && descriptor <= STDERR_FILENO)
    {
        descriptor = open("/dev/null", O_RDONLY);
    }
    close(descriptor);
}

} // namespace

int
RunProgram(const std::string& program, const std::function<int()>& serve)
{
    OccupyStandardStreams();
    try
    {
        const int code = serve();
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
        PrintErrors(program, {PrintableAscii(error.what())});
        return EXIT_RUN_FAILED;
    }
}

int
ScenarioMain(int argc, char* argv[], const std::vector<SystemRecord>& systems)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file beyond `ulimit -f` is an error as on a full disk
    const std::string program = ProgramName(argc, argv);
    return RunProgram(program, [&] {
        RefuseManyProcesses();
        RegisterSystems(systems);
        EsaSystem::GetTypeId(); // makes the attributes of systems that the program has registered
        std::vector<std::string> arguments = ArgumentsOfEnvironment();
        arguments.insert(arguments.end(), argv + std::min(argc, 1), argv + argc);
        return Serve(program, arguments);
    });
}

} // namespace ns3::esa
