/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_BOTTLENECK_H
#define ESA_BOTTLENECK_H

#include "esa-scenario-build.h"

#include "ns3/esa-run-result.h"
#include "ns3/esa-valid-scenario.h"

#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find out whether a link into the rack of a PS sets the time of a run. With one or two
 * levels the sums of all racks meet there, which other fields would avoid; so the user should hear
 * of it. It is read from what the devices have counted anyway.
 * @param scenario the scenario
 * @param network its network, whose jobs have ended
 * @return the busiest link between switches, if it leads to the switch of a PS's rack, is busy for
 *         most of the time, and the mean of all is less than half of that
 */
std::optional<Bottleneck> FindBottleneck(const ValidScenario& scenario, const Network& network);

} // namespace ns3::esa

#endif // ESA_BOTTLENECK_H
