/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_QUIET_TIME_H
#define ESA_QUIET_TIME_H

#include "ns3/esa-system-record.h"
#include "ns3/esa-valid-scenario.h"
#include "ns3/nstime.h"

/**
 * @file
 * @ingroup esa
 * A run that makes no progress must end with an error. But a constant limit would also end runs
 * that are only slow: on links of a second, at a rate of 1 Mb/s, or with losses that need many
 * timeouts. So the limit follows from the scenario. It is a generous upper bound, since a run that
 * really hangs has few events and its simulated time passes quickly.
 */

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Longest round trip of a packet between two hosts, if it waits in no queue.
 * @param scenario the scenario
 * @return that time
 */
Time BaseRoundTrip(const ValidScenario& scenario);

/**
 * @ingroup esa
 * @brief Longest time for which a run may go on without any new result.
 *
 * It is the sum of what can come one after the other: the start of the jobs, the computation of an
 * iteration with its jitter, faults that stop servers or links, all packets of the jobs that wait
 * in one queue, and the timeouts of as many repairs as can fail because of the faults. A timer may
 * back off to kLongestBackOff times the smallest timeout, or times its own estimate of the round
 * trip.
 *
 * @param scenario the scenario
 * @param system the system that runs
 * @return that time
 */
Time LongestQuietTime(const ValidScenario& scenario, const SystemRecord& system);

/// Largest factor by which the back-off of a timer multiplies its timeout.
constexpr double kLongestBackOff = 64;

} // namespace ns3::esa

#endif // ESA_QUIET_TIME_H
