// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_BOUNDS_H
#define ESA_NETWORK_BOUNDS_H

#include "esa-scenario.h"

#include "ns3/esa-round-trip.h"

/**
 * @file
 * @ingroup esa
 * Timers depend on how slow and how far away hosts can be, whatever the shape of the network.
 */

namespace ns3::esa
{

/// @return rate of the slowest link, in Gb/s
double SlowestGbps(const Scenario& scenario);

/// @return rate of the fastest link, in Gb/s
double FastestGbps(const Scenario& scenario);

/// @return rate of the slowest link of a host, in Gb/s
double SlowestHostLinkGbps(const Scenario& scenario);

/// @return longest round trip of a packet if it waits in no queue and meets the worst fault, in us
double RoundTripUs(const Scenario& scenario, const RoundTrips& trips);

} // namespace ns3::esa

#endif // ESA_NETWORK_BOUNDS_H
