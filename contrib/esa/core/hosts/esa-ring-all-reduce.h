/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RING_ALL_REDUCE_H
#define ESA_RING_ALL_REDUCE_H

#include "esa-collective.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker of a ring all-reduce (Patarasuk and Yuan, 2009).
 *
 * No host should receive the gradients of all workers. So the n workers form a ring, and every
 * block is cut into n chunks. Each chunk travels 2 (n - 1) steps along the ring: in the first n - 1
 * steps each worker adds its gradients, in the others the complete chunk goes to the workers that
 * lack it.
 *
 * Chunk c begins at worker c. A worker passes a chunk on when all of it has arrived and its own
 * gradients of it are ready, so each step waits for the one before.
 */
class RingAllReduce : public Collective
{
  public:
    /**
     * @param role the worker
     * @param owner moves the packets
     */
    RingAllReduce(const CollectiveRole& role, CollectiveOwner& owner);

    void OnReady(const PositionRange& partition) override;
    void OnData(const Fragment& data, StreamPosition position) override;
    void Fill(Fragment& data, StreamPosition position) const override;

  private:
    /// A block on its way round the ring.
    struct State
    {
        State() = default;

        /// @param block the block
        explicit State(const Block& block)
            : sums(block.range.Size())
        {
        }

        std::vector<PartialSum> sums;   ///< one sum per fragment
        std::vector<uint64_t> arrived;  ///< by chunk: partial sums that have arrived
        std::vector<uint64_t> complete; ///< by chunk: results that have arrived
        bool isReady{false};            ///< whether the worker's own gradients are ready
    };

    /// A chunk of a block.
    struct Chunk
    {
        Block block;         ///< the block
        uint32_t number{0};  ///< number of the chunk in it
        PositionRange range; ///< its fragments; none: there was no chunk yet

        /// @return whether a fragment is in it
        bool Has(StreamPosition position) const
        {
            return position >= range.begin && position < range.end;
        }
    };

    /// @return the chunk that a fragment is in
    Chunk ChunkAt(StreamPosition position) const;

    /// @return first fragment of a chunk; the number of workers stands for the end of the block
    StreamPosition ChunkBegin(const Block& block, uint32_t chunk) const;

    /// @return the chunk of a fragment
    uint32_t ChunkOf(const Block& block, StreamPosition position) const;

    /// @return what is kept of a block
    State& StateOf(const Block& block);

    /// @brief Adds the worker's own gradients to a chunk that has arrived, and passes it on.
    void AddOwn(const Block& block, uint32_t chunk);

    /// @brief Sends a chunk to the next worker in the ring.
    void PassOn(const Block& block, uint32_t chunk);

    CollectiveRole m_role;      ///< the worker
    CollectiveOwner& m_owner;   ///< moves the packets
    BlockTable<State> m_blocks; ///< the blocks

    // The next packet is most often of the same chunk, and to find one takes several divisions.
    Chunk m_arriving;        ///< chunk of the data that arrived last
    mutable Chunk m_leaving; ///< chunk of the data that left last
};

} // namespace ns3::esa

#endif // ESA_RING_ALL_REDUCE_H
