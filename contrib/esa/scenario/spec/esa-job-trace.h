/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_TRACE_H
#define ESA_JOB_TRACE_H

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
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

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_H
