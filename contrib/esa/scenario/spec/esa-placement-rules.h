/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PLACEMENT_RULES_H
#define ESA_PLACEMENT_RULES_H

#include "esa-scenario-draft.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Without a placement, every worker needs a host of its own.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckDefaultPlacement(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The workers' servers fill the racks evenly, and a job's workers find so many racks.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckRacks(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Background traffic needs two servers of workers.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckBackground(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief A placement has as many jobs and workers as jobs.count and jobs.workers say.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckPlacementSizes(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief A list of host numbers names hosts that are there.
 * @param draft the scenario
 * @param hosts a list in it
 * @param errors where to append what is wrong
 */
void CheckHostNumbers(const ScenarioDraft& draft,
                      const std::vector<uint32_t>& hosts,
                      ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief A placement names hosts that are there.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckPlacementHosts(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_PLACEMENT_RULES_H
