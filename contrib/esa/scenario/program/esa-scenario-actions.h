// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_ACTIONS_H
#define ESA_SCENARIO_ACTIONS_H

#include "esa-scenario-options.h"

#include "ns3/esa-scenario-parse.h"

#include <functional>
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

/// Reads the scenario with these overrides, which follow the overrides of the options.
using ScenarioReader =
    std::function<ParsedScenario(const std::vector<ScenarioOverride>& overrides)>;

/**
 * @ingroup esa
 * @brief Print how long a scenario takes, and how much memory, before it runs.
 *
 * How many packets collide or are repaired is unknown before, so a formula would be wrong.
 * But an iteration of a small slice of the models runs in a moment. Two of them run, the second one
 * twice as large as the first. Time and memory of the whole lie on the line through both. The
 * completion times of the two, divided by their slices, would be equal if a slice stood for the
 * whole: by how much they differ is printed, too.
 *
 * @param options the command line
 * @param reader reads the scenario
 * @throws ScenarioError if the scenario has no model, or its jobs come from traces
 */
void PrintEstimate(const ScenarioOptions& options, const ScenarioReader& reader);

} // namespace ns3::esa

#endif // ESA_SCENARIO_ACTIONS_H
