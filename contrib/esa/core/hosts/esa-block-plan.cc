/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
    for (const uint64_t end : partitionEnds)
    {
        for (; begin < end; begin = m_ends.back())
        {
            m_ends.push_back(end - begin > blockFragments ? begin + blockFragments : end);
        }
    }
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
    return block;
}

} // namespace ns3::esa
