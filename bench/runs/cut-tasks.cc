/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cut-tasks.h"

#include "ns3/esa-hash.h"

namespace esabench
{

using namespace ns3;

CutTasks::CutTasks(const esa::SwitchPart& rules)
    : m_cutsResident(rules.release == esa::ReleaseRule::OnCompletion)
{
}

void
CutTasks::OnArrival(const esa::Fragment& fragment, const esa::AggregatorTable& table)
{
    if (fragment.kind != esa::PacketKind::Gradient)
    {
        return;
    }
    const esa::Aggregator& aggregator = table.At(fragment.aggregator);
    const bool isFree = aggregator.State() == esa::AggregatorState::Free ||
                        aggregator.State() == esa::AggregatorState::Retained;
    if (isFree || aggregator.Holds(fragment))
    {
        return;
    }
    m_tasks.insert(esa::TaskKey(fragment.job, fragment.seq));
    if (m_cutsResident)
    {
        m_tasks.insert(esa::TaskKey(aggregator.job, aggregator.seq));
    }
}

} // namespace esabench
