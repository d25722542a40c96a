/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DEFAULT_PLACEMENT_H
#define ESA_DEFAULT_PLACEMENT_H

#include "esa-scenario.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Choose the hosts of jobs if the scenario does not: every worker gets a host of its own.
 *
 * The workers of a job are split evenly over placement.racks_per_job racks, beginning with the PS's
 * rack. If a rack is full, the next rack with a free host takes them. The jobs take the PS hosts in
 * turn. With one rack, workers take the hosts in order.
 * @param scenario topology and jobs; there is a host for every worker
 * @return one placement per job
 */
std::vector<JobPlacement> DefaultPlacement(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_DEFAULT_PLACEMENT_H
