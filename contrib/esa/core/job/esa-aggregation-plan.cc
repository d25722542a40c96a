// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregation-plan.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

AggregationPlan::AggregationPlan(uint32_t workers)
    : AggregationPlan(std::vector<SwitchId>(workers), SwitchId{})
{
}

AggregationPlan::AggregationPlan(const std::vector<SwitchId>& rackOf,
                                 SwitchId home,
                                 uint32_t maxMembers)
    : AggregationPlan(rackOf, home, {AggregationTree(rackOf, home, maxMembers)})
{
}

AggregationPlan::AggregationPlan(const std::vector<SwitchId>& rackOf,
                                 SwitchId home,
                                 std::vector<AggregationTree> trees)
    : m_layout(std::make_shared<Layout>(Layout{rackOf, home, std::move(trees)})),
      m_first(m_layout->trees.data()),
      m_trees(static_cast<uint32_t>(m_layout->trees.size()))
{
    ESA_ASSERT(Trees() >= 1, "a job has a tree at least");
}

WorkerAddress
AggregationPlan::AddressOf(uint16_t worker, uint32_t tree) const
{
    ESA_ASSERT(worker < Workers(), "a worker's number is below the number of workers");
    const AggregationTree& groups = Tree(tree);
    const uint16_t leaf = groups.LeafOf(worker);
    const AggregationTree::Group& group = groups.At(leaf);
    if (group.isDirect)
    {
        // Its leaf group has one member, so the packet is a member of the group above at once.
        const AggregationTree::Group& above = groups.At(group.parent);
        return {uint32_t{1} << group.bitInParent, above.place, group.parent, above.FanIn()};
    }
    return {groups.BitOf(worker).bit, group.place, leaf, group.FanIn()};
}

std::set<SwitchId>
SummingSwitches(const AggregationPlan& racks)
{
    std::set<SwitchId> switches;
    for (uint32_t number = 0; number < racks.Trees(); ++number)
    {
        const AggregationTree& tree = racks.Tree(number);
        for (uint16_t group = tree.First(); group <= tree.Root(); ++group)
        {
            if (tree.At(group).FanIn() > 1)
            {
                switches.insert(tree.At(group).rack);
            }
        }
    }
    return switches;
}

} // namespace ns3::esa
