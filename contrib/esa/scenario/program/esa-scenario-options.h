// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_OPTIONS_H
#define ESA_SCENARIO_OPTIONS_H

#include "ns3/esa-captures.h"
#include "ns3/esa-results.h"
#include "ns3/esa-run-recording.h"
#include "ns3/esa-scenario-parse.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// What the program is to do.
enum class ScenarioAction
{
    Run,          ///< run the scenario
    Help,         ///< --help
    Version,      ///< --version
    ListSystems,  ///< --list-systems
    ListModels,   ///< --list-models
    PrintSchema,  ///< --print-schema
    PrintFields,  ///< --print-fields
    PrintColumns, ///< --print-columns
    Validate,     ///< --validate
    Estimate,     ///< --estimate
    PrintConfig,  ///< --print-config
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
    bool quiet{false};                          ///< --quiet
    std::vector<std::string> ns3Arguments;      ///< arguments for ns-3's CommandLine
};

/// Parse the command line. Values of scenario fields are not checked here.
/// @throws ScenarioError with all errors at once
ScenarioOptions ParseScenarioOptions(const std::vector<std::string>& arguments);

/// The event scheduler of a scenario unless --SchedulerType names another: the fastest here.
constexpr const char* kDefaultScheduler = "ns3::PriorityQueueScheduler";

/// Find what the variables NS_GLOBAL_VALUE and NS_ATTRIBUTE_DEFAULT set. The scenario would replace
/// some of these values, so they count as arguments.
/// @return an argument for each
/// @throws ScenarioError if one is neither an attribute nor a global value
std::vector<std::string> ArgumentsOfEnvironment();

/// Whether an argument is meant for ns-3's CommandLine.
/// @return true for --ns3::CLASS::ATTRIBUTE=VALUE, --PrintSOMETHING and --GLOBALVALUE=VALUE
bool IsNs3Argument(const std::string& argument);

/**
 * @brief Pass arguments to ns-3: defaults of attributes and global values change from here on.
 *
 * Ends the program if one of them is --PrintSOMETHING, or if ns-3 itself would end it at a value.
 *
 * @return one line per argument that ns-3 does not take, or that sets what belongs to the scenario
 */
std::vector<std::string> ApplyNs3Arguments(const std::string& program,
                                           const std::vector<std::string>& arguments);

/**
 * @brief Run every system of a scenario with every seed, and report the results.
 *
 * The seeds are the outer loop, so that an interrupted comparison has compared all systems with the
 * seeds that are done.
 *
 * @return the program's exit code: 0, or 128 + the signal's number if interrupted
 * @throws ScenarioError if the results cannot be written (nothing has run)
 * @throws std::runtime_error if a run fails; the runs before it are reported
 */
int RunComparison(const std::string& program,
                  const ParsedScenario& parsed,
                  const ScenarioOptions& options);

/// Prints notes on fields on standard error.
void PrintNotes(const std::string& program, const std::vector<FieldNote>& notes);

/// Reads the scenario with these overrides, which follow the overrides of the options.
using ScenarioReader =
    std::function<ParsedScenario(const std::vector<ScenarioOverride>& overrides)>;

/**
 * @ingroup esa
 * @brief Print how long a scenario takes, and how much memory, before it runs.
 *
 * How many packets collide or are repaired is unknown before, so a formula would be wrong.
 * But an iteration of a small slice of the models, or of execution traces, runs in a moment. Two of
 * them run, the second one twice as large as the first. Time and memory of the whole lie on the
 * line through both. The completion times of the two, divided by their slices, would be equal if a
 * slice stood for the whole: by how much they differ is printed, too.
 *
 * @throws ScenarioError if the scenario has no model and no execution trace, or a trace of jobs
 */
void PrintEstimate(const ScenarioOptions& options, const ScenarioReader& reader);

} // namespace ns3::esa

#endif // ESA_SCENARIO_OPTIONS_H
