// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PUSH_PULL_H
#define ESA_PUSH_PULL_H

#include "esa-collective.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker of parameter servers (BytePS): pushes every block to its server, and pulls the
 * sum.
 *
 * The acknowledgement of a block's last packet reports that the server has the block. Then the
 * worker requests the sum, by a frame without data on the connection of messages that clear others
 * to be sent: the sum is a message that its receiver clears.
 */
class PushPullWorker : public Collective
{
  public:
    /// @param role the worker
    /// @param owner moves the packets
    PushPullWorker(const CollectiveRole& role, CollectiveOwner& owner);

    void OnReady(const PositionRange& partition) override;
    void OnData(InaPacket& data, StreamPosition position) override;
    void OnAcknowledged(FlowConnection receiver) override;
    void Fill(InaPacket& data, StreamPosition position) const override;

  private:
    CollectiveRole m_role;    ///< the worker
    CollectiveOwner& m_owner; ///< moves the packets
    /// By server: first fragments of blocks that it may not have yet, in their order.
    std::map<uint16_t, std::deque<StreamPosition>> m_pushed;
};

/**
 * @ingroup esa
 * @brief A parameter server without help from the network. It adds up the fragments of all workers,
 * and sends the sum of a block to each worker that requests it, once the block is complete.
 *
 * BytePS adds a worker's block when all of it has come. Here an addition takes no time, so it makes
 * no difference that each fragment is added when it comes.
 *
 * It keeps blocks of two iterations. Two are enough. A worker sends data of iteration n + 1 only
 * when it has all results of iteration n. These results need the gradients of every worker, which
 * each worker sends only when it has all results of iteration n - 1. So iteration n - 1 is over
 * everywhere when the first data of iteration n + 1 arrives.
 */
class PushPullServer : public Collective
{
  public:
    /// @param role the job
    /// @param owner moves the packets
    PushPullServer(const CollectiveRole& role, CollectiveOwner& owner);

    /// @brief A server has no gradients of its own.
    void OnReady(const PositionRange& /* partition */) override
    {
    }

    void OnData(InaPacket& data, StreamPosition position) override;
    void Fill(InaPacket& data, StreamPosition position) const override;

  private:
    /// A block that is being summed.
    struct State
    {
        uint64_t iteration{0};         ///< its iteration
        std::vector<PartialSum> sums;  ///< one sum per fragment; none: no block is kept here
        uint64_t arrived{0};           ///< fragments that have arrived, from all workers
        std::vector<uint16_t> pulls{}; ///< workers that wait for the sum
    };

    /// @return whether all workers have sent all of a block
    bool IsComplete(const State& state, const Block& block) const
    {
        return state.arrived == block.range.Size() * m_role.workers;
    }

    /// @return index of what is kept of a block
    static std::size_t PlaceOf(const Block& block)
    {
        return 2 * std::size_t{block.number} + block.iteration % 2;
    }

    CollectiveRole m_role;       ///< the job
    CollectiveOwner& m_owner;    ///< moves the packets
    std::vector<State> m_blocks; ///< two per block of an iteration
};

} // namespace ns3::esa

#endif // ESA_PUSH_PULL_H
