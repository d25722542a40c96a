// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-outcome.h"

#include "ns3/esa-assert.h"

#include <array>

namespace ns3::esa
{

const char*
OutcomeName(Outcome outcome)
{
    static constexpr std::array<const char*, kOutcomes> names{
        "Allocated", "Aggregated",  "Completed", "Duplicate", "Preempted",  "PassedThrough",
        "Fetched",   "FetchMissed", "Released",  "Returned",  "Reclaimed",  "Forwarded",
        "Repeated",  "Stale",       "Malformed", "JobLeft",   "UnknownJob", "PassedBy",
        "Flow",      "TimedOut",    "Late"};
    ESA_ASSERT(static_cast<std::size_t>(outcome) < names.size(), "every outcome has a name");
    return names[static_cast<std::size_t>(outcome)];
}

} // namespace ns3::esa
