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
    std::string phrase;      ///< text of the error beside the pointer: the value, or "missing"
    nlohmann::json scenario; ///< the scenario
};

/**
 * @brief Break each rule of a schema at each place. Every value gets each wrong type and exceeds
 * each limit once, every key is misspelt once, and every required key is left out once.
 * @param schema the schema of scenarios
 * @return the scenarios
 * @throws std::runtime_error if the schema has a keyword that is unknown here
 */
std::vector<BrokenScenario> BreakEveryRule(const nlohmann::json& schema);

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_SPEC_BREAKER_H
