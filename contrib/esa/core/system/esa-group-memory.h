// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GROUP_MEMORY_H
#define ESA_GROUP_MEMORY_H

#include "esa-system-record.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The groups of a job at one switch that keep a sum of the same task.
/// @param racks where the workers of the job stand
/// @return the most at any switch
inline uint32_t
GroupsAtOneSwitch(const AggregationPlan& racks)
{
    uint32_t most = 1;
    for (uint32_t tree = 0; tree < racks.Trees(); ++tree)
    {
        most = std::max(most, racks.Tree(tree).MaxAtOneSwitch());
    }
    return most;
}

/// @ingroup esa
/// @brief The same, before the places of the workers are chosen.
/// @return a number that GroupsAtOneSwitch() does not exceed, wherever they stand
inline uint32_t
MaxGroupsAtOneSwitch(uint32_t workers)
{
    if (workers <= kMaxFanIn)
    {
        return 1;
    }
    uint32_t groups = 0;
    // One more, since the workers beside the PS, and the workers of other racks, may both leave a
    // group that is not full.
    uint32_t members = workers + kMaxFanIn;
    do
    {
        members = (members + kMaxFanIn - 1) / kMaxFanIn;
        groups += members;
    } while (members > 1);
    return groups;
}

/**
 * @ingroup esa
 * @brief Where the groups of a job keep their sums.
 *
 * In a shared pool the aggregators of a switch's groups are as far from each other as they can be.
 * A static share is divided equally: a group uses its part as a small job would use the whole.
 * @param layout how the memory is shared
 * @param parts aggregators or slots of a switch
 * @param share the aggregators of the job, if the memory is divided in advance
 * @param racks where the workers of the job stand
 * @return where the groups keep their sums
 */
inline GroupIndexes
GroupIndexesOf(MemoryLayout layout, uint32_t parts, uint32_t share, const AggregationPlan& racks)
{
    const uint32_t groups = GroupsAtOneSwitch(racks);
    ESA_ASSERT(layout == MemoryLayout::SharedPool || share >= groups,
               "each group has a part of the share");
    switch (layout)
    {
    case MemoryLayout::SharedPool:
        break;
    case MemoryLayout::StaticShare:
        return {share / groups, parts};
    case MemoryLayout::StaticSlots:
        return {2 * (share / groups), 2 * parts}; // a slot has two versions
    }
    return {std::max(parts / groups, 1U), parts};
}

} // namespace ns3::esa

#endif // ESA_GROUP_MEMORY_H
