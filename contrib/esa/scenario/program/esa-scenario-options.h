// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_OPTIONS_H
#define ESA_SCENARIO_OPTIONS_H

#include "ns3/esa-captures.h"
#include "ns3/esa-run-recording.h"
#include "ns3/esa-scenario-parse.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// What the program is to do.
enum class ScenarioAction
{
    Run,         ///< run the scenario
    Help,        ///< --help
    Version,     ///< --version
    ListSystems, ///< --list-systems
    ListModels,  ///< --list-models
    PrintSchema, ///< --print-schema
    Validate,    ///< --validate
    Estimate,    ///< --estimate
    PrintConfig, ///< --print-config
};

/// @ingroup esa
/// @brief The command line of esa-scenario.
struct ScenarioOptions
{
    ScenarioAction action{ScenarioAction::Run}; ///< what to do
    std::string configPath;                     ///< --config; empty: the built-in scenario
    std::string schemaPath;                     ///< --schema; empty: the schema of scenarios
    std::string configLines;                    ///< --config-lines; empty: none
    std::vector<ScenarioOverride> overrides;    ///< of ns-3, of named options, then of --set
    std::string outDirectory;                   ///< --out; empty: no files
    bool force{false};                          ///< --force
    CaptureOptions captures;                    ///< --pcap, --pcap-hosts, ...
    RecordingFiles recording;                   ///< --timeline, --report, --sample-us, ...
    double stallAfterS{10};                     ///< --stall-after
    uint32_t threads{1};                        ///< --threads
    bool why{false};                            ///< --why
    bool toChange{false};                       ///< --to-change
    bool json{false};                           ///< --json
    bool quiet{false};                          ///< --quiet
    std::vector<std::string> ns3Arguments;      ///< arguments for ns-3's CommandLine
};

/// Parse the command line. Values of scenario fields are not checked here.
/// @throws ScenarioError with all errors at once
ScenarioOptions ParseScenarioOptions(const std::vector<std::string>& arguments);

/// @return the text of --help
std::string ScenarioHelp(const std::string& program);

/// Names, each with a short explanation.
using NameList = std::vector<std::pair<std::string, std::string>>;

/// Print names and explanations in two columns.
/// @param indent what begins each line
std::string InColumns(const NameList& names, const std::string& indent = "");

/// List the options that take a value.
/// @return name and help of each
NameList ListOfValueOptions();

/// List the systems, also those that the program has registered.
/// @return name and summary of each
NameList ListOfSystems();

/// @return the groups of systems, with what is in each
NameList ListOfSystemGroups();

/**
 * @brief List the fields of scenarios that only some systems have.
 *
 * They are taken from the records of the systems, so a new parameter is in the list without further
 * work.
 *
 * @return each field, once, with its default and the systems that have it
 */
NameList ListOfSystemFields();

} // namespace ns3::esa

#endif // ESA_SCENARIO_OPTIONS_H
