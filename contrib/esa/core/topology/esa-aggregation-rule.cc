// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregation-rule.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// @return a switch in a sentence about it
std::string
NameOf(SwitchId number)
{
    return "switch " + std::to_string(ToNumber(number));
}

/// @return what is wrong with one row; empty: nothing
std::string
FaultOfRow(const SwitchTree& tree,
           SwitchId number,
           const TreeSwitch& row,
           const TopologyRoutes& routes)
{
    if (ToNumber(number) >= routes.Switches().size())
    {
        return NameOf(number) + " is not in the network";
    }
    if (!row.parent)
    {
        return "";
    }
    const std::string path = "the path from " + NameOf(number) + " to " + NameOf(*row.parent);
    const auto above = tree.find(*row.parent);
    if (above == tree.end())
    {
        return path + " leads out of the tree";
    }
    if (above->second.parent && ToNumber(*row.parent) < routes.Racks().size())
    {
        return path + " leads through a rack that is not the PS's";
    }
    const std::vector<TopologyLink>& links = routes.Graph().links;
    const std::size_t from = routes.Switches()[ToNumber(number)];
    const bool isLink =
        row.link < links.size() && (links[row.link].a == from || links[row.link].b == from);
    if (!isLink || routes.OtherEnd(row.link, from) != routes.Switches().at(ToNumber(*row.parent)))
    {
        return path + " has a link that does not connect them";
    }
    return "";
}

} // namespace

std::vector<std::string>
FindTreeFaults(const SwitchTree& tree,
               const TopologyRoutes& routes,
               const std::set<SwitchId>& racks,
               SwitchId home)
{
    std::vector<std::string> faults;
    for (const auto& [number, row] : tree)
    {
        const std::string fault = FaultOfRow(tree, number, row, routes);
        if (!fault.empty())
        {
            faults.push_back(fault);
        }
    }
    for (const SwitchId rack : racks)
    {
        if (tree.count(rack) == 0)
        {
            faults.push_back(NameOf(rack) + " has workers, but no row");
        }
    }
    if (!faults.empty())
    {
        return faults;
    }
    for (const SwitchId rack : racks)
    {
        SwitchId at = rack;
        for (std::size_t steps = 0; steps < tree.size() && tree.at(at).parent; ++steps)
        {
            at = *tree.at(at).parent;
        }
        if (at != home)
        {
            faults.push_back("the path from " + NameOf(rack) + " does not end at the PS's, " +
                             NameOf(home));
        }
    }
    return faults;
}

SwitchTree
AggregationRule::TreeByRule(const TopologyRoutes& routes,
                            const JobTree& choice,
                            const std::set<SwitchId>& racks,
                            SwitchId home) const
{
    SwitchTree tree;
    tree[home];
    for (const SwitchId rack : racks)
    {
        SwitchId at = rack;
        for (const std::size_t link : routes.LinksBetween(rack, home, choice))
        {
            const std::size_t node = routes.Switches()[ToNumber(at)];
            const SwitchId next = routes.NumberOf(routes.OtherEnd(link, node));
            tree[at] = {next, link};
            at = next;
        }
    }
    for (auto& [number, row] : tree)
    {
        const bool isHome = number == home && levels == AggregationLevels::Two;
        if (CanSum(number) &&
            (racks.count(number) > 0 || isHome || levels == AggregationLevels::All))
        {
            row.sums = levels == AggregationLevels::One ? SwitchSums::Workers : SwitchSums::All;
        }
    }
    return tree;
}

std::vector<SwitchTree>
AggregationRule::TreesOf(const TopologyRoutes& routes,
                         uint16_t job,
                         const std::set<SwitchId>& racks,
                         SwitchId home) const
{
    std::vector<SwitchTree> made;
    if (jobs.empty())
    {
        // Results of different trees show nothing of each other's order. At one switch they do: all
        // trees are the same, and to count as several would only hide what is late.
        const bool isOneSwitch = racks.size() == 1 && racks.count(home) > 0;
        for (uint32_t tree = 0; tree < (isOneSwitch ? 1 : trees); ++tree)
        {
            made.push_back(TreeByRule(routes, {job, tree}, racks, home));
        }
        return made;
    }
    for (const SwitchTree& tree : jobs[job % jobs.size()])
    {
        made.push_back(PathsFrom(tree, racks));
        if (const auto row = tree.find(home); row != tree.end())
        {
            made.back().insert(*row);
        }
    }
    return made;
}

AggregationPlan
AggregationRule::PlanOf(const TopologyRoutes& routes,
                        uint16_t job,
                        const std::vector<SwitchId>& rackOf,
                        SwitchId home) const
{
    const std::set<SwitchId> racks(rackOf.begin(), rackOf.end());
    std::vector<AggregationTree> groups;
    for (const SwitchTree& tree : TreesOf(routes, job, racks, home))
    {
        groups.emplace_back(rackOf, home, tree);
    }
    return AggregationPlan(rackOf, home, std::move(groups));
}

} // namespace ns3::esa
