// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_JOB_OF_LEVELS_H
#define ESA_TEST_JOB_OF_LEVELS_H

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregation-rule.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Gives the switches between a rack and the PS's rack in one of the trees, in order.
using SwitchesBetween = std::function<std::vector<SwitchId>(SwitchId rack, uint32_t tree)>;

/**
 * The groups of a job without a topology. AggregationRule makes them from one.
 * @param between two paths of a tree that have met do not part
 * @param maxMembers members of a group, at most
 */
inline AggregationPlan
JobOfLevels(AggregationLevels levels,
            const std::vector<SwitchId>& rackOf,
            SwitchId home,
            const SwitchesBetween& between,
            uint32_t maxMembers = kMaxFanIn,
            uint32_t trees = 1)
{
    std::vector<AggregationTree> groups;
    for (uint32_t tree = 0; tree < trees; ++tree)
    {
        SwitchTree rows;
        for (const SwitchId rack : std::set<SwitchId>(rackOf.begin(), rackOf.end()))
        {
            SwitchId at = rack;
            if (levels == AggregationLevels::All && rack != home)
            {
                for (const SwitchId above : between(rack, tree))
                {
                    rows[at] = {above, 0, SwitchSums::All};
                    at = above;
                }
            }
            if (levels == AggregationLevels::One)
            {
                rows[rack] = {std::nullopt, 0, SwitchSums::Workers};
            }
            else if (at != home)
            {
                rows[at] = {home, 0, SwitchSums::All};
            }
        }
        rows.try_emplace(home, TreeSwitch{std::nullopt, 0, SwitchSums::All});
        groups.emplace_back(rackOf, home, rows, maxMembers);
    }
    return AggregationPlan(rackOf, home, std::move(groups));
}

} // namespace ns3::esa

#endif // ESA_TEST_JOB_OF_LEVELS_H
