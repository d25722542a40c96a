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
 * @brief Check that files can be written into the directory of a path.
 *
 * A run opens its files when it begins, which may be after hours of other runs. So this check comes
 * before the first run.
 * @param origin option and value, for the message
 * @param path path of a file, or the common beginning of several paths
 * @throws ScenarioError if they cannot be written
 */
void CheckOutputDirectory(const std::string& origin, const std::string& path);

/**
 * @ingroup esa
 * @brief Check that a file can be written: its name is free or, if it may be replaced, that of a
 * regular file.
 * @param option the option that names it, for the message
 * @param path its path
 * @param replace whether an existing file may be replaced
 * @throws ScenarioError if it cannot be written, or exists and may not be replaced
 */
void CheckOutputFile(const std::string& option, const std::string& path, bool replace);

} // namespace ns3::esa

#endif // ESA_OUTPUT_DIRECTORY_H
