/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_TABLE_H
#define ESA_SWITCH_TABLE_H

#include "esa-scenario-build.h"

#include "ns3/esa-valid-scenario.h"
#include "ns3/nstime.h"

#include <ostream>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Write what each switch that aggregates has done as CSV. The columns of result.csv add all
 * switches up, and hide at which level of them sums were made, and where tasks collided.
 * @param out the file
 * @param scenario the scenario
 * @param network its network, after the run
 * @param span the time over which the occupancy is a mean
 */
void WriteSwitchTable(std::ostream& out,
                      const ValidScenario& scenario,
                      const Network& network,
                      const Time& span);

} // namespace ns3::esa

#endif // ESA_SWITCH_TABLE_H
