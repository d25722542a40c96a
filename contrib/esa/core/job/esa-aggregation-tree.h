// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATION_TREE_H
#define ESA_AGGREGATION_TREE_H

#include "esa-switch-id.h"
#include "esa-switch-tree.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-ina-packet.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// A worker's bit in a set of workers, which has a word for each leaf group.
struct WorkerBit
{
    std::size_t word; ///< the word
    uint32_t bit;     ///< the bit in it
};

/**
 * @ingroup esa
 * @brief How the switches sum a job.
 *
 * Who is in a sum must be known exactly: a copy may not be added twice, and a loss is repaired from
 * the workers that are missing. A bitmap holds it, and ATP's header has two, of 32 bits each: for
 * the workers of a rack, and for the racks. Networks have racks of more than 32 hosts and more than
 * two levels of switches.
 *
 * A bitmap with a bit for each worker of a job of 1,024 has 128 bytes, where a fragment has 248
 * bytes of gradients, and every aggregator must store it. A counter is small, but does not
 * distinguish a copy from another worker, nor show who is missing. A pair of fields for each level
 * makes the header grow with the network, and a switch needs its level; switches of one level in
 * one job may be of another in the next.
 *
 * So the workers stand in *groups*, of at most 32 under one switch. The sum of a group is one
 * member of a group above it, which has at most 32 members again, up to the *root*, whose sum is
 * the result. A packet has the number of its group, and one bitmap of members: switches need no
 * levels. A job of at most 32 workers in one rack has one group. Its number is 0, so that its
 * packets look like ATP's packets, which name no group. Several groups have numbers from 1 on.
 *
 * The groups are made from the rows of a SwitchTree. A switch
 * sends one sum up, however many workers and switches are below it: where it has several groups, it
 * sums them in further groups. A switch that only one sum comes to has no group, and passes it on.
 * So a job whose workers stand in one rack is summed there, wherever its PS is. Where workers and
 * sums meet at a switch, and a bitmap has room for all, each worker is a leaf group of its own: its
 * fragment is complete at once, takes no aggregator, and is a member of the group of the sums. (ATP
 * sums those workers first, and then the sums; as both sums of a task have the same index, they
 * would take the aggregator from each other.) The workers of a rack whose switch does not sum are
 * such leaf groups, too, below the next switch that sums. If several sums have no switch
 * above them any more, the PS adds them. Then the root is the *server's group*, which no switch
 * sums; the results that the PS makes are addressed to it.
 *
 * A group's number is larger than the numbers of its members. Leaf groups come first, and a set of
 * workers has a word for each: the leaf groups below any group have consecutive numbers, so the
 * workers of a sum are consecutive words.
 *
 * Further reading: reduction trees; hierarchical aggregation in ATP (NSDI 2021) and SHARP (COMHPC
 * 2016).
 */
class AggregationTree
{
  public:
    /// One group.
    struct Group
    {
        SwitchId rack{};        ///< the switch that sums it; the server's group: the PS's
        uint16_t wireName{0};   ///< how packets name that rack, in the field of a worker: by the
                                ///< first worker in it or below; the PS's by kAllWorkers
        uint16_t parent{0};     ///< the group that its sum is a member of; 0: it is the root
        uint16_t firstWord{0};  ///< the word of the first leaf group in it
        uint16_t endWord{0};    ///< the word after the last leaf group in it
        uint16_t place{0};      ///< its place among the job's groups at the same switch
        uint8_t bitInParent{0}; ///< its bit among the members of its parent
        bool isLeaf{false};     ///< whether its members are workers, or groups
        bool isServers{false};  ///< whether it is the server's group
        bool isDirect{false};   ///< whether it is one worker that needs no aggregator, as its
                                ///< packets are members of the group above at once
        std::vector<uint16_t> members; ///< workers or groups, in the order of their bits

        /// @return members that complete its sum in a switch; 0: the PS makes it
        uint8_t FanIn() const
        {
            return isServers ? 0 : static_cast<uint8_t>(members.size());
        }

        /// @return true if a switch may hold a part of its sum
        bool IsHeld() const
        {
            return !isServers && !isDirect;
        }
    };

    /// @brief Two levels of switches: in the workers' racks, and in the PS's rack.
    /// @param rackOf rack of each worker
    /// @param home rack of the PS
    /// @param maxMembers members of a group, at most: 2 to 32. Hardware has 32; tests have less.
    AggregationTree(const std::vector<SwitchId>& rackOf,
                    SwitchId home,
                    uint32_t maxMembers = kMaxFanIn);

    /// @param rackOf rack of each worker
    /// @param home rack of the PS
    /// @param switches who sums; each rack with workers has a row
    /// @param maxMembers members of a group, at most
    AggregationTree(const std::vector<SwitchId>& rackOf,
                    SwitchId home,
                    const SwitchTree& switches,
                    uint32_t maxMembers = kMaxFanIn);

    /// @return true if the tree has it
    bool Has(uint16_t group) const
    {
        return group >= m_first && group < m_groups.size();
    }

    /// @return the group
    const Group& At(uint16_t group) const
    {
        ESA_ASSERT(Has(group), "packets of unknown groups were dropped before");
        return m_groups[group];
    }

    /// @return number of groups
    uint16_t Groups() const
    {
        return static_cast<uint16_t>(Root() - First() + 1);
    }

    /// @return number of the first group, which is a leaf group
    uint16_t First() const
    {
        return m_first;
    }

    /// @return number of leaf groups: the words of a set of workers
    std::size_t Leaves() const
    {
        return m_leaves;
    }

    /// @return number of the root
    uint16_t Root() const
    {
        return static_cast<uint16_t>(m_groups.size() - 1);
    }

    /// @return true if the PS adds the sums of several switches, so that the root is its group
    bool SumsAtServer() const
    {
        return At(Root()).isServers;
    }

    /// @return levels of groups that a fragment passes at most in switches
    uint32_t Levels() const
    {
        return m_levels;
    }

    /// @return the most groups that one switch sums
    uint32_t MaxAtOneSwitch() const
    {
        return m_maxAtOneSwitch;
    }

    /// @return number of its leaf group
    uint16_t LeafOf(uint16_t worker) const
    {
        return LeafOfWord(m_bits[worker].word);
    }

    /// @param word a word of a set of workers
    /// @return number of its leaf group
    uint16_t LeafOfWord(std::size_t word) const
    {
        return static_cast<uint16_t>(First() + word);
    }

    /// @return its bit in a set of workers
    WorkerBit BitOf(uint16_t worker) const
    {
        return m_bits[worker];
    }

    /// @param word a word of a set of workers
    /// @return the bits of all workers in it
    uint32_t FullWord(std::size_t word) const
    {
        return FullBitmap(m_groups[LeafOfWord(word)].FanIn());
    }

    /// @return true if its group and bitmap are possible; the bitmap may be empty
    bool IsPossible(const InaPacket& packet) const
    {
        return Has(packet.group) && !At(packet.group).isServers &&
               (packet.bitmap & ~FullBitmap(At(packet.group).FanIn())) == 0;
    }

    /// @brief Calls a function for each word of the workers in a packet.
    /// @param packet a packet for which IsPossible() holds
    /// @param function called with the word's number and its bits
    template <typename F>
    void ForEachWord(const InaPacket& packet, F&& function) const
    {
        const Group& group = At(packet.group);
        if (group.isLeaf)
        {
            function(std::size_t{group.firstWord}, packet.bitmap);
            return;
        }
        for (std::size_t bit = 0; bit < group.members.size(); ++bit)
        {
            if ((packet.bitmap >> bit & 1) == 0)
            {
                continue;
            }
            const Group& member = At(group.members[bit]);
            for (std::size_t word = member.firstWord; word < member.endWord; ++word)
            {
                function(word, FullWord(word));
            }
        }
    }

  private:
    /// The switches of the tree, and what is below each.
    struct Sites;

    /// @brief Adds a group with these members; @return its number
    uint16_t Add(SwitchId rack, bool isLeaf, const std::vector<uint16_t>& members);

    /// @brief Makes the leaf groups of a switch and of those below it.
    void GatherWorkers(Sites& sites, SwitchId at, uint32_t maxMembers);

    /// @brief Makes the further groups of a switch and of those below it; @return the last one, or
    ///        what a switch that does not sum passes on
    std::vector<uint16_t> GatherSums(const Sites& sites, SwitchId at, uint32_t maxMembers);

    /// @brief Splits members into groups of at most maxMembers; @return what has no parent then
    std::vector<uint16_t> Gather(const std::vector<uint16_t>& members,
                                 SwitchId rack,
                                 bool areWorkers,
                                 uint32_t maxMembers);

    /// @brief Sets what follows from the members.
    void Finish(const std::vector<SwitchId>& rackOf, SwitchId home);

    std::vector<Group> m_groups;   ///< by number; if there are several, the first is unused
    std::vector<WorkerBit> m_bits; ///< by worker
    std::size_t m_leaves{0};       ///< number of leaf groups
    uint16_t m_first{1};           ///< number of the first group
    uint32_t m_levels{0};          ///< levels of groups
    uint32_t m_maxAtOneSwitch{0};  ///< groups of one switch, at most
};

} // namespace ns3::esa

#endif // ESA_AGGREGATION_TREE_H
