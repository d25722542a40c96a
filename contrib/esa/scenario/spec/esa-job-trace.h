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
 * @brief Puts the jobs of the trace that a scenario names in its place, and says in the group jobs
 * what follows from them: the most jobs at a time, the workers of the largest, the DNNs.
 *
 * A configuration without a trace stays as it is.
 * @param config a configuration that obeys the schema
 * @param folder to which the file's path is relative
 * @throws ScenarioError if the file cannot be read, or with all of its errors: file, line and field
 */
void ExpandJobTrace(nlohmann::json& config, const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_JOB_TRACE_H
