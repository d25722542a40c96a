// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GROUP_TABLE_H
#define ESA_GROUP_TABLE_H

#include "esa-outcome.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system-record.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The groups of one job that a switch sums: its rows of the plan.
 *
 * A switch cannot work out where a sum belongs from a packet alone. So the control plane gives it
 * the rows of its groups: the fan-in, the group above, and which members results go to. In P4 they
 * are a match-action table with the key (job, group), and a multicast group for the results. If the
 * job has several trees, the tree of the task is in the key, too. The switch of the PS's rack has
 * the row of the server's group, too, which it does not sum: the PS's results are addressed to it.
 *
 * A packet of a group that this switch sums enters the pipeline. The packets of other groups only
 * pass: sums go up, towards the PS, and reminders and results go down, towards the worker that they
 * name. A result goes down the tree: each switch sends it to the members of the group that it is
 * addressed to.
 *
 * The default table is for a job that the control plane did not fill in. The job has one group,
 * and the switch takes its fan-in from the packets, as ATP's does.
 */
class GroupTable
{
  public:
    /// A group that the switch sums.
    using Row = AggregationTree::Group;

    /// The table of a job that the control plane did not fill in.
    GroupTable()
        : m_isFilledIn(false)
    {
    }

    /// @param plan who sums the job
    /// @param here the switch
    GroupTable(const AggregationPlan& plan, SwitchId here)
        : m_plan(plan),
          m_here(here)
    {
    }

    /// @return who sums the job
    const AggregationPlan& Plan() const
    {
        return m_plan;
    }

    /// @param seq sequence number of a task, from which the tree follows
    /// @return its row; null: another switch sums it, or there is none
    const Row* Find(uint16_t group, uint32_t seq) const
    {
        const AggregationTree& tree = m_plan.TreeOfTask(seq);
        return tree.Has(group) && IsHere(tree.At(group)) ? &tree.At(group) : nullptr;
    }

    /// @return true if this switch sums a group of the job
    bool IsHere(const Row& row) const
    {
        return row.rack == m_here;
    }

    /// @return true if a packet of the group may have this fan-in
    bool Allows(const Row& row, uint8_t fanIn) const
    {
        return !m_isFilledIn || row.FanIn() == fanIn;
    }

    /// @param row a group that is summed in the tree of a task
    /// @return the group above; null: no switch sums one, so the sum is the result, or the PS adds
    ///         it to sums of other switches
    const Row* Above(const Row& row, uint32_t seq) const
    {
        if (row.parent == 0)
        {
            return nullptr;
        }
        const Row& above = m_plan.TreeOfTask(seq).At(row.parent);
        return above.isServers ? nullptr : &above;
    }

    /// @brief Makes a complete sum a member of the group above.
    /// @param row the sum's group
    /// @param above the group above
    /// @param packet the sum
    void Promote(const Row& row, const Row& above, InaPacket& packet) const
    {
        packet.group = row.parent;
        packet.aggregator = m_plan.Indexes().Move(packet.aggregator, row.place, above.place);
        packet.bitmap = uint32_t{1} << row.bitInParent;
        packet.fanIn = above.FanIn();
    }

    /**
     * @brief Calls functions for the members of the group that a result is addressed to.
     * @param result for a group that this switch sums
     * @param toWorker called with the number of each member that is a worker; these come first
     * @param toGroup called with each copy for a member that is a group of several, and its row
     */
    template <typename W, typename G>
    void ForEachMember(const InaPacket& result, W&& toWorker, G&& toGroup) const
    {
        const AggregationTree& tree = m_plan.TreeOfTask(result.seq);
        const Row& row = tree.At(result.group);
        for (const uint16_t member : row.members)
        {
            if (row.isLeaf || tree.At(member).isDirect)
            {
                toWorker(row.isLeaf ? member : tree.At(member).members.front());
            }
        }
        if (row.isLeaf)
        {
            return;
        }
        for (const uint16_t member : row.members)
        {
            const Row& below = tree.At(member);
            if (!below.isDirect)
            {
                InaPacket copy = result;
                copy.group = member;
                copy.aggregator = m_plan.Indexes().Move(copy.aggregator, row.place, below.place);
                toGroup(copy, below);
            }
        }
    }

    /**
     * @brief Whether a packet bypasses the pipeline of this switch. Where slots keep their results,
     * a result does, as it would free the slot here.
     * @param packet a packet of aggregation
     * @param rules what the switch does in this system
     * @return true if the packet is only passed on
     */
    bool Bypasses(const InaPacket& packet, const SwitchPart& rules) const
    {
        switch (packet.kind)
        {
        case PacketKind::Result:
            return rules.release == ReleaseRule::OnReuse || !Sums(packet);
        case PacketKind::Gradient:
        case PacketKind::Resend:
        case PacketKind::Reminder:
            return !Sums(packet);
        default:
            return false; // the pipeline only forwards it
        }
    }

    /// @param packet a packet that bypasses the pipeline
    /// @return where it goes
    Egress BypassEgress(const InaPacket& packet) const
    {
        if (!GoesDown(packet.kind))
        {
            return Egress::ToParameterServer;
        }
        return Sums(packet) ? Egress::ToWorkers : Egress::ToWorker;
    }

  private:
    /// @return true if this switch sums the packet's group
    bool Sums(const InaPacket& packet) const
    {
        return Find(packet.group, packet.seq) != nullptr;
    }

    AggregationPlan m_plan;  ///< who sums the job
    SwitchId m_here{};       ///< the switch
    bool m_isFilledIn{true}; ///< whether the control plane gave the plan
};

} // namespace ns3::esa

#endif // ESA_GROUP_TABLE_H
