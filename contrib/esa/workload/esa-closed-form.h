/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CLOSED_FORM_H
#define ESA_CLOSED_FORM_H

#include "esa-dnn.h"

#include "ns3/esa-block-plan.h"
#include "ns3/esa-policy.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <optional>

namespace ns3::esa
{

/// The network of a job that has it alone, every host with a link of its own to one switch.
struct ClosedFormNetwork
{
    Picoseconds frame{0};     ///< time that a packet of data needs on a link
    Picoseconds linkDelay{0}; ///< propagation delay of a link

    /// @return time of a single packet from host to host
    Picoseconds Latency() const
    {
        return 2 * (frame + linkDelay);
    }
};

/**
 * @ingroup esa
 * @brief How long an iteration of a job takes whose gradients hosts sum, derived on paper: the job
 * is alone, all its workers begin at once without jitter or backward part, windows never hold them
 * up, and acknowledgements take no time.
 *
 * With n workers, blocks of F fragments in P blocks an iteration, t the time of a frame, d the
 * delay of a link and a = 2 (t + d):
 *
 * - dedicated server: block b is complete at the server at a - t + n b F t, and leaves behind the
 *   block before it: its result is everywhere n F t + a - t later;
 * - co-located servers, each with k blocks: 2 (k (n - 1) F t + a). With several blocks a server,
 *   only the last result is known so exactly; the others count as if they came with it;
 * - ring: a step lasts max(P c t, c t + a - t), c = F / n rounded up, and there are 2 (n - 1);
 *   the last step of block b ends b c t + a - t after it began.
 *
 * @param place who sums
 * @param plan what an iteration sends
 * @param blocks what is summed at a time
 * @param workers of the job
 * @param network the links
 * @return from the begin of the iteration to the end of its last layer; nothing where there is no
 *         such formula here: the switch sums, or blocks differ in size and no dedicated server does
 */
std::optional<Picoseconds> ClosedFormIteration(SumPlace place,
                                               const FragmentPlan& plan,
                                               const BlockPlan& blocks,
                                               uint32_t workers,
                                               const ClosedFormNetwork& network);

} // namespace ns3::esa

#endif // ESA_CLOSED_FORM_H
