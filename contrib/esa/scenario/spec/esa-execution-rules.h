/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_EXECUTION_RULES_H
#define ESA_EXECUTION_RULES_H

#include "ns3/esa-execution-trace.h"
#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace ns3::esa
{

class ScenarioDraft;

/**
 * @brief Fill in what follows from execution traces: jobs.count, jobs.workers, and topology.hosts
 * if the ranks have no room. The files are only counted.
 * @param config the configuration; its fields are sound
 * @param folder what paths are relative to
 * @param hasHosts whether the user has said how many hosts there are
 * @throws ScenarioError if a trace has no files, or the file of a rank is missing
 */
void ExpandExecution(nlohmann::json& config, const std::filesystem::path& folder, bool hasHosts);

/**
 * @brief Read the execution traces. A trace that was read before is not read again.
 * @param draft a scenario that has passed all rules
 * @param folder what paths are relative to
 * @throws ScenarioError with file and node, or if the systems cannot run them
 */
std::vector<std::shared_ptr<const ExecutionTrace>> LoadExecution(
    const ScenarioDraft& draft,
    const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_EXECUTION_RULES_H
