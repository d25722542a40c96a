// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_BOUNDS_H
#define ESA_NETWORK_BOUNDS_H

#include "esa-scenario.h"

/**
 * @file
 * @ingroup esa
 * Timers need to know how slow and how far away hosts can be, whatever the shape of the network.
 */

namespace ns3::esa
{

/// @return rate of the slowest link, in Gb/s
double SlowestGbps(const Scenario& scenario);

/// @return rate of the fastest link, in Gb/s
double FastestGbps(const Scenario& scenario);

/// @return rate of the slowest link of a host, in Gb/s
double SlowestHostLinkGbps(const Scenario& scenario);

/// @return longest round trip of a packet between two hosts if it waits in no queue, in us
double RoundTripUs(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_NETWORK_BOUNDS_H
