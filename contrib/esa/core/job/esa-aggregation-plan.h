// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATION_PLAN_H
#define ESA_AGGREGATION_PLAN_H

#include "esa-aggregation-tree.h"
#include "esa-switch-id.h"
#include "esa-task-roles.h"
#include "esa-task-tree.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"

#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// The group in the packets of one worker.
struct WorkerAddress
{
    uint32_t bitmap{0}; ///< its bit among the members of the group
    uint32_t place{0};  ///< place of the group at the worker's switch
    uint16_t group{0};  ///< the group that sums them: its leaf group, or the one above if direct
    uint8_t fanIn{0};   ///< fragments that complete the sum of the group
};

/**
 * @ingroup esa
 * @brief Where the groups of a job keep the sums of one task at a switch, so that they do not take
 * each other's aggregator.
 *
 * The hash of the task, or its place in the job's share, gives the aggregator of the first group of
 * a switch. Those of the others follow at equal distances. So a switch that hands a sum from group
 * to group adds a constant, which hardware can do, and computes no hash.
 */
struct GroupIndexes
{
    uint32_t stride{0};         ///< entries of the table from one group's to the next one's
    uint32_t table{UINT32_MAX}; ///< entries of the table; unless it is set, more than any has

    /// @param first aggregator of the first group of a switch
    /// @param place place of a group at its switch
    /// @return its aggregator
    uint32_t IndexAt(uint32_t first, uint32_t place) const
    {
        if (place == 0 && first < table)
        {
            return first; // nearly always, and a division would cost more than all else here
        }
        return static_cast<uint32_t>((first + uint64_t{place} * stride) % table);
    }

    /// @param index aggregator of a group
    /// @param place its place at its switch
    /// @return the aggregator of the first group
    uint32_t FirstOf(uint32_t index, uint32_t place) const
    {
        if (place == 0 && index < table)
        {
            return index;
        }
        const auto shift = static_cast<uint32_t>(uint64_t{place} * stride % table);
        return static_cast<uint32_t>((uint64_t{index} % table + table - shift) % table);
    }

    /// @param index aggregator of a group @param from its place at its switch
    /// @param to place of another group of the job
    /// @return the aggregator of the other group for the same task
    uint32_t Move(uint32_t index, uint32_t from, uint32_t to) const
    {
        return IndexAt(FirstOf(index, from), to);
    }
};

/**
 * @ingroup esa
 * @brief Who sums a job where: the one plan that switches, PS and workers read.
 *
 * If each of them had a record of its own, two could differ, and a sum would be lost or counted
 * twice. So the plan is a list of trees of rows: a group of members, the switch that sums it, the
 * group above, and its bit there. The tasks of the job take the trees in turn (TreeOfTask()). Trees
 * differ in the paths of packets; where switches between racks sum, they also differ in their
 * groups. An AggregationRule makes the plan, by levels of switches or from a list. Copies share
 * their rows.
 */
class AggregationPlan
{
  public:
    /// One worker beside its PS.
    AggregationPlan()
        : AggregationPlan(1)
    {
    }

    /// @param workers number of workers, which all stand in the PS's rack
    explicit AggregationPlan(uint32_t workers);

    /**
     * @brief A job that is summed by the switches of its racks, and then by the switch of the PS's
     * rack (paper, "Preemptive Aggregator Allocation").
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @param maxMembers bits of a bitmap that are used. Tests use less than 32.
     */
    AggregationPlan(const std::vector<SwitchId>& rackOf,
                    SwitchId home,
                    uint32_t maxMembers = kMaxFanIn);

    /// @param rackOf rack of each worker
    /// @param home rack of the PS
    /// @param trees the groups of each tree
    AggregationPlan(const std::vector<SwitchId>& rackOf,
                    SwitchId home,
                    std::vector<AggregationTree> trees);

    /// @return number of trees
    uint32_t Trees() const
    {
        return m_trees;
    }

    /// @brief Sets where the groups keep their sums.
    /// @param indexes where
    void SetGroupIndexes(const GroupIndexes& indexes)
    {
        m_indexes = indexes;
    }

    /// @return where the groups keep their sums
    const GroupIndexes& Indexes() const
    {
        return m_indexes;
    }

    /// @brief Sets who brings data to each task and gets its sum. @param roles null: all workers
    void SetRoles(std::shared_ptr<const TaskRoles> roles)
    {
        m_roles = std::move(roles);
    }

    /// @return who brings data to each task and gets its sum; null: all workers
    const std::shared_ptr<const TaskRoles>& Roles() const
    {
        return m_roles;
    }

    /// @param position position of a task in the job's stream, or its sequence number
    /// @return who brings data to it and gets its sum
    TaskRole RoleOf(StreamPosition position) const
    {
        return m_roles ? m_roles->Of(position) : TaskRole{};
    }

    /// @param number one of the trees
    /// @return its groups
    const AggregationTree& Tree(uint32_t number = 0) const
    {
        ESA_ASSERT(number < Trees(), "a tree has a number below the number of trees");
        return m_first[number];
    }

    /// @param seq sequence number of a task
    /// @return the groups that sum it
    const AggregationTree& TreeOfTask(uint32_t seq) const
    {
        return Tree(esa::TreeOfTask(seq, Trees()));
    }

    /// @return rack of each worker
    const std::vector<SwitchId>& RackOf() const
    {
        return m_layout->rackOf;
    }

    /// @return number of workers
    uint32_t Workers() const
    {
        return static_cast<uint32_t>(m_layout->rackOf.size());
    }

    /// @return rack of the PS
    SwitchId PsRack() const
    {
        return m_layout->home;
    }

    /// @param tree one of the trees
    /// @return the group in its packets
    WorkerAddress AddressOf(uint16_t worker, uint32_t tree = 0) const;

  private:
    /// What all copies share.
    struct Layout
    {
        std::vector<SwitchId> rackOf;       ///< rack of each worker
        SwitchId home;                      ///< rack of the PS
        std::vector<AggregationTree> trees; ///< the groups of each tree
    };

    std::shared_ptr<const Layout> m_layout; ///< racks and trees
    const AggregationTree* m_first;         ///< its trees, which every packet is looked up in
    uint32_t m_trees;                       ///< number of trees
    GroupIndexes m_indexes;                 ///< where groups keep their sums

    std::shared_ptr<const TaskRoles> m_roles; ///< see Roles()
};

/**
 * @ingroup esa
 * @brief The switches that need memory for a job. A switch on the path of the job's packets
 * that gets only one sum of each task passes it on, and needs none.
 * @param racks how the members of the job are spread over racks
 * @return the switches that add something
 */
std::set<SwitchId> SummingSwitches(const AggregationPlan& racks);

} // namespace ns3::esa

#endif // ESA_AGGREGATION_PLAN_H
