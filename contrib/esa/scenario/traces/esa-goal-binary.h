// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GOAL_BINARY_H
#define ESA_GOAL_BINARY_H

#include "esa-trace-files.h"

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/**
 * @file
 * @ingroup esa
 * The binary form of a GOAL schedule, which LogGOPSim's txt2bin makes of the text, and in which
 * ATLAHS publishes its recordings. All numbers are little-endian, and nothing is aligned:
 *
 *     8 bytes   4223 (2342: a simulation in place has used the schedule up)
 *     4, 1, 1   number of ranks, highest cpu, highest nic
 *     8, 8      of each rank: where its part begins and ends, counted from byte 8
 *
 * The parts of the ranks follow in their order:
 *
 *     4, 4      number of nodes, number of roots (nodes that wait for nothing)
 *     4         of each root: its index
 *     39        of each node: number of nodes that it waits for (4), type (1: 1 send, 2 recv,
 *               3 calc), peer (4), bytes or ns (8), tag (4), cpu (1), nic (1); of the nodes that
 *               wait for its end, and of those that wait for its start: how many (4), and their
 *               first place in the list below (4)
 *     4         the list: indexes of waiting nodes
 *
 * A part is read from its beginning to its end, so that no more than one rank is in memory twice,
 * and what a number promises is never allocated before it has been read. What the file has twice
 * has to agree. The id of a node is the offset of its 39 bytes in the file.
 */

/// @return whether a file has the binary form, also if it is cut
/// @throws ScenarioError if it cannot be read
bool IsBinaryGoal(const std::string& path);

/// Read a schedule.
/// @throws ScenarioError with file and offset
ExecutionTrace ReadBinaryGoal(const std::string& path, const TraceOptions& options);

/// Count the ranks of a schedule.
/// @throws ScenarioError if it has none, or too many
uint32_t CountBinaryGoalRanks(const std::string& path, const TraceOptions& options);

} // namespace ns3::esa

#endif // ESA_GOAL_BINARY_H
