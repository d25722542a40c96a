// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_BOUNDS_H
#define ESA_NETWORK_BOUNDS_H

#include "esa-scenario.h"

#include "ns3/esa-round-trip.h"
#include "ns3/esa-units.h"

#include <cstdint>

/// @file
/// @ingroup esa
/// Timers depend on how slow and how far away hosts can be, whatever the shape of the network.

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

/**
 * @brief A length of queues, of which a scenario sets one field.
 *
 * A queue of 100 KB is long at 25 Gb/s, and short at 400 Gb/s. So thresholds and capacities of
 * queues may be given as the time in which a port sends what is queued. Each port then has as many
 * bytes as its own rate demands. The field in bytes has the length at link.rate_gbps.
 */
struct QueueTimeField
{
    const char* time;  ///< in us, 0: the other one is set
    const char* bytes; ///< in bytes
};

/// All of them.
constexpr QueueTimeField kQueueTimeFields[]{
    {"/link/queue_us", "/link/queue_bytes"},
    {"/link/pfc/xoff_us", "/link/pfc/xoff_bytes"},
    {"/link/pfc/xon_us", "/link/pfc/xon_bytes"},
    {"/ecn/threshold_us", "/ecn/threshold_bytes"},
    {"/flow/dctcp/threshold_us", "/flow/dctcp/threshold_bytes"},
    {"/flow/dcqcn/min_threshold_us", "/flow/dcqcn/min_threshold_bytes"},
    {"/flow/dcqcn/max_threshold_us", "/flow/dcqcn/max_threshold_bytes"}};

/// @return the length at a port of a rate
constexpr uint64_t
QueueBytesOf(double us, double gbps)
{
    return BytesWithin(FromMicroseconds(us), gbps * 1e9);
}

/// @return the length at a port of a rate @param bytes what holds at each port if there is no time
constexpr uint64_t
QueueBytesAt(uint64_t bytes, double us, double gbps)
{
    return us > 0 ? QueueBytesOf(us, gbps) : bytes;
}

} // namespace ns3::esa

#endif // ESA_NETWORK_BOUNDS_H
