// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-switch-tree.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

std::optional<SwitchId>
NextSum(const SwitchTree& tree, SwitchId at)
{
    std::size_t steps = 0;
    std::optional<SwitchId> above = tree.at(at).parent;
    while (above && tree.at(*above).sums != SwitchSums::All)
    {
        ESA_ASSERT(++steps <= tree.size(), "the paths of a tree end at the PS");
        above = tree.at(*above).parent;
    }
    return above;
}

SwitchTree
PathsFrom(const SwitchTree& tree, const std::set<SwitchId>& racks)
{
    SwitchTree used;
    for (const SwitchId rack : racks)
    {
        auto row = tree.find(rack);
        while (row != tree.end() && used.insert(*row).second && row->second.parent)
        {
            row = tree.find(*row->second.parent);
        }
    }
    return used;
}

} // namespace ns3::esa
