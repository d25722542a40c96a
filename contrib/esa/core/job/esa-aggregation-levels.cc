/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-aggregation-levels.h"

#include <set>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Every switch on the way of each rack, in one of the trees.
std::vector<SwitchWay>
WholeWays(const std::set<RackId>& racks,
          RackId home,
          const std::function<std::vector<RackId>(RackId, uint32_t)>& between,
          uint32_t tree)
{
    std::vector<SwitchWay> ways;
    for (const RackId rack : racks)
    {
        if (rack != home)
        {
            ways.push_back({rack, between(rack, tree)});
            ways.back().above.push_back(home);
        }
    }
    return ways;
}

} // namespace

JobRacks
MakeJobRacks(AggregationLevels levels,
             const std::vector<RackId>& rackOf,
             RackId home,
             const std::function<std::vector<RackId>(RackId, uint32_t)>& between,
             uint32_t mostMembers,
             uint32_t trees)
{
    const std::set<RackId> racks(rackOf.begin(), rackOf.end());
    const bool isSpread = racks.size() > racks.count(home);
    std::vector<AggregationTree> groups;
    if (levels == AggregationLevels::All && isSpread)
    {
        for (uint32_t tree = 0; tree < trees; ++tree)
        {
            groups.emplace_back(rackOf, home, WholeWays(racks, home, between, tree), mostMembers);
        }
    }
    else if (levels == AggregationLevels::One)
    {
        groups.emplace_back(rackOf, home, std::vector<SwitchWay>{}, mostMembers);
    }
    else
    {
        groups.emplace_back(rackOf, home, mostMembers);
    }
    JobRacks job(rackOf, home, std::move(groups));
    job.SetTrees(trees);
    return job;
}

} // namespace ns3::esa
