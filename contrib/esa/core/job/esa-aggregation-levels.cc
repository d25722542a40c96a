/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-aggregation-levels.h"

#include <set>

namespace ns3::esa
{

JobRacks
MakeJobRacks(AggregationLevels levels,
             const std::vector<RackId>& rackOf,
             RackId home,
             const std::function<std::vector<RackId>(RackId)>& between,
             uint32_t mostMembers)
{
    const std::set<RackId> racks(rackOf.begin(), rackOf.end());
    std::vector<SwitchWay> ways;
    switch (levels)
    {
    case AggregationLevels::One:
        if (racks.size() > 1)
        {
            return {rackOf, home, ways, mostMembers};
        }
        break;
    case AggregationLevels::Two:
        break;
    case AggregationLevels::All:
        for (const RackId rack : racks)
        {
            if (rack != home)
            {
                ways.push_back({rack, between(rack)});
                ways.back().above.push_back(home);
            }
        }
        if (!ways.empty())
        {
            return {rackOf, home, ways, mostMembers};
        }
        break;
    }
    return {rackOf, home, mostMembers};
}

} // namespace ns3::esa
