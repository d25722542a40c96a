/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_RACKS_H
#define ESA_JOB_RACKS_H

#include "esa-aggregation-tree.h"
#include "esa-rack-id.h"
#include "esa-task-tree.h"

#include "ns3/esa-fragment.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// What the header of one worker's packets says about the levels of switches.
struct LevelAddress
{
    uint32_t bitmap0{0};     ///< its bit in the first-level sum
    uint32_t bitmap1{0};     ///< the bit, in the second-level sum, of what it belongs to
    uint8_t fanIn0{0};       ///< fragments that complete its first-level sum; 0: no address
    uint8_t fanIn1{0};       ///< entries that complete the second-level sum; 0: there is none
    bool secondLevel{false}; ///< goes to the second-level switch at once
    uint16_t group{0};       ///< its leaf group; 0: the job has no groups
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
    uint32_t stride{0}; ///< entries of the table from one group's to the next one's
    uint32_t table{1};  ///< entries of the table

    /**
     * @param first aggregator of the first group of a switch
     * @param place place of a group at its switch
     * @return its aggregator
     */
    uint32_t IndexAt(uint32_t first, uint32_t place) const
    {
        return static_cast<uint32_t>((first + uint64_t{place} * stride) % table);
    }

    /**
     * @param index aggregator of a group
     * @param place its place at its switch
     * @return the aggregator of the first group
     */
    uint32_t FirstOf(uint32_t index, uint32_t place) const
    {
        const auto shift = static_cast<uint32_t>(uint64_t{place} * stride % table);
        return static_cast<uint32_t>((uint64_t{index} % table + table - shift) % table);
    }
};

/**
 * @ingroup esa
 * @brief How the workers of a job are spread over racks, and what bitmaps say of them (paper,
 * "Preemptive Aggregator Allocation": switches of the workers' racks, and of the PS's rack).
 *
 * The workers of a job that stands in one rack, wherever its PS is, need one level. Otherwise the
 * switch of the PS's rack sums entries: one a rack without the PS, whose own switch has summed its
 * workers, and one a worker in the PS's rack, whose fragments meet that switch first. (ATP counts
 * those workers in a first-level sum of their own; as both sums of a task have the same index, they
 * would take the aggregator from each other.)
 *
 * A job that has more workers than a bitmap has bits, or that other switches sum than these two
 * levels, is summed in groups instead (AggregationTree).
 *
 * A job may have several trees, which its tasks take in turn (TreeOfTask()). They differ in the
 * ways of packets. Where switches between racks sum, they also differ in their groups. Copies share
 * what they know.
 */
class JobRacks
{
  public:
    /// One rack, with the PS in it.
    JobRacks();

    /**
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @param mostMembers bits of a bitmap that are used: a job with more workers has groups. Tests
     *        use less than 32.
     */
    JobRacks(const std::vector<RackId>& rackOf, RackId home, uint32_t mostMembers = kMostFanIn);

    /**
     * @brief A job that is summed in groups, however many workers it has.
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @param ways of each tree: the switches that sum above each rack (AggregationTree)
     * @param mostMembers bits of a bitmap that are used
     */
    JobRacks(const std::vector<RackId>& rackOf,
             RackId home,
             const std::vector<std::vector<SwitchWay>>& ways,
             uint32_t mostMembers = kMostFanIn);

    /**
     * @brief Says how many trees the tasks take in turn. Default: one. The same switches sum in all
     * of them if the job was made without ways, or with those of one tree.
     * @param trees number of trees
     */
    void SetTrees(uint32_t trees);

    /// @return number of trees
    uint32_t Trees() const
    {
        return m_trees;
    }

    /// @return number of trees that may differ in their groups; 0: there are no groups
    uint32_t TreesOfGroups() const
    {
        return static_cast<uint32_t>(m_layout->trees.size());
    }

    /**
     * @brief Says where the groups keep their sums, in a job that has groups.
     * @param indexes where
     */
    void SetGroupIndexes(const GroupIndexes& indexes)
    {
        m_indexes = indexes;
    }

    /// @return where the groups keep their sums
    const GroupIndexes& Indexes() const
    {
        return m_indexes;
    }

    /// @return the groups of the first tree; null: the job has few workers, and none
    const AggregationTree* Tree() const
    {
        return m_layout->trees.empty() ? nullptr : &m_layout->trees.front();
    }

    /**
     * @param seq sequence number of a task
     * @return the groups that sum it; null: the job has none
     */
    const AggregationTree* TreeOf(uint32_t seq) const
    {
        const std::vector<AggregationTree>& trees = m_layout->trees;
        return trees.size() <= 1 ? Tree() : &trees[TreeOfTask(seq, TreesOfGroups())];
    }

    /**
     * @param rackOf rack of each worker
     * @param home rack of the PS
     * @return entries of the second-level sum; 0: there is none
     */
    static uint32_t EntriesOf(const std::vector<RackId>& rackOf, RackId home);

    /// @return rack of each worker; empty: all stand in the PS's rack
    const std::vector<RackId>& RackOf() const
    {
        return m_layout->rackOf;
    }

    /// @return rack of the PS
    RackId Home() const
    {
        return m_layout->home;
    }

    /**
     * @param rack a rack with a member of the job
     * @return how a packet's field `worker` names it: the first worker in it; kAllWorkers names the
     *         PS's rack
     */
    uint16_t WireNameOf(RackId rack) const;

    /**
     * @param wireName a packet's field `worker`, where it names a rack
     * @return the rack; nothing if the job has no such worker
     */
    std::optional<RackId> RackNamed(uint16_t wireName) const;

    /**
     * @param worker number of a worker
     * @param workers number of workers
     * @param tree one of the trees
     * @return what its packets say of the levels
     */
    LevelAddress AddressOf(uint16_t worker, uint32_t workers, uint32_t tree = 0) const;

    /**
     * @param packet a fragment or a sum of a job without groups
     * @return the workers in it, bit w is worker w; nothing if it cannot be of this job
     */
    std::optional<uint32_t> WorkersIn(const Fragment& packet) const;

    /**
     * @brief The racks whose switches may hold a part of a task, so that a reminder goes to each
     * (paper, "PS Assisting with Aggregation": to all related switches).
     * @return the racks, the PS's first
     */
    const std::vector<RackId>& RelatedRacks() const
    {
        return m_layout->related;
    }

  private:
    /// What all copies share.
    struct Layout
    {
        std::vector<RackId> rackOf;          ///< rack of each worker
        RackId home{};                       ///< rack of the PS
        std::vector<LevelAddress> addresses; ///< of each worker; empty: one level
        /// Workers of each entry, in the order of their bits in bitmap0; empty: one level.
        std::vector<std::vector<uint16_t>> entries;
        std::vector<RackId> related{home};  ///< racks with a part
        std::vector<AggregationTree> trees; ///< the groups: none, of all trees, or of each
    };

    /// @brief Fills in what a job without groups needs.
    static void MakeLevels(Layout& layout);

    std::shared_ptr<const Layout> m_layout; ///< what is known
    GroupIndexes m_indexes;                 ///< where groups keep their sums
    uint32_t m_trees{1};                    ///< number of trees
};

} // namespace ns3::esa

#endif // ESA_JOB_RACKS_H
