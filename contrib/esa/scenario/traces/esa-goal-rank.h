// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GOAL_RANK_H
#define ESA_GOAL_RANK_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// Limits of both forms of a GOAL schedule.
namespace goal
{
constexpr uint64_t kMaxNs = 1'000'000'000'000'000; ///< 11 days, as in a Chakra trace
constexpr uint64_t kPsPerNs = 1'000;               ///< picoseconds
constexpr uint64_t kMaxTag = UINT32_MAX - 1;       ///< of 32 bits, of which the last one is -1
constexpr uint64_t kMaxCard = UINT8_MAX;           ///< of 8 bits in the binary form
} // namespace goal

/// One node of a rank waits for another one.
struct GoalEdge
{
    uint32_t node;    ///< index of the one that waits
    uint32_t awaited; ///< index of the other one
    bool isForStart;  ///< whether it need only have started
};

/// Give each node of a rank its dependencies: first the ends, then the starts that it waits for.
void PlaceEdges(const std::vector<GoalEdge>& edges, RankTrace& rank);

} // namespace ns3::esa

#endif // ESA_GOAL_RANK_H
