/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_H
#define ESA_JOB_TRACE_H

#include "esa-scenario.h"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// The rows of a trace file.
struct JobTraceRows
{
    nlohmann::json jobs = nlohmann::json::array(); ///< as in a scenario's trace.jobs, unchecked:
                                                   ///< a cell that holds no number is a string
    std::vector<std::size_t> lines;                ///< line of each in the file, from 1
};

/**
 * @brief Reads a trace file: CSV whose first line names the columns. There are submit_time,
 * gpu_num, duration and model, in any order; others are ignored.
 *
 * @param origin what to call the file in messages
 * @throws ScenarioError with all errors at once: file, line and field
 */
JobTraceRows ParseJobTrace(const std::string& text, const std::string& origin);

/**
 * @brief Replaces the name of a trace file by the jobs in it. The fields of the group jobs that
 * follow from a trace are filled in: the largest number of jobs at a time, the workers of the
 * largest job, and the DNNs.
 *
 * A configuration without a trace stays as it is.
 * @param config a configuration that obeys the schema
 * @param folder folder to which the file's path is relative
 * @throws ScenarioError if the file cannot be read, or with all of its errors: file, line and field
 */
void ExpandJobTrace(nlohmann::json& config, const std::filesystem::path& folder);

/// Fill in when the jobs of a trace are submitted in simulated time, and how many iterations they
/// train.
/// @param scenario a scenario whose trace has no errors
void ScaleJobTrace(Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_H
