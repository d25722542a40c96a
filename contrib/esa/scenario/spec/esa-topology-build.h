/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TOPOLOGY_BUILD_H
#define ESA_TOPOLOGY_BUILD_H

#include "esa-scenario.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Makes the topology that a scenario describes, in which every link has a rate and a delay.
 * @param scenario topology and links; with racks and spines, also jobs and where PSes run
 * @return the paths through it; null if there is something wrong
 */
std::shared_ptr<const TopologyRoutes> RoutesOf(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_BUILD_H
