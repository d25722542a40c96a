/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_SCENARIO_RUN_ENGINE_SCENARIOS_H
#define ESA_TEST_SCENARIO_RUN_ENGINE_SCENARIOS_H

#include "scenario/test-util.h"

namespace ns3::esa::test
{

/// @return a small scenario with some settings
inline ParsedScenario
Small(const std::vector<std::string>& settings)
{
    return ParseScenario(R"({"jobs": {"count": 2, "workers": 2}, "topology": {"hosts": 4}})",
                         "small",
                         Overrides(settings));
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_RUN_ENGINE_SCENARIOS_H
