/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A result from the PS frees aggregators on its way to the workers. The same in P4:
// esa-return-result.p4.

#include "esa-switch-pipeline.h"

namespace ns3::esa
{

Decision
SwitchPipeline::ReturnResult(const Fragment& packet, Picoseconds now)
{
    Aggregator& aggregator = m_table.At(packet.aggregator);
    // ATP's aggregators wait for this. In ESA, a copy of a fragment may have come after the sum was
    // complete at the PS. Without this, it would hold its aggregator for nothing.
    if (aggregator.Holds(packet))
    {
        Free(aggregator, now);
        return {Outcome::Released, Egress::ToWorkers};
    }
    if (IsLeftOver(aggregator, now))
    {
        Free(aggregator, now);
        return {Outcome::Reclaimed, Egress::ToWorkers};
    }
    return {Outcome::Returned, Egress::ToWorkers};
}

} // namespace ns3::esa
