/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_RULES_H
#define ESA_FLOW_RULES_H

#include "esa-scenario-draft.h"

#include "ns3/esa-config-error.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that the congestion control of flows can see the congestion: switches mark before a
 * queue is full, and a delay without any queue is below its target.
 * @param draft the scenario
 * @param errors where errors are added
 */
void CheckCongestionControl(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that jobs that sum in a ring beside the others are jobs of the scenario, and that
 * nothing is asked of them that flows cannot do.
 * @param draft the scenario
 * @param errors where errors are added
 */
void CheckRings(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the thresholds of priority flow control are in order, and that nothing beside
 * the training sends: ordinary traffic is of another priority, which is not modelled.
 * @param draft the scenario
 * @param errors where errors are added
 */
void CheckPauses(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_FLOW_RULES_H
