/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PLACEMENT_FILE_H
#define ESA_PLACEMENT_FILE_H

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Replaces the name of a placement file by the host numbers of its jobs. A configuration
 * without one stays as it is.
 * @param config a configuration that obeys the schema, and whose topology is complete
 * @param folder folder to which the file's path is relative
 * @throws ScenarioError if the file cannot be read, or with all of its errors
 */
void ExpandPlacement(nlohmann::json& config, const std::filesystem::path& folder);

} // namespace ns3::esa

#endif // ESA_PLACEMENT_FILE_H
