/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FILES_OF_COMPARISON_H
#define ESA_FILES_OF_COMPARISON_H

#include "esa-scenario-options.h"

#include "ns3/esa-scenario-parse.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check the files that all runs of a comparison read and write, before the first run.
 * @param parsed the scenario
 * @param options where to report
 * @throws ScenarioError if an output cannot be written, or replaces an input or another output
 */
void CheckFilesOfComparison(const ParsedScenario& parsed, const ScenarioOptions& options);

} // namespace ns3::esa

#endif // ESA_FILES_OF_COMPARISON_H
