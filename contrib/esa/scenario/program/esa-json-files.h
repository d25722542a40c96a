/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JSON_FILES_H
#define ESA_JSON_FILES_H

#include "esa-scenario-options.h"

#include <ostream>
#include <string>

/**
 * @file
 * @ingroup esa
 * A sweep has thousands of scenarios, and a file of its own that names them. To start this program
 * for each scenario takes minutes, and a library for JSON Schema in another language is one more
 * to install. So this program checks files of other kinds, too, and many scenarios at a time.
 */

namespace ns3::esa
{

/**
 * @brief Do what --schema or --config-lines ask for.
 * @param os where to print
 * @param options the options
 * @return whether one of them was given
 * @throws ScenarioError with all errors at once, or about options that need others
 */
bool ServeJsonFiles(std::ostream& os, const ScenarioOptions& options);

/**
 * @brief Check a JSON file against a JSON Schema (draft-07).
 * @param path path of the file
 * @param schemaPath path of the schema; as in the schema of scenarios, "x-allowed" says what is
 *                   allowed where the keywords do not explain it
 * @throws ScenarioError with all errors at once
 */
void CheckAgainstSchema(const std::string& path, const std::string& schemaPath);

/**
 * @brief Print the effective configuration of many scenarios.
 * @param os where to: a line for each scenario
 * @param path path of a file with a scenario on each line; paths in it are relative to its folder
 * @throws ScenarioError with all errors of the first line that is wrong, which is named by number
 */
void PrintConfigLines(std::ostream& os, const std::string& path);

} // namespace ns3::esa

#endif // ESA_JSON_FILES_H
