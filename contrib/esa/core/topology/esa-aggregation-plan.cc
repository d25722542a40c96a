// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregation-plan.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::esa
{
namespace
{

/// The switches that sum on the path of each rack.
std::vector<SwitchPath>
SumsOnWays(const TopologyRoutes& routes, const JobWays& tree)
{
    std::vector<SwitchPath> paths;
    for (const WayToPs& way : tree.ways)
    {
        SwitchPath path{way.from, {}, tree.sums.count(way.from) > 0};
        std::size_t at = routes.Racks()[ToNumber(way.from)];
        for (const std::size_t link : way.links)
        {
            at = routes.OtherEnd(link, at);
            if (tree.sums.count(routes.NumberOf(at)) > 0)
            {
                path.above.push_back(routes.NumberOf(at));
            }
        }
        paths.push_back(std::move(path));
    }
    return paths;
}

/// The trees of a list, without the paths of racks that have no worker.
std::vector<JobWays>
ListedWays(std::vector<JobWays> trees, const std::set<SwitchId>& racks)
{
    for (JobWays& tree : trees)
    {
        const auto isUnused = [&racks](const WayToPs& way) { return racks.count(way.from) == 0; };
        tree.ways.erase(std::remove_if(tree.ways.begin(), tree.ways.end(), isUnused),
                        tree.ways.end());
    }
    return trees;
}

} // namespace

std::vector<JobWays>
AggregationPlan::WaysOf(const TopologyRoutes& routes,
                        uint16_t job,
                        const std::set<SwitchId>& racks,
                        SwitchId home) const
{
    if (!jobs.empty())
    {
        return ListedWays(jobs[job % jobs.size()], racks);
    }
    std::vector<JobWays> made(trees);
    for (uint32_t tree = 0; tree < trees; ++tree)
    {
        JobWays& ways = made[tree];
        ways.sums = racks;
        if (levels != AggregationLevels::One)
        {
            ways.sums.insert(home);
        }
        const JobTree choice{job, tree};
        for (const SwitchId rack : racks)
        {
            ways.ways.push_back({rack, routes.LinksBetween(rack, home, choice)});
            if (levels == AggregationLevels::All)
            {
                const auto between = routes.SwitchesBetween(rack, home, choice);
                ways.sums.insert(between.begin(), between.end());
            }
        }
        for (auto at = ways.sums.begin(); at != ways.sums.end();)
        {
            at = CanSum(*at) ? std::next(at) : ways.sums.erase(at);
        }
    }
    return made;
}

JobRacks
AggregationPlan::RacksOf(const TopologyRoutes& routes,
                         uint16_t job,
                         const std::vector<SwitchId>& rackOf,
                         SwitchId home) const
{
    const std::set<SwitchId> racks(rackOf.begin(), rackOf.end());
    std::vector<std::vector<SwitchPath>> paths; // of each tree
    for (const JobWays& tree : WaysOf(routes, job, racks, home))
    {
        paths.push_back(SumsOnWays(routes, tree));
        for (SwitchPath& path : paths.back())
        {
            if (levels == AggregationLevels::One)
            {
                path.above.clear(); // the PS adds what racks send
            }
        }
    }
    const auto count = static_cast<uint32_t>(paths.size());
    if (std::all_of(paths.begin(), paths.end(), [&](const auto& one) { return one == paths[0]; }))
    {
        paths.resize(1); // the trees differ in their paths only
    }
    std::vector<AggregationTree> groups;
    for (const std::vector<SwitchPath>& ofTree : paths)
    {
        groups.emplace_back(rackOf, home, ofTree);
    }
    JobRacks spread(rackOf, home, std::move(groups));
    spread.SetTrees(count);
    return spread;
}

} // namespace ns3::esa
