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
 * @brief A worker of a ring all-reduce (Patarasuk and Yuan, 2009): every block is cut into a chunk
 * a worker; each chunk goes round the ring twice but for two steps, first gathering the workers'
 * gradients, then, complete, to those that lack it.
 *
 * Chunk c begins at worker c. A worker passes a chunk on when all of it has arrived and its own
 * gradients of it are there: 2 (n - 1) steps, each of which waits for the one before.
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
    /// A block on its way round.
    struct State
    {
        State() = default;

        /// @param block the block
        explicit State(const Block& block)
            : sums(block.range.Size())
        {
        }

        std::vector<PartialSum> sums;   ///< a sum each fragment
        std::vector<uint64_t> arrived;  ///< by chunk: fragments that have come, partial ones
        std::vector<uint64_t> complete; ///< by chunk: fragments that have come as results
        bool isReady{false};            ///< whether the worker's own gradients are there
    };

    /**
     * @param block a block
     * @param chunk number of a chunk, up to the number of workers
     * @return first fragment of the chunk
     */
    StreamPosition ChunkBegin(const Block& block, uint32_t chunk) const;

    /**
     * @param block a block
     * @param position one of its fragments
     * @return its chunk
     */
    uint32_t ChunkOf(const Block& block, StreamPosition position) const;

    /**
     * @param block a block
     * @return what is kept of it
     */
    State& StateOf(const Block& block);

    /**
     * @brief A partial chunk and the worker's own gradients are there: adds them, and passes the
     * chunk on.
     * @param block the block
     * @param chunk the chunk
     */
    void AddOwn(const Block& block, uint32_t chunk);

    /**
     * @param block a block
     * @param chunk a chunk of it
     */
    void PassOn(const Block& block, uint32_t chunk);

    CollectiveRole m_role;      ///< the worker
    CollectiveOwner& m_owner;   ///< moves the packets
    BlockTable<State> m_blocks; ///< the blocks
};

} // namespace ns3::esa

#endif // ESA_RING_ALL_REDUCE_H
