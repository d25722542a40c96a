/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_SCENARIO_SPEC_BREAKER_H
#define ESA_TEST_SCENARIO_SPEC_BREAKER_H

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A scenario that breaks one rule of the schema in one place.
struct BrokenScenario
{
    std::string pointer;     ///< JSON pointer of the place
    std::string rule;        ///< keyword of the rule, as in the schema
    std::string phrase;      ///< what the error says beside the pointer: the value, or "missing"
    nlohmann::json scenario; ///< the scenario
};

/**
 * @brief Breaks each rule of a schema wherever it stands: every value once with each wrong type and
 * beyond each limit, every key once misspelt, and every required key once left out.
 * @param schema the schema of scenarios
 * @return the scenarios
 * @throws std::runtime_error if the schema has a keyword that this knows no way to break
 */
std::vector<BrokenScenario> BreakEveryRule(const nlohmann::json& schema);

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_SPEC_BREAKER_H
