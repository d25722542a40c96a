/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-iteration.h"

namespace ns3::esa
{

IterationState::IterationState(const FragmentPlan& plan)
    : m_plan(plan),
      m_missingOfLayer(plan.GetDnn().layerCompute.size())
{
}

void
IterationState::Begin()
{
    m_missingOfLayer.assign(m_missingOfLayer.size(), 0);
    const auto& partitions = m_plan.GetDnn().partitions;
    for (uint32_t partition = 0; partition < partitions.size(); ++partition)
    {
        m_missingOfLayer[partitions[partition].layer - 1] += m_plan.FragmentsOf(partition);
    }
    m_missing = m_plan.Fragments();
    m_computed = 0;
    m_computing = false;
}

void
IterationState::OnResult(uint64_t fragment)
{
    if (fragment < m_lastBegin || fragment >= m_lastEnd)
    {
        m_lastPartition = m_plan.PartitionOf(fragment);
        m_lastEnd = m_plan.EndOf(m_lastPartition);
        m_lastBegin = m_lastEnd - m_plan.FragmentsOf(m_lastPartition);
    }
    uint64_t& missingOfLayer =
        m_missingOfLayer[m_plan.GetDnn().partitions[m_lastPartition].layer - 1];
    ESA_ASSERT(missingOfLayer > 0 && m_missing > 0, "a result arrives for the first time once");
    --missingOfLayer;
    --m_missing;
}

std::optional<Picoseconds>
IterationState::StartLayer()
{
    if (!MayStartLayer())
    {
        return std::nullopt;
    }
    m_computing = true;
    return m_plan.GetDnn().layerCompute[m_computed];
}

} // namespace ns3::esa
