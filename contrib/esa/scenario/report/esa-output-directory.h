/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_OUTPUT_DIRECTORY_H
#define ESA_OUTPUT_DIRECTORY_H

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Checks that files can be written into the directory of a path: files that the runs open
 * would be found wanting only then.
 * @param origin option and value, for the message
 * @param path path of a file, or the beginning of such paths
 * @throws ScenarioError if they cannot
 */
void CheckOutputDirectory(const std::string& origin, const std::string& path);

/**
 * @ingroup esa
 * @brief Checks that a file can be written.
 * @param option the option that names it, for the message
 * @param path its path
 * @param replace whether a file that is there may be replaced
 * @throws ScenarioError if it cannot be written, or is there
 */
void CheckOutputFile(const std::string& option, const std::string& path, bool replace);

} // namespace ns3::esa

#endif // ESA_OUTPUT_DIRECTORY_H
