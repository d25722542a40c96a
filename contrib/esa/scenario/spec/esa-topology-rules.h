/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TOPOLOGY_RULES_H
#define ESA_TOPOLOGY_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that the fields of a topology fit its kind, and that its graph can be simulated.
 */
void CheckTopology(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that a scenario with a trace has racks and spines, and no policy for other jobs.
 */
void CheckTopologyOfTrace(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_RULES_H
