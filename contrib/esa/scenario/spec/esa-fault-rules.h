/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FAULT_RULES_H
#define ESA_FAULT_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Faults of links name hosts that are there, and times that end after they begin.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckLinkFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Pauses and restarts name jobs and workers that are there.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckServerFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Faults that stop jobs for ever unless they are repaired come with recovery.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckRecovery(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_FAULT_RULES_H
