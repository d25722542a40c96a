// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregator-table.h"

namespace ns3::esa
{

AggregatorTable::AggregatorTable(uint32_t size, uint32_t indexes, bool hasChoice)
    : m_aggregators(size),
      m_indexes(indexes > 0 ? indexes : size),
      m_indexOf(m_indexes != size || hasChoice ? size : 0)
{
    ESA_ASSERT(size >= 1, "a switch has at least one aggregator");
}

void
AggregatorTable::SetState(Aggregator& aggregator, AggregatorState state, Picoseconds now)
{
    ESA_ASSERT(&aggregator >= m_aggregators.data() && &aggregator < m_aggregators.data() + Size(),
               "a table changes only its own aggregators");
    ESA_ASSERT(MayFollow(aggregator.m_state, state), "the table of AggregatorState has the change");
    if (auto* usage = UsageOf(aggregator.m_state))
    {
        ESA_ASSERT(usage->count > 0, "every aggregator in use was counted");
        usage->Advance(now);
        --usage->count;
    }
    aggregator.m_state = state;
    if (auto* usage = UsageOf(state))
    {
        usage->Advance(now);
        ++usage->count;
    }
    if (m_held)
    {
        m_held->SetHolder(PlaceOf(aggregator),
                          UsageOf(state) ? aggregator.job : HeldAggregators::kNobody);
    }
    AssertInvariants(aggregator);
}

void
AggregatorTable::AssertInvariants(const Aggregator& aggregator) const
{
    const uint32_t all = FullBitmap(aggregator.fanIn);
    const AggregatorState state = aggregator.State();
    const bool isComplete = aggregator.bitmap == all;
    ESA_ASSERT(state != AggregatorState::Free || aggregator.sum.IsEmpty(),
               "1: a free aggregator holds no sum");
    ESA_ASSERT(state == AggregatorState::Free || (aggregator.bitmap & ~all) == 0,
               "2: no member is beyond the fan-in");
    ESA_ASSERT(state == AggregatorState::Free || state == AggregatorState::Aggregating ||
                   isComplete,
               "3: what waits or is kept is complete");
    ESA_ASSERT(Occupied() <= Size(), "4: no more aggregators are in use than there are");
}

AggregatorTable::Usage*
AggregatorTable::UsageOf(AggregatorState state)
{
    switch (state)
    {
    case AggregatorState::Aggregating:
        return &m_aggregating;
    case AggregatorState::Waiting:
        return &m_waiting;
    case AggregatorState::Free:
    case AggregatorState::Retained:
        break;
    }
    return nullptr;
}

double
AggregatorTable::Usage::Seconds(Picoseconds now) const
{
    Usage upToNow = *this;
    upToNow.Advance(now);
    return upToNow.aggregatorPicoseconds / 1e12;
}

double
AggregatorTable::OccupiedSeconds(Picoseconds now) const
{
    return m_aggregating.Seconds(now) + m_waiting.Seconds(now);
}

double
AggregatorTable::WaitingSeconds(Picoseconds now) const
{
    return m_waiting.Seconds(now);
}

} // namespace ns3::esa
