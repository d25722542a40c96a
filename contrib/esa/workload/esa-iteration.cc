// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-iteration.h"

namespace ns3::esa
{

IterationState::IterationState(const FragmentPlan& plan)
    : m_plan(plan),
      m_partitionsOfLayer(plan.GetDnn().layerCompute.size()),
      m_missingOfLayer(m_partitionsOfLayer.size()),
      m_missingOfPartition(plan.GetDnn().partitions.size())
{
    for (const Dnn::Partition& partition : plan.GetDnn().partitions)
    {
        for (uint32_t layer = partition.layer; layer <= partition.LastLayer(); ++layer)
        {
            ++m_partitionsOfLayer[layer - 1];
        }
    }
}

void
IterationState::Begin()
{
    m_missingOfLayer = m_partitionsOfLayer;
    for (uint32_t partition = 0; partition < m_missingOfPartition.size(); ++partition)
    {
        m_missingOfPartition[partition] = m_plan.FragmentsOf(partition);
    }
    m_missing = m_missingOfPartition.size();
    m_computed = 0;
    m_computing = false;
    FindLayer();
}

void
IterationState::FindPartition(uint64_t fragment)
{
    m_lastPartition = m_plan.PartitionOf(fragment);
    m_lastEnd = m_plan.EndOf(m_lastPartition);
    m_lastBegin = m_lastEnd - m_plan.FragmentsOf(m_lastPartition);
}

void
IterationState::OnPartitionHere(uint32_t partition)
{
    const Dnn::Partition& here = m_plan.GetDnn().partitions[partition];
    for (uint32_t layer = here.layer; layer <= here.LastLayer(); ++layer)
    {
        ESA_ASSERT(m_missingOfLayer[layer - 1] > 0, "a partition comes once");
        --m_missingOfLayer[layer - 1];
    }
    FindLayer();
}

std::optional<Picoseconds>
IterationState::StartLayer()
{
    if (!MayStartLayer())
    {
        return std::nullopt;
    }
    m_computing = true;
    FindLayer();
    return m_plan.GetDnn().layerCompute[m_computed];
}

} // namespace ns3::esa
