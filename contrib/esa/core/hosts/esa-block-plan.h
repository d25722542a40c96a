// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BLOCK_PLAN_H
#define ESA_BLOCK_PLAN_H

#include "esa-collective-operation.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::esa
{

/// A block of one iteration.
struct Block
{
    uint32_t number{0};    ///< number of the block in the iteration
    uint64_t iteration{0}; ///< the iteration
    PositionRange range;   ///< its fragments in the job's stream

    CollectiveOperation operation; ///< what is done with it
};

/**
 * @ingroup esa
 * @brief How a job's gradients are cut into blocks, where hosts sum them.
 *
 * A switch sums single fragments. Hosts work in larger units: a block is a tensor partition or a
 * part of one, and a server sends its sum when all of the block has arrived. The blocks are the
 * same in every iteration. Each partition has an operation, which all its blocks have.
 */
class BlockPlan
{
  public:
    BlockPlan() = default;

    /// @param partitionEnds for each partition, the place in the iteration after its last fragment
    /// @param blockFragments largest number of fragments in a block
    BlockPlan(const std::vector<uint64_t>& partitionEnds, uint64_t blockFragments);

    /// @brief Sets what is done with the blocks, which is AllReduce otherwise.
    /// @param operations one per partition, or one for all
    void SetOperations(const std::vector<CollectiveOperation>& operations);

    /// @param fragments where chunks of a block follow each other, the most fragments of a chunk
    void SetChunkFragments(uint64_t fragments)
    {
        ESA_ASSERT(fragments > 0, "a chunk has at least one fragment");
        m_chunkFragments = fragments;
    }

    /// @param fragments that a link carries in the time that a message takes to the next worker
    void SetHopFragments(uint64_t fragments)
    {
        m_hopFragments = fragments;
    }

    /// @return fragments that a link carries in the time that a message takes to the next worker;
    /// 0: unknown
    uint64_t HopFragments() const
    {
        return m_hopFragments;
    }

    /// @return where chunks of a block follow each other, the most fragments of a chunk
    uint64_t ChunkFragments() const
    {
        return m_chunkFragments;
    }

    /// @return true if no operations were set, so that every block's is AllReduce
    bool IsAllReduce() const;

    /// @return blocks of an iteration
    uint32_t Blocks() const
    {
        return static_cast<uint32_t>(m_ends.size());
    }

    /// @param position a fragment of the job's stream
    /// @return its block
    Block At(StreamPosition position) const;

  private:
    std::vector<uint64_t> m_ends; ///< in an iteration, the place after each block's last fragment
    std::vector<uint32_t> m_partitions;            ///< by block: its partition
    std::vector<CollectiveOperation> m_operations; ///< by partition, or one, or none: AllReduce
    uint64_t m_chunkFragments{std::numeric_limits<uint32_t>::max()}; ///< most of a chunk
    uint64_t m_hopFragments{0};                                      ///< see SetHopFragments()
};

/**
 * @ingroup esa
 * @brief What a host keeps of every block, for two iterations.
 *
 * Two are enough. A worker sends data of iteration n + 1 only when it has all results of iteration
 * n. These results need the gradients of every worker, which each worker sends only when it has all
 * results of iteration n - 1. So iteration n - 1 is over everywhere when the first data of
 * iteration n + 1 arrives.
 *
 * @tparam State what is kept of a block; made from the Block when the block begins
 */
template <typename State>
class BlockTable
{
  public:
    /// @param plan the blocks; outlives this
    explicit BlockTable(const BlockPlan& plan)
        : m_plan(plan),
          m_entries(2 * std::size_t{plan.Blocks()})
    {
    }

    /// @return the blocks
    const BlockPlan& Plan() const
    {
        return m_plan;
    }

    /// @return what is kept of it; a new State if nothing was
    State& Of(const Block& block)
    {
        Entry& entry = m_entries[PlaceOf(block)];
        if (!entry.used || entry.iteration != block.iteration)
        {
            ESA_ASSERT(!entry.used || entry.iteration + 2 == block.iteration,
                       "a host needs a block of two iterations at a time, never of three");
            entry = Entry{true, block.iteration, State(block)};
        }
        return entry.state;
    }

    /// @return what is kept of it; null if nothing is
    const State* Find(const Block& block) const
    {
        const Entry& entry = m_entries[PlaceOf(block)];
        return entry.used && entry.iteration == block.iteration ? &entry.state : nullptr;
    }

  private:
    /// A block in one iteration.
    struct Entry
    {
        bool used{false};      ///< whether a block is kept here
        uint64_t iteration{0}; ///< its iteration
        State state;           ///< what is kept
    };

    /// @return index of the entry of a block
    static std::size_t PlaceOf(const Block& block)
    {
        return 2 * std::size_t{block.number} + block.iteration % 2;
    }

    const BlockPlan& m_plan;      ///< the blocks
    std::vector<Entry> m_entries; ///< two per block
};

} // namespace ns3::esa

#endif // ESA_BLOCK_PLAN_H
