/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_BLOCK_PLAN_H
#define ESA_BLOCK_PLAN_H

#include "esa-reliable-flow.h"

#include "ns3/esa-assert.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// A block in one iteration.
struct Block
{
    uint32_t number{0};    ///< of the block in the iteration
    uint64_t iteration{0}; ///< the iteration
    PositionRange range;   ///< its fragments in the job's stream
};

/**
 * @ingroup esa
 * @brief A job's gradients as hosts sum them: in blocks, which are tensor partitions or parts of
 * them, and which are summed when all of it is there.
 */
class BlockPlan
{
  public:
    BlockPlan() = default;

    /**
     * @param partitionEnds place in the iteration one beyond the last fragment of each partition
     * @param blockFragments fragments of a block, at most
     */
    BlockPlan(const std::vector<uint64_t>& partitionEnds, uint64_t blockFragments);

    /// @return blocks of an iteration
    uint32_t Blocks() const
    {
        return static_cast<uint32_t>(m_ends.size());
    }

    /**
     * @param position a fragment of the job's stream
     * @return its block
     */
    Block At(StreamPosition position) const;

  private:
    std::vector<uint64_t> m_ends; ///< one beyond the last fragment of each, in an iteration
};

/**
 * @ingroup esa
 * @brief What a host keeps of every block, for this iteration and the next.
 *
 * A host never needs a third: nobody is ready with an iteration without the results of the one
 * before, which need everybody, and everybody has then got those of the one before that.
 *
 * @tparam State made of a Block when the block begins
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

    /**
     * @param block a block
     * @return what is kept of it, newly made if nothing was
     */
    State& Of(const Block& block)
    {
        Entry& entry = m_entries[PlaceOf(block)];
        if (!entry.used || entry.iteration != block.iteration)
        {
            ESA_ASSERT(!entry.used || entry.iteration + 2 == block.iteration,
                       "a host needs a block of two iterations, never of a third");
            entry = Entry{true, block.iteration, State(block)};
        }
        return entry.state;
    }

    /**
     * @param block a block
     * @return what is kept of it; null if nothing is
     */
    const State* Find(const Block& block) const
    {
        const Entry& entry = m_entries[PlaceOf(block)];
        return entry.used && entry.iteration == block.iteration ? &entry.state : nullptr;
    }

  private:
    /// A block in one iteration.
    struct Entry
    {
        bool used{false};      ///< whether it is one
        uint64_t iteration{0}; ///< its iteration
        State state;           ///< what is kept
    };

    /**
     * @param block a block
     * @return its place
     */
    static std::size_t PlaceOf(const Block& block)
    {
        return 2 * std::size_t{block.number} + block.iteration % 2;
    }

    const BlockPlan& m_plan;      ///< the blocks
    std::vector<Entry> m_entries; ///< two per block
};

} // namespace ns3::esa

#endif // ESA_BLOCK_PLAN_H
