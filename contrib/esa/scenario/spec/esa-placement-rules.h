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
 * @brief Check that nothing asks for PSes beside workers and for hosts of their own.
 */
void CheckPsPlace(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that without a placement there is a host for every worker, and for the PSes that do
 * not run beside workers.
 */
void CheckDefaultPlacement(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that jobs have no more workers than every system of the scenario takes.
 */
void CheckWorkers(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the workers' servers fill the racks evenly, and that a job is not split over
 * more racks than there are.
 */
void CheckRacks(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that jobs.count and jobs.workers agree with the placement.
 */
void CheckPlacementSizes(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that a list of host numbers names existing hosts.
 * @param draft the scenario
 * @param hosts a list in it
 * @param errors where to append what is wrong
 */
void CheckHostNumbers(const ScenarioDraft& draft,
                      const std::vector<uint32_t>& hosts,
                      ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that a placement names existing hosts.
 */
void CheckPlacementHosts(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_PLACEMENT_RULES_H
