/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_CHECKS_H
#define ESA_SCENARIO_CHECKS_H

#include "esa-scenario-draft.h"

#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A rule between fields, which a JSON Schema cannot express.
 */
struct ScenarioRule
{
    std::vector<std::string> reads; ///< the fields or groups that it reads
    void (*run)(const ScenarioDraft& draft, ConfigErrors& errors); ///< appends what is wrong
};

/**
 * @ingroup esa
 * @brief List the rules between fields.
 * @return the rules
 */
const std::vector<ScenarioRule>& ScenarioRules();

/**
 * @ingroup esa
 * @brief Apply the rules between fields. A rule about a field that was not read is skipped, since
 * that field has an error already.
 * @return what is wrong
 */
ConfigErrors CheckScenario(const ScenarioDraft& draft);

} // namespace ns3::esa

#endif // ESA_SCENARIO_CHECKS_H
