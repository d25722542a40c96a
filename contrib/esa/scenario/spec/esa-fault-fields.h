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
 * @brief Say for each direction of each link what goes wrong there.
 *
 * Every link has the faults of faults.every_link. An entry of faults.links replaces what it names,
 * and leaves the rest; later entries win.
 * @param draft a scenario whose faults are in order
 * @return the directions in which anything goes wrong, by host, first that to the switch
 */
std::vector<DirectionFaults> FaultsByDirection(const ScenarioDraft& draft);

} // namespace ns3::esa

#endif // ESA_FAULT_FIELDS_H
