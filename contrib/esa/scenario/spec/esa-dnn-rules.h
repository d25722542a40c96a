/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DNN_RULES_H
#define ESA_DNN_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that the letters of the workload name DNNs of the scenario.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckWorkload(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that partitions name existing layers, and that every layer has a partition.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckLayers(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the fragments of an iteration fit into the sequence space.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckFragments(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_DNN_RULES_H
