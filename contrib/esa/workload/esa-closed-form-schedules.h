// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CLOSED_FORM_SCHEDULES_H
#define ESA_CLOSED_FORM_SCHEDULES_H

#include "esa-closed-form.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// Blocks of the same size, all of them ready at once.
struct ClosedFormBlocks
{
    int64_t blocks{1};         ///< P: how many
    int64_t fragments{1};      ///< F: fragments of each
    int64_t chunkFragments{1}; ///< fragments of a chunk, where chunks follow each other, at most
    int64_t hopFragments{0};   ///< see BlockPlan::SetHopFragments()
    int64_t workers{2};        ///< n: workers, at least two
    CollectiveOperation operation; ///< what is done with each
};

/**
 * @ingroup esa
 * @brief What a formula gives for blocks that workers exchange by schedules.
 *
 * The assumptions and names are as in ClosedFormIteration(). w = a - t is the time from the last
 * bit of a message at its sender to the same bit at its receiver. r = 2 d is the way of an
 * acknowledgement: operations other than all-reduce end with the last one.
 *
 * - Reduce-scatter and all-gather in a ring: n - 1 steps of the length that a step of all-reduce
 *   has, and r.
 * - Broadcast and reduce in a ring: block b has left the first worker after b F t, and its last
 *   chunk of k fragments is at the last worker w + (n - 2) (k t + w) later; and r.
 * - All-to-all: block b is over after b (n - 1) c t + w + r, where c = F / n, rounded up.
 * - Barrier: log2(n) steps, rounded up, of a; further ones leave one t later; and r.
 * - Send and receive: b F t + w + r.
 * - Gather and scatter: b (F - F / n) t + w + r, where F / n is rounded down; all but the root's
 * own chunk passes the link of the root.
 * - Halving and doubling, if n is a power of two: 2 F t (n - 1) / n + 2 log2(n) w for one block.
 *   Several blocks hide each other's latency if it is at most F t; then links are idle for about
 *   2 w (w, if n = 2), and the last of P blocks is there after 2 P F t (n - 1) / n + 2 w. The
 * others count as if they came with it.
 * - Double tree, if n is a power of two, of one block that makes one chunk of k fragments for each
 *   tree. A worker with two children receives from both at a time, and sends to both at a time. So
 *   a chunk needs 2 k t + w for each level but the one below the root, where it needs k t + w. That
 *   makes 2 ((2 L - 1) k t + L w) for all L = log2(n) levels, up and down. (With more chunks the
 *   time is at least 2 P F t. How much longer it takes depends on how flows share the links, for
 *   which there is no formula.)
 *
 * @param sum how hosts sum
 * @param network the links
 * @return when all workers have the result of each block, from the time on when all are ready;
 *         nothing: there is no formula
 */
std::optional<std::vector<Picoseconds>> ClosedFormOfSchedules(const HostSum& sum,
                                                              const ClosedFormBlocks& blocks,
                                                              const ClosedFormNetwork& network);

} // namespace ns3::esa

#endif // ESA_CLOSED_FORM_SCHEDULES_H
