/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LISTED_TREES_H
#define ESA_LISTED_TREES_H

#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace ns3::esa
{

/**
 * @brief Finds the switches and links that aggregation.jobs and aggregation.switches name, and
 * fills them in.
 *
 * Control planes compute which switches sum a job, and which ways its sums take. What they have
 * computed must be a tree in the network: each rack with workers has a way to the PS's rack, over
 * links that exist, without a switch of another rack; and ways that have met do not part, so that
 * none leads in a circle.
 *
 * @param scenario topology and placement, without errors
 * @param config the configuration as it was written, for messages
 * @param errors where to append what is wrong
 */
void FindSummingSwitches(Scenario& scenario, const nlohmann::json& config, ConfigErrors& errors);

/**
 * @brief Replaces the name of a file of trees by the jobs in it.
 * @param config a configuration that obeys the schema
 * @param folder folder to which the file's path is relative
 * @throws ScenarioError if the file cannot be read, or with all of its errors
 */
void ExpandTrees(nlohmann::json& config, const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_LISTED_TREES_H
