// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-tree-policy.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// @return the time of workers that an operation saves, for the time until it ends
double
WorthOf(const PendingOperation& operation, Picoseconds now)
{
    const auto until = static_cast<double>((operation.start + operation.withTree - now).count());
    return static_cast<double>(operation.saved.count()) * operation.workers / std::max(until, 1.0);
}

} // namespace

bool
TakeIfWorthMost(const PendingOperation& own,
                const std::vector<PendingOperation>& others,
                Picoseconds now)
{
    return std::none_of(others.begin(), others.end(), [&](const PendingOperation& other) {
        return other.start < now + own.withTree && WorthOf(other, now) > WorthOf(own, now);
    });
}

} // namespace ns3::esa
