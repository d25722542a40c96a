/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_FILE_H
#define ESA_JOB_TRACE_FILE_H

#include <cstddef>
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
 * @ingroup esa
 * @brief Reads a trace file: CSV whose first line names the columns. There are submit_time,
 * gpu_num, duration and model, in any order; others are ignored.
 *
 * @param text the file's text
 * @param origin what to call the file in messages
 * @return its rows
 * @throws ScenarioError with all errors at once: file, line and field
 */
JobTraceRows ParseJobTrace(const std::string& text, const std::string& origin);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_FILE_H
