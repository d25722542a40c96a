/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-group-table.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

GroupTable::GroupTable(const JobRacks& racks, RackId rack)
    : m_table(racks.Indexes().table)
{
    ESA_ASSERT(racks.Tree(), "only a job with groups has a table of them");
    const AggregationTree& tree = *racks.Tree();
    const auto stepTo = [&](uint16_t from, uint16_t to) {
        const AggregationTree::Group& group = tree.At(to);
        const uint32_t at = racks.Indexes().IndexAt(0, group.place);
        return Step{to,
                    group.wireName,
                    racks.Indexes().FirstOf(at, tree.At(from).place),
                    group.rack == rack};
    };
    m_placeOf.resize(tree.Groups() + std::size_t{1}, kNone);
    for (uint16_t number = 1; number <= tree.Groups(); ++number)
    {
        const AggregationTree::Group& group = tree.At(number);
        if (group.rack != rack)
        {
            continue;
        }
        Entry entry;
        entry.fanIn = group.FanIn();
        if (group.parent != 0 && tree.At(group.parent).isServers)
        {
            entry.isForServer = true;
        }
        else if (group.parent != 0)
        {
            entry.up = stepTo(number, group.parent);
            entry.bitAbove = uint32_t{1} << group.bitInParent;
            entry.fanInAbove = tree.At(group.parent).FanIn();
        }
        if (group.isLeaf)
        {
            entry.workers = group.members;
        }
        else
        {
            for (const uint16_t member : group.members)
            {
                entry.down.push_back(stepTo(number, member));
            }
        }
        m_placeOf[number] = static_cast<uint16_t>(m_entries.size());
        m_entries.push_back(std::move(entry));
    }
}

} // namespace ns3::esa
