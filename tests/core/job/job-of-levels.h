// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_JOB_OF_LEVELS_H
#define ESA_TEST_JOB_OF_LEVELS_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-job-racks.h"

#include <cstdint>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Gives the switches between a rack and the PS's rack in one of the trees, in order.
using SwitchesBetween = std::function<std::vector<SwitchId>(SwitchId rack, uint32_t tree)>;

/**
 * The groups of a job without a topology. AggregationPlan makes them from one.
 * @param between two paths of a tree that have met do not part
 * @param maxMembers members of a group, at most
 */
inline JobRacks
JobOfLevels(AggregationLevels levels,
            const std::vector<SwitchId>& rackOf,
            SwitchId home,
            const SwitchesBetween& between,
            uint32_t maxMembers = kMaxFanIn,
            uint32_t trees = 1)
{
    const std::set<SwitchId> racks(rackOf.begin(), rackOf.end());
    const bool areTreesEqual =
        levels != AggregationLevels::All || racks.size() == racks.count(home);
    std::vector<AggregationTree> groups;
    for (uint32_t tree = 0; tree < (areTreesEqual ? 1 : trees); ++tree)
    {
        std::vector<SwitchPath> ways;
        for (const SwitchId rack : racks)
        {
            if (rack != home && levels != AggregationLevels::One)
            {
                ways.push_back({rack, {}});
                if (levels == AggregationLevels::All)
                {
                    ways.back().above = between(rack, tree);
                }
                ways.back().above.push_back(home);
            }
        }
        groups.emplace_back(rackOf, home, ways, maxMembers);
    }
    JobRacks job(rackOf, home, std::move(groups));
    job.SetTrees(trees);
    return job;
}

} // namespace ns3::esa

#endif // ESA_TEST_JOB_OF_LEVELS_H
