/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FAULT_FIELDS_H
#define ESA_FAULT_FIELDS_H

#include "esa-scenario-draft.h"

#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Compute the faults of each direction of each link.
 *
 * Every link has the faults of faults.every_link. An entry of faults.links replaces the values that
 * it names and keeps the others. Later entries override earlier ones.
 * @param draft a scenario whose faults have no errors
 * @return the directions with faults, ordered by host; the direction to the switch comes first
 */
std::vector<DirectionFaults> FaultsByDirection(const ScenarioDraft& draft);

} // namespace ns3::esa

#endif // ESA_FAULT_FIELDS_H
