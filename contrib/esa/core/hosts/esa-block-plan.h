// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BLOCK_PLAN_H
#define ESA_BLOCK_PLAN_H

#include "esa-flow-protocol.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-collective-operation.h"
#include "ns3/esa-stream-position.h"

#include <cstdint>
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

    /// @param sizes how workers cut a block that they pass on
    void SetChunks(const ChunkSizes& sizes)
    {
        ESA_ASSERT(sizes.ofRing > 0 && sizes.slices > 0 && sizes.leastSlice > 0 &&
                       sizes.following > 0,
                   "a chunk has at least one fragment");
        m_chunks = sizes;
    }

    /// @return how workers cut a block that they pass on
    const ChunkSizes& Chunks() const
    {
        return m_chunks;
    }

    /// @return true if no operations were set, so that every block's is AllReduce
    bool IsAllReduce() const;

    /// @return blocks of an iteration
    uint32_t Blocks() const
    {
        return static_cast<uint32_t>(m_ends.size());
    }

    /// @param block number of a block
    /// @return the number of its partition
    uint32_t PartitionOf(uint32_t block) const
    {
        return m_partitions[block];
    }

    /// @param partition number of a partition
    /// @return what is done with its blocks
    CollectiveOperation OperationOf(uint32_t partition) const;

    /// @param position a fragment of the job's stream
    /// @return its block
    Block At(StreamPosition position) const;

  private:
    std::vector<uint64_t> m_ends; ///< in an iteration, the place after each block's last fragment
    std::vector<uint32_t> m_partitions;            ///< by block: its partition
    std::vector<CollectiveOperation> m_operations; ///< by partition, or one, or none: AllReduce
    ChunkSizes m_chunks;                           ///< how workers cut a block
};

} // namespace ns3::esa

#endif // ESA_BLOCK_PLAN_H
