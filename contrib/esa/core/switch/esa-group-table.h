// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GROUP_TABLE_H
#define ESA_GROUP_TABLE_H

#include "esa-outcome.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-system-record.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What the control plane writes into a switch about the groups of one job that it sums.
 *
 * A switch cannot work out where a sum belongs from a packet alone. So it has an entry for each of
 * its groups: the fan-in, the group above, and which members results go to. In P4 it is a
 * match-action table with the key (job, group), and a multicast group for the results. If the job
 * has several trees with groups of their own, the tree of the task is in the key, too. The switch
 * of the PS's rack has one for the server's group, too, which it does not sum: the PS's results are
 * addressed to it.
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
    /// In place of a fan-in: packets carry it.
    static constexpr uint8_t kFanInOfPackets = UINT8_MAX;

    /// A step from a group to another one, up or down the tree.
    struct Step
    {
        uint16_t group{0};    ///< the group that the packet goes to; 0: there is none
        uint16_t wireName{0}; ///< its rack, as packets name it
        uint32_t shift{0};    ///< what is added to the aggregator's index
        bool isHere{false};   ///< whether this switch sums that group, too
    };

    /// A group that the switch sums.
    struct Entry
    {
        uint8_t fanIn{kFanInOfPackets}; ///< members that complete its sum; the server's: 0
        Step up;                        ///< to the group above; the root has none
        uint32_t bitAbove{0};           ///< its bit there
        uint8_t fanInAbove{0};          ///< members that complete the sum there
        bool isForServer{false};        ///< whether the PS adds its sum to other switches' sums
        std::vector<uint16_t> workers;  ///< its members that are workers, or one worker each
        std::vector<Step> down;         ///< to its members that are groups of several

        /// @return true if a packet of the group may have this fan-in
        bool Allows(uint8_t fanInOfPacket) const
        {
            return fanIn == fanInOfPacket || fanIn == kFanInOfPackets;
        }
    };

    /// The table of a job that the control plane did not fill in.
    GroupTable();

    /// @param racks a job's racks and groups
    /// @param rack rack of the switch
    GroupTable(const JobRacks& racks, SwitchId rack);

    /// @param seq sequence number of a task, from which the tree follows
    /// @return its entry; null: another switch sums it, or there is none
    const Entry* Find(uint16_t group, uint32_t seq) const
    {
        std::size_t at = group;
        if (m_trees != 1)
        {
            at += TreeOfTask(seq, m_trees) * std::size_t{m_numbers};
        }
        const uint16_t place = group < m_numbers ? m_placeOf[at] : kNone;
        return place == kNone ? nullptr : &m_entries[place];
    }

    /// @brief Addresses a packet to another group.
    /// @param step the step to that group
    void Take(const Step& step, InaPacket& packet) const
    {
        packet.group = step.group;
        packet.aggregator =
            static_cast<uint32_t>((uint64_t{packet.aggregator} + step.shift) % m_table);
    }

    /// @brief Makes a complete sum a member of the group above.
    /// @param entry the sum's group, which is not the root
    /// @param packet the sum
    void Promote(const Entry& entry, InaPacket& packet) const
    {
        Take(entry.up, packet);
        packet.bitmap = entry.bitAbove;
        packet.fanIn = entry.fanInAbove;
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
    static constexpr uint16_t kNone = UINT16_MAX; ///< in place of a place

    /// @return true if this switch sums the packet's group
    bool Sums(const InaPacket& packet) const
    {
        return Find(packet.group, packet.seq) != nullptr;
    }

    /// @brief Adds the groups of one tree that this switch sums.
    void AddTree(const JobRacks& racks, SwitchId rack, uint32_t treeNumber);

    uint32_t m_table;                ///< entries of the switch's table of aggregators
    uint32_t m_trees;                ///< trees that differ in their groups
    uint32_t m_numbers;              ///< group numbers of a tree, from 0
    std::vector<uint16_t> m_placeOf; ///< place in m_entries, by tree and group
    std::vector<Entry> m_entries;    ///< the groups of this switch
};

} // namespace ns3::esa

#endif // ESA_GROUP_TABLE_H
