// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PUSH_PULL_H
#define ESA_PUSH_PULL_H

#include "esa-collective.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A worker of parameter servers (BytePS): sends every block to its server, and gets the sum
/// back.
class PushPullWorker : public Collective
{
  public:
    /// @param role the worker
    /// @param servers endpoints of the servers; blocks take them in turn
    /// @param owner moves the packets
    PushPullWorker(const CollectiveRole& role,
                   std::vector<uint16_t> servers,
                   CollectiveOwner& owner);

    void OnReady(const PositionRange& partition) override;
    void OnData(InaPacket& data, StreamPosition position) override;
    void Fill(InaPacket& data, StreamPosition position) const override;

  private:
    CollectiveRole m_role;           ///< the worker
    std::vector<uint16_t> m_servers; ///< endpoints of the servers
    CollectiveOwner& m_owner;        ///< moves the packets
};

/**
 * @ingroup esa
 * @brief A parameter server without help from the network. It adds up the fragments of all workers,
 * and when a block is complete it sends the sum to every worker.
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
        uint64_t iteration{0};        ///< its iteration
        std::vector<PartialSum> sums; ///< one sum per fragment; none: no block is kept here
        uint64_t arrived{0};          ///< fragments that have arrived, from all workers
    };

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
