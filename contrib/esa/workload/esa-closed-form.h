// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CLOSED_FORM_H
#define ESA_CLOSED_FORM_H

#include "esa-dnn.h"

#include "ns3/esa-block-plan.h"
#include "ns3/esa-system-record.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <optional>

namespace ns3::esa
{

/// The network of a job that is alone in it: every host has its own link to one switch.
struct ClosedFormNetwork
{
    Picoseconds frame{0};           ///< transmission time of a packet of data
    Picoseconds linkDelay{0};       ///< propagation delay of a link
    bool hasResultsByServer{false}; ///< where the switch sums, results go by way of the PS

    /// @return time of a single packet from host to host
    Picoseconds Latency() const
    {
        return 2 * (frame + linkDelay);
    }
};

/**
 * @ingroup esa
 * @brief What a formula gives for the time of one iteration when hosts sum the gradients.
 *
 * A simulation that agrees with a formula can be trusted more. The formulas hold when nothing
 * disturbs the job: it is alone, all its workers begin at once, there is no jitter, all gradients
 * are ready at once (at the end of the backward parts), windows never stop a sender, and
 * acknowledgements take no time.
 *
 * There are n workers and P blocks of F fragments per iteration. t is the time of a frame, d the
 * delay of a link, and a = 2 (t + d).
 *
 * - Dedicated server: block b is complete at the server at a - t + n b F t. Its result leaves
 *   behind the result of the block before it, and has reached all workers n F t + a - t later.
 * - Co-located servers, each with k blocks: 2 (k (n - 1) F t + a). If a server has several blocks,
 *   only the time of the last result is exact; the others count as if they came with it.
 * - Ring: a step lasts max(P c t, c t + a - t), where c = F / n, rounded up. There are 2 (n - 1)
 *   steps, and the last step of block b ends b c t + a - t after it began.
 * - The switch, broadcast and reduce: the last result of block b comes b F t + t + 2 d after the
 *   begin, and a later if results go by way of the PS.
 * - Other schedules of workers, and other operations than all-reduce: ClosedFormOfSchedules().
 *
 * @param sum how hosts sum; null: the switch sums
 * @param plan what an iteration sends
 * @param blocks what is summed at a time
 * @param workers of the job
 * @param network the links
 * @return from the begin of the iteration to the end of its last layer; nothing if there is no
 *         formula: an all-reduce by the switch, a way that a program has brought along, or blocks
 * that differ in size without a dedicated server
 */
std::optional<Picoseconds> ClosedFormIteration(const HostSum* sum,
                                               const FragmentPlan& plan,
                                               const BlockPlan& blocks,
                                               uint32_t workers,
                                               const ClosedFormNetwork& network);

} // namespace ns3::esa

#endif // ESA_CLOSED_FORM_H
