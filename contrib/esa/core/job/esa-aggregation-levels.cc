// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregation-levels.h"

#include <set>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Every switch on the path of each rack, in one of the trees.
std::vector<SwitchPath>
WholeWays(const std::set<SwitchId>& racks,
          SwitchId home,
          const std::function<std::vector<SwitchId>(SwitchId, uint32_t)>& between,
          uint32_t tree)
{
    std::vector<SwitchPath> ways;
    for (const SwitchId rack : racks)
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
             const std::vector<SwitchId>& rackOf,
             SwitchId home,
             const std::function<std::vector<SwitchId>(SwitchId, uint32_t)>& between,
             uint32_t maxMembers,
             uint32_t trees)
{
    const std::set<SwitchId> racks(rackOf.begin(), rackOf.end());
    const bool isSpread = racks.size() > racks.count(home);
    std::vector<AggregationTree> groups;
    if (levels == AggregationLevels::All && isSpread)
    {
        for (uint32_t tree = 0; tree < trees; ++tree)
        {
            groups.emplace_back(rackOf, home, WholeWays(racks, home, between, tree), maxMembers);
        }
    }
    else if (levels == AggregationLevels::One)
    {
        groups.emplace_back(rackOf, home, std::vector<SwitchPath>{}, maxMembers);
    }
    else
    {
        groups.emplace_back(rackOf, home, maxMembers);
    }
    JobRacks job(rackOf, home, std::move(groups));
    job.SetTrees(trees);
    return job;
}

} // namespace ns3::esa
