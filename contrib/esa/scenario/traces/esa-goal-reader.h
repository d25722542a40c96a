// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GOAL_READER_H
#define ESA_GOAL_READER_H

#include "esa-trace-files.h"

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>
#include <vector>

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
 * depends on times. The binary form (ReadBinaryGoal()) is recognized by its first bytes.
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

/// @return whether a file has the binary form, also if it is cut
/// @throws ScenarioError if it cannot be read
bool IsBinaryGoal(const std::string& path);

/**
 * @ingroup esa
 * @brief Read a schedule in the binary form.
 *
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
 *
 * @throws ScenarioError with file and offset
 */
ExecutionTrace ReadBinaryGoal(const std::string& path, const TraceOptions& options);

/// Count the ranks of a schedule in the binary form.
/// @throws ScenarioError if it has none, or too many
uint32_t CountBinaryGoalRanks(const std::string& path, const TraceOptions& options);

} // namespace ns3::esa

#endif // ESA_GOAL_READER_H
