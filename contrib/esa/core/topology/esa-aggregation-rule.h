// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATION_RULE_H
#define ESA_AGGREGATION_RULE_H

#include "esa-topology-routes.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-switch-id.h"
#include "ns3/esa-switch-tree.h"
#include "ns3/esa-task-tree.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Which switches sum on the path from the workers of a job to its PS.
enum class AggregationLevels : uint8_t
{
    One, ///< the switches of the workers' racks; the PS adds what they send
    Two, ///< the PS's rack, too (paper, "Preemptive Aggregator Allocation"; ATP)
    All, ///< every switch on the path
};

/**
 * @ingroup esa
 * @brief Which switches sum the gradients of each job, and which paths the sums take.
 *
 * A rule gives both (AggregationLevels): shortest paths, and every switch of some levels. Control
 * planes compute them with more care, for example by Steiner trees. So the trees of each job may be
 * listed in its place. Where only some switches have the hardware, the rule chooses among these.
 */
struct AggregationRule
{
    AggregationLevels levels{AggregationLevels::Two}; ///< the rule
    uint32_t trees{1};                                ///< trees of each job, by the rule
    std::vector<std::vector<SwitchTree>> jobs{};      ///< by job and tree; empty: by the rule.
                                                      ///< Later job numbers have them in turn
    std::set<SwitchId> only{}; ///< with the rule: the switches that can sum; empty: all can

    /// @return whether a switch without hosts may sum
    bool DoSpinesSum() const
    {
        return levels == AggregationLevels::All || !jobs.empty() || !only.empty();
    }

    /// @param number a switch @return whether it can sum
    bool CanSum(SwitchId number) const
    {
        return only.empty() || only.count(number) > 0;
    }

    /**
     * @param routes the paths through the network
     * @param racks racks that have workers of the job; of a listed tree, some may have none any
     * more
     * @param home rack of the PS
     * @return the trees of the job: a row for each switch on the paths from these racks, and for
     * the PS's
     */
    std::vector<SwitchTree> TreesOf(const TopologyRoutes& routes,
                                    uint16_t job,
                                    const std::set<SwitchId>& racks,
                                    SwitchId home) const;

    /// @param routes the paths through the network
    /// @param rackOf rack of each worker
    /// @param home rack of the PS
    /// @return who sums the job
    AggregationPlan PlanOf(const TopologyRoutes& routes,
                           uint16_t job,
                           const std::vector<SwitchId>& rackOf,
                           SwitchId home) const;

  private:
    /// @return one of the trees of a job, by the rule
    SwitchTree TreeByRule(const TopologyRoutes& routes,
                          const JobTree& choice,
                          const std::set<SwitchId>& racks,
                          SwitchId home) const;
};

/**
 * @ingroup esa
 * @brief Checks the rows of a tree, as FindTopologyFaults() checks a network.
 * @param routes the network
 * @param racks racks that have workers of the job
 * @param home rack of the PS
 * @return what is wrong with it, a sentence each; empty: nothing
 */
std::vector<std::string> FindTreeFaults(const SwitchTree& tree,
                                        const TopologyRoutes& routes,
                                        const std::set<SwitchId>& racks,
                                        SwitchId home);

} // namespace ns3::esa

#endif // ESA_AGGREGATION_RULE_H
