// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_WORKERS_H
#define ESA_JOB_WORKERS_H

#include "esa-task-dictionary.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-ina-packet.h"

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The workers of a job: those that packets speak of, and the sets of them in the entries of
 * the dictionary.
 *
 * A set has a word for each leaf group (AggregationTree), where a bit is a member of that group. If
 * the job has several trees, the sets of a task have the groups of its tree.
 */
class JobWorkers
{
  public:
    /// @param racks where the workers stand
    explicit JobWorkers(const AggregationPlan& racks)
        : m_racks(racks)
    {
    }

    /// @param entry a task's entry
    /// @return the groups that sum the task
    const AggregationTree& TreeOf(const TaskEntry& entry) const
    {
        return m_racks.TreeOfTask(static_cast<uint32_t>(entry.position));
    }

    /// @param position a task @param other another one
    /// @return true if the packets of both keep their order, as they are of the same tree
    bool AreInOrder(uint64_t position, uint64_t other) const
    {
        const uint32_t trees = m_racks.Trees();
        return trees == 1 || TreeOfTask(static_cast<uint32_t>(position), trees) ==
                                 TreeOfTask(static_cast<uint32_t>(other), trees);
    }

    /// @return true if the PS adds the sums of several switches of every task. They come when their
    ///         racks are ready, so one that overtakes another is no sign of a collision or loss.
    bool SumsAtServer() const
    {
        return m_racks.Tree().SumsAtServer();
    }

    /// @param position a task
    /// @return who brings data to it and gets its sum
    TaskRole RoleOf(uint64_t position) const
    {
        return m_racks.RoleOf(position);
    }

    /// @return number of workers
    uint32_t Workers() const
    {
        return m_racks.Workers();
    }

    /// @param entry a task's entry
    /// @return words of each of its sets
    std::size_t Words(const TaskEntry& entry) const
    {
        return TreeOf(entry).Leaves();
    }

    /// @param entry a task's entry
    /// @param word a word of its sets
    /// @return the bits of all workers in it
    uint32_t FullWord(const TaskEntry& entry, std::size_t word) const
    {
        return TreeOf(entry).FullWord(word);
    }

    /// @param entry a task's entry
    /// @return its bit in the entry's sets
    WorkerBit BitOf(const TaskEntry& entry, uint16_t worker) const
    {
        return TreeOf(entry).BitOf(worker);
    }

    /// @param entry a task's entry
    /// @return the words of the set
    uint32_t* Words(TaskEntry& entry, EntrySet set) const
    {
        return entry.sets.Words(set, Words(entry));
    }

    /// @param entry a task's entry
    /// @param set one of its sets
    /// @param worker a worker of the job
    /// @return true if it is in the set
    bool IsIn(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        return (Words(entry, set)[place.word] & place.bit) != 0;
    }

    /// @brief Puts a worker into a set.
    /// @param entry a task's entry
    /// @param worker a worker of the job
    void Put(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        Words(entry, set)[place.word] |= place.bit;
    }

    /// @brief Takes a worker out of a set.
    /// @param entry a task's entry
    /// @param worker a worker of the job
    void Remove(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        Words(entry, set)[place.word] &= ~place.bit;
    }

    /// @return true if a group of the task's tree is in a set of groups
    bool HasGroup(TaskEntry& entry, EntrySet set, uint16_t group) const
    {
        return (Words(entry, set)[group / kBits] >> group % kBits & 1) != 0;
    }

    /// @brief Puts a group of the task's tree into a set of groups.
    void PutGroup(TaskEntry& entry, EntrySet set, uint16_t group) const
    {
        Words(entry, set)[group / kBits] |= uint32_t{1} << group % kBits;
    }

    /// @brief Takes a group out of a set of groups. @return true if it was in it
    bool DropGroup(TaskEntry& entry, EntrySet set, uint16_t group) const
    {
        const bool has = HasGroup(entry, set, group);
        Words(entry, set)[group / kBits] &= ~(uint32_t{1} << group % kBits);
        return has;
    }

    /// @brief Takes all that is in another set out of a set.
    void RemoveAll(TaskEntry& entry, EntrySet set, EntrySet other) const;

    /// @brief Takes all out of a set.
    void Empty(TaskEntry& entry, EntrySet set) const;

    /// @param entry a task's entry
    /// @return true if the set is empty
    bool IsEmpty(TaskEntry& entry, EntrySet set) const;

    /// @param entry a task's entry
    /// @return true if all workers are in the set
    bool IsFull(TaskEntry& entry, EntrySet set) const;

    /// How many workers a packet and the sum of an entry have.
    struct Overlap
    {
        uint32_t inPacket{0}; ///< in the packet
        uint32_t inBoth{0};   ///< in the packet and in the sum
    };

    /// @param entry a task's entry
    /// @param packet a packet for which IsPossible() holds
    /// @return how many workers of the packet are in the sum of the entry already
    Overlap OverlapOf(TaskEntry& entry, const InaPacket& packet) const;

    /// @brief Adds the workers in a packet to those in the sum of an entry. What one worker alone
    /// brings is complete.
    /// @param entry a task's entry
    /// @param packet a packet for which IsPossible() holds
    void Add(TaskEntry& entry, const InaPacket& packet) const;

    /// @return true if no worker is in it
    bool AreNoneIn(const InaPacket& packet) const;

    /// @return true if its group and workers can be of this job; there may be no worker in it
    bool IsPossible(const InaPacket& packet) const
    {
        return m_racks.TreeOfTask(packet.seq).IsPossible(packet);
    }

    /// @brief Calls a function for each word of the workers in a packet.
    /// @param packet a packet for which IsPossible() holds
    /// @param function called with the word's number and its bits
    template <typename F>
    void ForEachWord(const InaPacket& packet, F&& function) const
    {
        m_racks.TreeOfTask(packet.seq).ForEachWord(packet, function);
    }

    /// @brief Calls a function for each worker of a set, in the order of their bits.
    /// @param entry the entry with the set
    /// @param function called with the worker's number
    template <typename F>
    void ForEachWorker(TaskEntry& entry, EntrySet set, F&& function) const
    {
        const AggregationTree& tree = TreeOf(entry);
        const uint32_t* words = Words(entry, set);
        for (std::size_t word = 0; word < Words(entry); ++word)
        {
            uint16_t bit = 0;
            for (uint64_t rest = words[word]; rest != 0; rest >>= 1, ++bit)
            {
                if ((rest & 1) != 0)
                {
                    function(tree.At(tree.LeafOfWord(word)).members[bit]);
                }
            }
        }
    }

    /// @param packet a packet for which IsPossible() holds
    /// @return the aggregator of its task for the first group of a switch
    uint32_t TaskAggregator(const InaPacket& packet) const
    {
        const uint32_t place = m_racks.TreeOfTask(packet.seq).At(packet.group).place;
        return m_racks.Indexes().FirstOf(packet.aggregator, place);
    }

    /// @brief Addresses a packet to a group.
    /// @param packet the packet, with the aggregator of its task
    void AddressTo(InaPacket& packet, uint16_t group) const
    {
        const AggregationTree::Group& to = m_racks.TreeOfTask(packet.seq).At(group);
        packet.group = group;
        packet.fanIn = to.FanIn();
        packet.worker = to.wireName;
        packet.aggregator = m_racks.Indexes().IndexAt(packet.aggregator, to.place);
    }

  private:
    static constexpr uint16_t kBits = 32; ///< of a word

    AggregationPlan m_racks; ///< where they stand
};

} // namespace ns3::esa

#endif // ESA_JOB_WORKERS_H
