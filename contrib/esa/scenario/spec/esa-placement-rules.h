/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PLACEMENT_RULES_H
#define ESA_PLACEMENT_RULES_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Without a placement, every worker needs a host of its own.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckDefaultPlacement(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The workers' servers fill the racks evenly, and a job's workers find so many racks.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckRacks(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Background traffic needs two servers of workers.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckBackground(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief A placement has as many jobs and workers as jobs.count and jobs.workers say.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckPlacementSizes(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Count the hosts, those of PSes included.
 * @param config the configuration
 * @return how many
 */
uint64_t HostCount(const nlohmann::json& config);

/**
 * @ingroup esa
 * @brief Say which host numbers there are.
 * @param config the configuration
 * @return what is allowed, for messages
 */
std::string AllowedHosts(const nlohmann::json& config);

/**
 * @ingroup esa
 * @brief A placement names hosts that are there.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckPlacementHosts(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_PLACEMENT_RULES_H
