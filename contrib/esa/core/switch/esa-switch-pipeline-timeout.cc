// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums that are not complete in time (SwitchPart::timeout). A sum waits for its slowest member. So
// a worker that is late, or whose packets take another path, holds aggregators of many switches.
// With a timeout a switch sends on what has come. The aggregator keeps the task, so that later
// fragments go on at once. The PS adds all parts, each worker once.
//
// Where no PS sums, what has come is the result. The workers in it go on, and so may those that are
// not. For one task there must be one result only, so a sum of groups leaves at the root alone: a
// group that is not complete is missing in it as a whole. A worker that lacks the result sends its
// fragment, and gets the same result as the others.

#include "esa-switch-pipeline.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

bool
SwitchPipeline::HasTimedOut(const Aggregator& aggregator)
{
    return aggregator.State() == AggregatorState::Waiting &&
           aggregator.bitmap != FullBitmap(aggregator.fanIn);
}

Decision
SwitchPipeline::TimeOut(InaPacket& sum, Picoseconds now)
{
    ESA_ASSERT(Deadline() <= now, "a sum has waited for the timeout");
    const uint32_t place = m_timeouts->Take(m_table);
    Aggregator& aggregator = m_table.AtPlace(place);
    sum.kind = PacketKind::Partial;
    sum.sum = aggregator.sum;
    sum.bitmap = aggregator.bitmap;
    sum.seq = aggregator.seq;
    sum.job = aggregator.job;
    sum.group = aggregator.group;
    sum.fanIn = aggregator.fanIn;
    sum.priority = aggregator.priority;
    sum.ecn = aggregator.ecn;
    sum.aggregator = m_table.IndexAtPlace(place);
    ReportContention(aggregator, sum);
    Release(aggregator, now);
    CountOutside(Outcome::TimedOut);
    const Egress way = m_partialResults ? SendSum(sum).egress : Egress::ToParameterServer;
    return {Outcome::TimedOut, way};
}

bool
SwitchPipeline::IsRoot(const Aggregator& aggregator) const
{
    const GroupTable::Entry* entry =
        GroupsOf(aggregator.job).Find(aggregator.group, aggregator.seq);
    return entry && entry->up.group == 0;
}

Decision
SwitchPipeline::Settle(const Aggregator& aggregator, InaPacket& packet) const
{
    const GroupTable::Entry* entry = GroupsOf(packet.job).Find(packet.group, packet.seq);
    if (entry->up.group != 0)
    {
        packet.urgent = true;
        return {Outcome::Late, Promote(packet, *entry)};
    }
    const Aggregator* const result =
        m_partialResults->Find(m_table.PlaceOf(aggregator), aggregator, packet);
    if (!result || result->fanIn != packet.fanIn)
    {
        return {Outcome::Stale, Egress::Nowhere};
    }
    packet.urgent = false;
    return Repeat(*result, packet);
}

void
SwitchPipeline::KeepResult(Aggregator& aggregator, const InaPacket& next, Picoseconds now)
{
    if (IsRoot(aggregator))
    {
        m_partialResults->Keep(m_table.PlaceOf(aggregator), aggregator, next);
    }
    Free(aggregator, now);
}

} // namespace ns3::esa
