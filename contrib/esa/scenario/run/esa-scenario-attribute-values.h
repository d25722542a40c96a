/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ATTRIBUTE_VALUES_H
#define ESA_SCENARIO_ATTRIBUTE_VALUES_H

#include "ns3/data-rate.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-scenario.h"

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
 * @brief Hands the scenario's fields to the attributes that they stand for.
 * @param scenario the scenario
 * @param helper what will make the objects
 */
void SetAttributes(const Scenario& scenario, EsaHelper& helper);

} // namespace ns3::esa

#endif // ESA_SCENARIO_ATTRIBUTE_VALUES_H
