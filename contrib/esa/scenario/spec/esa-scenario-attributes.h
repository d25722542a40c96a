/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ATTRIBUTES_H
#define ESA_SCENARIO_ATTRIBUTES_H

#include "esa-scenario-fields.h"

#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An attribute that a field of the scenario sets in the objects that a scenario makes.
 */
struct ScenarioAttribute
{
    std::string field;     ///< the field, for example link.delay_us
    std::string className; ///< TypeId of the attribute's class, for example ns3::esa::EsaChannel
    std::string attribute; ///< name of the attribute, for example Delay
    bool everywhere{true}; ///< set in every object of the class, so that its default is the field's
};

/**
 * @ingroup esa
 * @param owner objects of a network
 * @return name of their class, for TypeId
 */
const char* ClassOf(AttributeOwner owner);

/**
 * @ingroup esa
 * @brief List the attributes that belong to the scenario, as the table of fields has them.
 *
 * If an attribute is set everywhere, its default is that of the scenario schema (a test checks
 * this). An --ns3:: argument for one of them is refused, because it would have no effect.
 *
 * @return the attributes
 */
const std::vector<ScenarioAttribute>& ScenarioAttributes();

} // namespace ns3::esa

#endif // ESA_SCENARIO_ATTRIBUTES_H
