// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GOAL_READER_H
#define ESA_GOAL_READER_H

#include "esa-trace-files.h"

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/**
 * @brief Read a GOAL schedule (Group Operation Assembly Language; Hoefler, Siebert, Lumsdaine, ICPP
 * 2009), the format of LogGOPSim and ATLAHS. Written from its published grammar.
 *
 * One file has all ranks, plain or packed by gzip:
 *
 *     num_ranks 2
 *     rank 0 {
 *     l1: calc 100 cpu 0       // computes for 100 ns
 *     l2: send 8b to 1 tag 5
 *     l2 requires l1           // l1 has ended; irequires: it has started
 *     }
 *     rank 1 { ... recv 8b from 0 tag 5 ... }
 *
 * The cpus of a rank compute beside each other. Messages match by sender, receiver and tag, in the
 * order of the file. A message of any sender or of any tag (-1) is refused, because what it matches
 * depends on times. The binary form (esa-goal-binary.h) is recognized by its first bytes.
 *
 * The id of a node is its line, or its offset in the binary form. What is kept while a rank is read
 * are its labels and dependencies.
 *
 * @return the trace, in which nothing waits for itself and all messages match
 * @throws ScenarioError with file, and line or offset
 */
ExecutionTrace ReadGoalTrace(const std::string& path, const TraceOptions& options);

/// Count the ranks of a schedule by its first words or bytes.
/// @throws ScenarioError if there is none, or it has too many
uint32_t CountGoalRanks(const std::string& path, const TraceOptions& options);

/// @return where a node stands, for messages
std::string PlaceInGoal(const std::string& path, uint64_t id);

/// Read the labels of nodes once more.
/// @param trace what was read of the file
/// @throws ScenarioError if it cannot be read, or is not the one that was read
void ForEachGoalName(const std::string& path,
                     const ExecutionTrace& trace,
                     const NameCallback& callback);

} // namespace ns3::esa

#endif // ESA_GOAL_READER_H
