// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_CLOSED_FORM_H
#define ESA_TEST_SCENARIO_CLOSED_FORM_H

#include "ns3/esa-block-plan.h"
#include "ns3/esa-dnn.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-server-plan.h"
#include "ns3/esa-system-record.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// The network of a job that is alone in it: every host has its own link to one switch.
struct ClosedFormNetwork
{
    Picoseconds frame{0};           ///< transmission time of a packet of data
    Picoseconds linkDelay{0};       ///< propagation delay of a link
    bool hasResultsByServer{false}; ///< where the switch sums, results pass the PS
    Picoseconds clearFrame{0};      ///< transmission time of what clears a message to be sent
    uint64_t window{0};             ///< packets that a flow may have under way
    Picoseconds emptyFrame{0};      ///< transmission time of a result without values

    /// @return time of a single packet from host to host
    Picoseconds Latency() const
    {
        return 2 * (frame + linkDelay);
    }

    /// @return time from host to host of what clears a message to be sent
    Picoseconds ClearLatency() const
    {
        return 2 * (clearFrame + linkDelay);
    }
};

/**
 * @ingroup esa
 * @brief What a formula gives for the time of one iteration when hosts sum the gradients.
 *
 * The formulas hold when nothing
 * disturbs the job: it is alone, all its workers begin at once, there is no jitter, all gradients
 * are ready at once (at the end of the backward parts), windows never stop a sender, and
 * acknowledgements take no time.
 *
 * There are n workers and P blocks of F fragments per iteration. t is the time of a frame, d the
 * delay of a link, and a = 2 (t + d).
 *
 * - One parameter server: block b is complete there at a - t + m b F t. m is n, or n - 1 if the
 *   server is beside a worker. Then each worker needs r for the acknowledgement and g for its
 *   request (see below). The request waits at the link of the server for what its worker and all
 *   others have under way, which is m times the window or what is left of the iteration. Then the
 *   result leaves behind the result of the block before it, and has reached all workers
 *   m F t + a - t later. (Where a hash spreads blocks over servers there is a bound, but no
 * formula: servers-test.cc.)
 * - Ring: a step lasts max(P c t, c t + a - t), where c = F / n, rounded up. There are 2 (n - 1)
 *   steps, and the last step of block b ends b c t + a - t after it began.
 * - The switch, reduce-scatter, broadcast and reduce: the last result of block b comes b F t + t +
 * 2 d after the begin, and a later if results pass the PS. All-gather: the same, but that frames
 * without values, which take e, come in place of a worker's own data: b ((F - F / n) t + F / n e) +
 * t + 2 d, unless results pass the PS.
 *
 * Blocks that workers exchange by schedules have more formulas. w = a - t is the time from the last
 * bit of a message at its sender to the same bit at its receiver. r = 2 d is the time of an
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
 *   own chunk passes the link of the root.
 * - Halving and doubling, if n is a power of two: 2 F t (n - 1) / n + 2 log2(n) (w + g) for one
 *   block. g = 2 (u + d) is the time in which a worker clears a message to be sent, by a frame that
 *   takes u: in each step both workers begin at the same time, so each waits g for the other.
 *   Several blocks hide each other's latency if it is at most F t; then links are idle for about
 *   2 (w + g) (w + g, if n = 2), and the last of P blocks is there after 2 P F t (n - 1) / n +
 *   2 (w + g). The others count as if they came with it.
 * - Double tree, if n is a power of two, of one block that makes one chunk of k fragments for each
 *   tree. A worker with two children receives from both at a time, and sends to both at a time. So
 *   a chunk needs 2 k t + w for each level but the one below the root, where it needs k t + w. That
 *   makes 2 ((2 L - 1) k t + L w) for all L = log2(n) levels, up and down. (With more chunks the
 *   time is at least 2 P F t. How much longer it takes depends on how flows share the links, for
 *   which there is no formula.)
 *
 * @param sum how hosts sum; null: the switch sums
 * @param plan what an iteration sends
 * @param blocks what is summed at a time
 * @param workers of the job
 * @param network the links
 * @param servers which servers sum; null: there are none
 * @return from the begin of the iteration to the end of its last layer; nothing if there is no
 *         formula: for an all-reduce by the switch, for a HostSum of a program, and for blocks that
 *         differ in size, unless one server sums them, or for several servers
 */
std::optional<Picoseconds> ClosedFormIteration(const HostSum* sum,
                                               const FragmentPlan& plan,
                                               const BlockPlan& blocks,
                                               uint32_t workers,
                                               const ClosedFormNetwork& network,
                                               const ServerPlan* servers);

/// Compute the mean JCT of the jobs that run from the beginning by ClosedFormIteration().
/// @return the JCT in milliseconds; nothing if the scenario is not one iteration without jitter,
/// faults or processing, each job on hosts of its own in one rack, or if there is no formula for a
/// job
std::optional<double> ClosedFormMs(const ValidScenario& scenario, const std::string& system);

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_CLOSED_FORM_H
