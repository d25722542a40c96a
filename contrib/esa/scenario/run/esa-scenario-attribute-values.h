/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ATTRIBUTE_VALUES_H
#define ESA_SCENARIO_ATTRIBUTE_VALUES_H

#include "ns3/data-rate.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-valid-scenario.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param gbps a rate in Gb/s
 * @return the rate
 */
DataRate Gbps(double gbps);

/**
 * @ingroup esa
 * @brief Convert a field to a value for its attributes. The unit is part of the field's name.
 * @param field a field that sets attributes
 * @param scenario the scenario
 * @return the value
 */
Ptr<AttributeValue> AttributeValueOf(const ScenarioField& field, const Scenario& scenario);

/**
 * @ingroup esa
 * @brief Set the attributes of fields, as the table of fields says.
 * @param scenario the scenario
 * @param helper the helper that will make the objects
 */
void SetAttributes(const ValidScenario& scenario, EsaHelper& helper);

/**
 * @ingroup esa
 * @brief Set the parameters of a system in a helper.
 * @param scenario the scenario
 * @param helper the helper
 * @param system the helper's system, or the one that some of its jobs fall back on
 */
void SetSystemParameters(const ValidScenario& scenario,
                         EsaHelper& helper,
                         const SystemRecord& system);

} // namespace ns3::esa

#endif // ESA_SCENARIO_ATTRIBUTE_VALUES_H
