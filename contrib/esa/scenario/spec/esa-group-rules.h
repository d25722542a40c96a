/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_GROUP_RULES_H
#define ESA_GROUP_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that a job's share of the memory has an aggregator or slot for each of its groups at
 * a switch, if its workers are more than a bitmap has bits.
 */
void CheckGroups(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that every system can have its gradients summed by the switches that are to sum.
 */
void CheckLevels(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the topology has a way of its own for each tree of a job, and that the switches
 * sum in every system.
 */
void CheckTrees(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_GROUP_RULES_H
