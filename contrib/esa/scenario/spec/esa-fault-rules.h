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
 * @brief Check that faults of links name existing hosts, and times that end after they begin.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckLinkFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that pauses and restarts name existing jobs and workers.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckServerFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that recovery is enabled if a fault would stop a job for ever.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckRecovery(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_FAULT_RULES_H
