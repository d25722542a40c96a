// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_EXPAND_H
#define ESA_SCENARIO_EXPAND_H

#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A scenario may name files: models, traces, topologies, placements and trees. After that, the
 * configuration alone must determine the results. So each name is replaced by what the file holds,
 * and fields that follow from it are filled in. Since this is done before the rules between fields
 * are applied, these functions work on the configuration and not on typed members.
 *
 * They get a configuration that obeys the schema, and the folder to which paths in it are relative.
 * A configuration that names no file stays as it is. If a file cannot be read or has errors, they
 * throw a ScenarioError with all of its errors: file, place, what is wrong.
 */

namespace ns3::esa
{

class ScenarioDraft;

/// Fills in the fields that follow from another field: from a preset its values, from the
/// congestion control the packets per acknowledgement, from what a host needs what a PS's host
/// needs, and from times the lengths of queues in bytes.
/// @param config a scenario with all of its fields, whose values are not checked yet
/// @param isGiven returns whether the user has set a field, by its pointer; such a field stays
/// @return the scenario to change: without these fields, so that they follow from what is set later
nlohmann::json FillFields(nlohmann::json& config,
                          const std::function<bool(const std::string& pointer)>& isGiven);

/// Replaces the name of a topology file by the graph in it, and fills in the number of hosts of a
/// fat tree or graph.
/// @param hasHosts whether the user has set the number of hosts
void ExpandTopology(nlohmann::json& config, const std::filesystem::path& folder, bool hasHosts);

/// Replaces the name of a placement file by the host numbers of its jobs. The topology is complete.
void ExpandPlacement(nlohmann::json& config, const std::filesystem::path& folder);

/// Replaces the name of a file of trees by the jobs in it.
void ExpandTrees(nlohmann::json& config, const std::filesystem::path& folder);

/// Replaces the name of a trace file by the jobs in it. Fills in the largest number of jobs at a
/// time, the workers of the largest job, and the DNNs.
void ExpandJobTrace(nlohmann::json& config, const std::filesystem::path& folder);

/// Fills in what follows from execution traces: jobs.count, jobs.workers, and topology.hosts if the
/// ranks have no room. The files are only counted.
/// @param hasHosts whether the user has set the number of hosts
void ExpandExecution(nlohmann::json& config, const std::filesystem::path& folder, bool hasHosts);

/// Replaces each model that a DNN names by its layers and partitions.
/// @return what is wrong with the models
ConfigErrors ExpandModels(nlohmann::json& config, const std::filesystem::path& folder);

/// Checks that each DNN either names a model or lists its own layers.
ConfigErrors CheckDnnForms(const nlohmann::json& config);

/// Replaces the paths of all files that a configuration, or a part of one, names. Values of wrong
/// types stay as they are.
/// @param config the configuration, whose models are not expanded
/// @param replace returns the new path
void ReplacePaths(nlohmann::json& config,
                  const std::function<std::string(const std::string& path)>& replace);

/// Replaces the name of a file in a group with the fields file and jobs by the jobs in it.
/// @param read reads the jobs from the path of the file
/// @throws ScenarioError if the group lists jobs, too, or what read throws
void ExpandJobs(nlohmann::json& config,
                const std::string& group,
                const std::filesystem::path& folder,
                const std::function<nlohmann::json(const std::string& path)>& read);

/// The rows of a trace file.
struct JobTraceRows
{
    nlohmann::json jobs = nlohmann::json::array(); ///< as in a scenario's trace.jobs, unchecked:
                                                   ///< a cell that holds no number is a string
    std::vector<std::size_t> lines;                ///< line of each in the file, from 1
};

/// Reads a trace file: CSV whose first line names the columns. There are submit_time, gpu_num,
/// duration and model, in any order; others are ignored.
JobTraceRows ParseJobTrace(const std::string& text, const std::string& origin);

/// Fills in when the jobs of a trace are submitted in simulated time, and how many iterations they
/// train.
void ScaleJobTrace(Scenario& scenario);

/**
 * @brief Finds the switches and links that aggregation.jobs and aggregation.switches name, and
 * fills them in.
 *
 * Control planes compute which switches sum a job, and which paths its sums take. What they have
 * computed must be a tree in the network: each rack with workers has a path to the PS's rack, over
 * links that exist, without a switch of another rack; and paths that have met do not part, so that
 * none leads in a circle.
 *
 * @param scenario topology and placement, without errors
 * @param config the configuration as it was written, for messages
 */
void FindSummingSwitches(Scenario& scenario, const nlohmann::json& config);

/// Reads the execution traces of a scenario that has passed all rules. A trace that was read before
/// is not read again.
/// @throws ScenarioError also if the systems cannot run them
std::vector<std::shared_ptr<const ExecutionTrace>> LoadExecution(
    const ScenarioDraft& draft,
    const std::filesystem::path& folder);

/**
 * @brief Chooses the hosts of the PSes of process groups, by the rule for PSes of jobs.
 *
 * Each group has a PS of its own: on a host without workers, in the rack with most of the group's
 * ranks if it can, or beside its first rank there.
 *
 * @param scenario with its traces and the places of their ranks
 * @param config the configuration as it was written
 * @param isListed whether the scenario lists the places of jobs, and so of PSes
 * @return by trace and group: the host
 */
std::vector<std::vector<uint32_t>> HostsOfGroupPses(const Scenario& scenario,
                                                    const nlohmann::json& config,
                                                    bool isListed);

} // namespace ns3::esa

#endif // ESA_SCENARIO_EXPAND_H
