/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FAULT_FIELDS_H
#define ESA_FAULT_FIELDS_H

#include "esa-scenario.h"

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Read the group "faults" of a valid configuration.
 * @param config the configuration
 * @param scenario where the faults go; all else is there already
 */
void ReadFaults(const nlohmann::json& config, Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_FAULT_FIELDS_H
