// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-block-plan.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{

BlockPlan::BlockPlan(const std::vector<uint64_t>& partitionEnds, uint64_t blockFragments)
{
    ESA_ASSERT(blockFragments > 0, "a block has at least one fragment");
    ESA_ASSERT(std::is_sorted(partitionEnds.begin(), partitionEnds.end()),
               "partitions follow each other");
    uint64_t begin = 0;
    for (uint32_t partition = 0; partition < partitionEnds.size(); ++partition)
    {
        const uint64_t end = partitionEnds[partition];
        for (; begin < end; begin = m_ends.back())
        {
            m_ends.push_back(end - begin > blockFragments ? begin + blockFragments : end);
            m_partitions.push_back(partition);
        }
    }
}

void
BlockPlan::SetOperations(const std::vector<CollectiveOperation>& operations)
{
    ESA_ASSERT(operations.size() == 1 || operations.size() > m_partitions.back(),
               "every partition has an operation");
    m_operations = operations;
}

bool
BlockPlan::IsAllReduce() const
{
    return m_operations.empty();
}

CollectiveOperation
BlockPlan::OperationOf(uint32_t partition) const
{
    return m_operations.empty() ? CollectiveOperation{}
                                : m_operations[m_operations.size() == 1 ? 0 : partition];
}

Block
BlockPlan::At(StreamPosition position) const
{
    ESA_ASSERT(!m_ends.empty(), "an iteration has at least one block");
    const uint64_t iterationFragments = m_ends.back();
    const uint64_t place = position % iterationFragments;
    const auto end = std::upper_bound(m_ends.begin(), m_ends.end(), place);
    const StreamPosition first = position - place;
    Block block;
    block.number = static_cast<uint32_t>(end - m_ends.begin());
    block.iteration = position / iterationFragments;
    block.range.begin = first + (end == m_ends.begin() ? 0 : *(end - 1));
    block.range.end = first + *end;
    block.operation = OperationOf(m_partitions[block.number]);
    return block;
}

} // namespace ns3::esa
