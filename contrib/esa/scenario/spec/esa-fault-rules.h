/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FAULT_RULES_H
#define ESA_FAULT_RULES_H

#include "ns3/esa-config-error.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Faults of links name hosts that are there, and times that end after they begin.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckLinkFaults(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Pauses and restarts name jobs and workers that are there.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckServerFaults(const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Faults that stop jobs for ever unless they are repaired come with recovery.
 * @param config the configuration
 * @param errors where to append what is wrong
 */
void CheckRecovery(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_FAULT_RULES_H
