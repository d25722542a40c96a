/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ENGINE_FIELDS_H
#define ESA_ENGINE_FIELDS_H

#include "ns3/esa-scenario.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * The task engine computes some scenarios only, and new fields are written for the simulator. A
 * list of what the engine does not know would miss them. So there is a list of the fields that it
 * knows at any value, and every other field has to have its default.
 */

namespace ns3::esa
{

/// @return the fields, or groups of fields, that the task engine knows at any value that scenarios
/// may have, for example /link/delay_us. Conditions on several fields are apart, see
/// MayUseEngine().
const std::vector<std::string>& FieldsOfEngine();

/// @return the first field that has not its default, and that the task engine does not know; empty:
/// there is none
std::string FieldBeyondEngine(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_ENGINE_FIELDS_H
