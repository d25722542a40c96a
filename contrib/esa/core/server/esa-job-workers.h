/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_WORKERS_H
#define ESA_JOB_WORKERS_H

#include "esa-task-dictionary.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-job-racks.h"

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The workers of a job: those that packets speak of, and the sets of them in the entries of
 * the dictionary.
 *
 * A job of at most 32 workers has sets of one word, where bit w is worker w. The sets of a larger
 * one have a word for each leaf group (AggregationTree), where a bit is a member of that group. If
 * the job has several trees, the sets of a task are those of its tree.
 */
class JobWorkers
{
  public:
    /**
     * @param racks where the workers stand
     * @param workers number of workers
     */
    JobWorkers(const JobRacks& racks, uint32_t workers)
        : m_racks(racks),
          m_tree(m_racks.Tree()),
          m_isOneTree(m_racks.TreesOfGroups() <= 1),
          m_workers(workers)
    {
        ESA_ASSERT(workers >= 1, "a job has a worker at least");
        ESA_ASSERT(m_tree || workers <= kMostFanIn, "a job of more than 32 workers has groups");
    }

    /// @return where the workers stand
    const JobRacks& Racks() const
    {
        return m_racks;
    }

    /// @return true if the job has groups
    bool HasGroups() const
    {
        return m_tree != nullptr;
    }

    /**
     * @param seq sequence number of a task
     * @return the groups that sum it; null: there are none
     */
    const AggregationTree* TreeOf(uint32_t seq) const
    {
        return m_isOneTree ? m_tree : m_racks.TreeOf(seq);
    }

    /**
     * @param entry a task's entry
     * @return the groups that sum the task; null: there are none
     */
    const AggregationTree* TreeOf(const TaskEntry& entry) const
    {
        return TreeOf(static_cast<uint32_t>(entry.position));
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
        return m_tree && m_tree->SumsAtServer();
    }

    /// @return number of workers
    uint32_t Workers() const
    {
        return m_workers;
    }

    /**
     * @param entry a task's entry
     * @return words of each of its sets
     */
    std::size_t Words(const TaskEntry& entry) const
    {
        const AggregationTree* tree = TreeOf(entry);
        return tree ? tree->Leaves() : 1;
    }

    /**
     * @param entry a task's entry
     * @param word a word of its sets
     * @return the bits of all workers in it
     */
    uint32_t FullWord(const TaskEntry& entry, std::size_t word) const
    {
        const AggregationTree* tree = TreeOf(entry);
        return tree ? tree->FullWord(word) : FullBitmap(m_workers);
    }

    /**
     * @param entry a task's entry
     * @param worker number of a worker
     * @return its bit in the entry's sets
     */
    WorkerBit BitOf(const TaskEntry& entry, uint16_t worker) const
    {
        const AggregationTree* tree = TreeOf(entry);
        return tree ? tree->BitOf(worker) : WorkerBit{0, uint32_t{1} << worker};
    }

    /**
     * @param entry a task's entry
     * @param set one of its sets
     * @return the words of the set
     */
    uint32_t* Words(TaskEntry& entry, EntrySet set) const
    {
        return entry.sets.Words(set, Words(entry));
    }

    /**
     * @param entry a task's entry
     * @param set one of its sets
     * @param worker a worker of the job
     * @return true if it is in the set
     */
    bool IsIn(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        return (Words(entry, set)[place.word] & place.bit) != 0;
    }

    /**
     * @brief Puts a worker into a set.
     * @param entry a task's entry
     * @param set one of its sets
     * @param worker a worker of the job
     */
    void Put(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        Words(entry, set)[place.word] |= place.bit;
    }

    /**
     * @brief Takes a worker out of a set.
     * @param entry a task's entry
     * @param set one of its sets
     * @param worker a worker of the job
     */
    void Remove(TaskEntry& entry, EntrySet set, uint16_t worker) const
    {
        const WorkerBit place = BitOf(entry, worker);
        Words(entry, set)[place.word] &= ~place.bit;
    }

    /**
     * @param entry a task's entry
     * @param set one of its sets
     * @return true if nobody is in the set
     */
    bool IsEmpty(TaskEntry& entry, EntrySet set) const;

    /**
     * @param entry a task's entry
     * @param set one of its sets
     * @return true if all workers are in the set
     */
    bool IsFull(TaskEntry& entry, EntrySet set) const;

    /**
     * @param entry a task's entry
     * @param packet a packet for which IsPossible() holds
     * @return true if a worker in the packet is in the sum of the entry already
     */
    bool Overlap(TaskEntry& entry, const Fragment& packet) const;

    /**
     * @brief Adds the workers in a packet to those in the sum of an entry.
     * @param entry a task's entry
     * @param packet a packet for which IsPossible() holds
     */
    void Add(TaskEntry& entry, const Fragment& packet) const;

    /**
     * @param packet a packet
     * @return true if no worker is in it
     */
    bool AreNoneIn(const Fragment& packet) const;

    /**
     * @param packet a packet
     * @return true if its group and workers can be of this job; there may be no worker in it
     */
    bool IsPossible(const Fragment& packet) const
    {
        if (const AggregationTree* tree = TreeOf(packet.seq))
        {
            return tree->IsPossible(packet);
        }
        const auto workers = m_racks.WorkersIn(packet);
        return packet.group == 0 && workers && (*workers & ~FullBitmap(m_workers)) == 0;
    }

    /**
     * @brief Calls a function for each word of the workers in a packet.
     * @param packet a packet for which IsPossible() holds
     * @param function called with the word's number and its bits
     */
    template <typename F>
    void ForEachWord(const Fragment& packet, F&& function) const
    {
        if (const AggregationTree* tree = TreeOf(packet.seq))
        {
            tree->ForEachWord(packet, function);
            return;
        }
        function(std::size_t{0}, m_racks.WorkersIn(packet).value_or(0));
    }

    /**
     * @brief Calls a function for each worker of a set, in the order of their bits.
     * @param entry the entry with the set
     * @param set the set
     * @param function called with the worker's number
     */
    template <typename F>
    void ForEachWorker(TaskEntry& entry, EntrySet set, F&& function) const
    {
        const AggregationTree* tree = TreeOf(entry);
        const uint32_t* words = Words(entry, set);
        for (std::size_t word = 0; word < Words(entry); ++word)
        {
            uint16_t bit = 0;
            for (uint64_t rest = words[word]; rest != 0; rest >>= 1, ++bit)
            {
                if ((rest & 1) != 0)
                {
                    function(tree ? tree->At(static_cast<uint16_t>(word + 1)).members[bit] : bit);
                }
            }
        }
    }

    /**
     * @param packet a packet for which IsPossible() holds
     * @return the aggregator of its task; with groups, of the first group of a switch
     */
    uint32_t TaskAggregator(const Fragment& packet) const
    {
        const AggregationTree* tree = TreeOf(packet.seq);
        return tree ? m_racks.Indexes().FirstOf(packet.aggregator, tree->At(packet.group).place)
                    : packet.aggregator;
    }

    /**
     * @brief Addresses a packet to a group.
     * @param packet the packet, with the aggregator of its task
     * @param group number of the group
     */
    void AddressTo(Fragment& packet, uint16_t group) const
    {
        const AggregationTree::Group& to = TreeOf(packet.seq)->At(group);
        packet.group = group;
        packet.fanIn0 = to.FanIn();
        packet.worker = to.wireName;
        packet.aggregator = m_racks.Indexes().IndexAt(packet.aggregator, to.place);
    }

  private:
    JobRacks m_racks;              ///< where they stand
    const AggregationTree* m_tree; ///< the groups of the first tree; null: none
    bool m_isOneTree;              ///< whether all trees have these groups
    uint32_t m_workers;            ///< number of workers
};

} // namespace ns3::esa

#endif // ESA_JOB_WORKERS_H
