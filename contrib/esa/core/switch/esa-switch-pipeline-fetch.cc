/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A reminder or resend takes a partial sum to the PS. The same in P4: esa-fetch.p4.

#include "esa-aggregation-level.h"
#include "esa-swap.h"
#include "esa-switch-pipeline.h"

namespace ns3::esa
{
namespace
{

/// @brief Takes everything that it carries out of a packet.
void
Empty(Fragment& packet)
{
    packet.sum = GradientSum{};
    packet.bitmap0 = 0;
    packet.bitmap1 = 0;
}

} // namespace

Decision
SwitchPipeline::Miss(Fragment& packet) const
{
    if (packet.kind == PacketKind::Resend)
    {
        if (packet.bitmap0 == 0)
        {
            // It has nothing of its own, so it may fetch what the group above holds.
            const Egress up = Promote(packet);
            packet.bitmap0 = 0;
            return {Outcome::FetchMissed, up == Egress::Nowhere ? Egress::ToParameterServer : up};
        }
        // It tells the PS that a result is late, so it goes on.
        return {Outcome::FetchMissed, Egress::ToParameterServer};
    }
    if (!packet.urgent)
    {
        return {Outcome::FetchMissed, Egress::Nowhere};
    }
    // A PS that repairs losses has to know that the switch holds nothing: it then asks the workers.
    Empty(packet);
    packet.kind = PacketKind::Partial;
    return {Outcome::FetchMissed, Egress::ToParameterServer};
}

Decision
SwitchPipeline::Fetch(Fragment& packet, Picoseconds now)
{
    // With recovery, a resend brings its worker's fragment along.
    const bool brings = packet.kind == PacketKind::Resend && packet.bitmap0 != 0;
    Aggregator& aggregator = m_table.At(packet.aggregator);
    // A resend with a fragment may only be added to a sum of its own level. A packet without a
    // fragment asks for what the PS still waits for. A sum that was sent up already is not fetched:
    // the PS would count it twice.
    const bool isHeld =
        aggregator.Holds(packet) &&
        (brings ? aggregator.secondLevel == packet.secondLevel : !HasGoneUp(aggregator));
    if ((brings &&
         (!HasPossibleWorkers(packet) || (isHeld && !HaveSameFanIn(packet, aggregator)))) ||
        (packet.kind == PacketKind::Resend && !HasPossibleGroup(packet)))
    {
        return {Outcome::Malformed, Egress::Nowhere};
    }
    if (!isHeld)
    {
        return Miss(packet);
    }
    if (brings)
    {
        aggregator.ecn |= packet.ecn;
        if ((LevelBitmap(aggregator) & LevelBitmap(packet)) == 0)
        {
            aggregator.sum.Add(packet.sum);
            aggregator.bitmap0 |= packet.bitmap0;
            aggregator.bitmap1 |= packet.bitmap1;
        }
    }
    Empty(packet);
    Swap(aggregator, packet);
    m_table.SetState(aggregator, AggregatorState::Free, now);
    return {Outcome::Fetched, Egress::ToParameterServer};
}

} // namespace ns3::esa
