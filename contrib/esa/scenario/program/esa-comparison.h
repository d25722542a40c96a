// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COMPARISON_H
#define ESA_COMPARISON_H

#include "esa-scenario-options.h"

#include "ns3/esa-scenario-parse.h"

#include <string>

namespace ns3::esa
{

/**
 * @brief Run every system of a scenario with every seed, and report the results.
 *
 * The seeds are the outer loop, so that an interrupted comparison has compared all systems with the
 * seeds that are done.
 *
 * @return the program's exit code: 0, or 128 + the signal's number if interrupted
 * @throws ScenarioError if the results cannot be written (nothing has run)
 * @throws std::runtime_error if a run fails; the runs before it are reported
 */
int RunComparison(const std::string& program,
                  const ParsedScenario& parsed,
                  const ScenarioOptions& options);

} // namespace ns3::esa

#endif // ESA_COMPARISON_H
