// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PRIORITY_RANGE_H
#define ESA_PRIORITY_RANGE_H

#include "esa-scenario.h"

namespace ns3::esa
{

/// ESA's priorities have 8 bits. If one that the jobs of a scenario reach were above the largest,
/// or all were far below it, fragments of different urgency would have the same.
/// @return the priority in 1/s that becomes 255: the largest of all jobs, if the smallest one does
/// not become 0 then. Otherwise the smallest one becomes 1.
double LargestPriority(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_PRIORITY_RANGE_H
