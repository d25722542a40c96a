// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-group-table.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

GroupTable::GroupTable()
    : m_table(UINT32_MAX),
      m_trees(1),
      m_numbers(1),
      m_placeOf{0},
      m_entries(1)
{
}

GroupTable::GroupTable(const JobRacks& racks, SwitchId rack)
    : m_table(racks.Indexes().table),
      m_trees(racks.TreesOfGroups()),
      m_numbers(0)
{
    for (uint32_t tree = 0; tree < m_trees; ++tree)
    {
        m_numbers = std::max(m_numbers, racks.Tree(tree).Root() + 1U);
    }
    m_placeOf.resize(std::size_t{m_trees} * m_numbers, kNone);
    for (uint32_t tree = 0; tree < m_trees; ++tree)
    {
        AddTree(racks, rack, tree);
    }
}

void
GroupTable::AddTree(const JobRacks& racks, SwitchId rack, uint32_t treeNumber)
{
    const AggregationTree& tree = racks.Tree(treeNumber);
    const GroupIndexes& indexes = racks.Indexes();
    const auto stepTo = [&](uint16_t from, uint16_t to) {
        const AggregationTree::Group& group = tree.At(to);
        const uint32_t at = indexes.IndexAt(0, group.place);
        return Step{to,
                    group.wireName,
                    indexes.FirstOf(at, tree.At(from).place),
                    group.rack == rack};
    };
    for (uint16_t number = tree.First(); number <= tree.Root(); ++number)
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
                if (tree.At(member).isDirect)
                {
                    entry.workers.push_back(tree.At(member).members.front());
                    continue;
                }
                entry.down.push_back(stepTo(number, member));
            }
        }
        m_placeOf[std::size_t{treeNumber} * m_numbers + number] =
            static_cast<uint16_t>(m_entries.size());
        m_entries.push_back(std::move(entry));
    }
}

} // namespace ns3::esa
