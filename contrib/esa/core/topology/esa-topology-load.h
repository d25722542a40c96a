// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TOPOLOGY_LOAD_H
#define ESA_TOPOLOGY_LOAD_H

#include "esa-topology-routes.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The load of the links between switches if some hosts send to each other alike, and equal
 * paths share the packets equally.
 * @param routes the paths; every link has a rate
 * @param hosts these: hosts 0 to hosts - 1, at least two
 * @param hostGbps what a host sends
 * @return the largest load of any direction of a link, as a fraction of its rate; 0: there is none
 */
double LargestUplinkLoad(const TopologyRoutes& routes, uint32_t hosts, double hostGbps);

} // namespace ns3::esa

#endif // ESA_TOPOLOGY_LOAD_H
