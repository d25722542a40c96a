// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PUSH_PULL_H
#define ESA_PUSH_PULL_H

#include "esa-collective.h"

namespace ns3::esa
{

/// Which hosts are parameter servers.
enum class ServerPlacement : uint8_t
{
    Dedicated, ///< one server, on a host of its own
    Colocated, ///< one server on each worker's host; block b belongs to server b modulo their
               ///< number
};

/// @ingroup esa
/// @brief A worker of parameter servers (BytePS): sends every block to its server, and gets the sum
/// back.
class PushPullWorker : public Collective
{
  public:
    /// @param role the worker
    /// @param placement where the servers are
    /// @param owner moves the packets
    PushPullWorker(const CollectiveRole& role, ServerPlacement placement, CollectiveOwner& owner);

    void OnReady(const PositionRange& partition) override;
    void OnData(InaPacket& data, StreamPosition position) override;
    void Fill(InaPacket& data, StreamPosition position) const override;

  private:
    CollectiveRole m_role;       ///< the worker
    ServerPlacement m_placement; ///< where the servers are
    CollectiveOwner& m_owner;    ///< moves the packets
};

/// @ingroup esa
/// @brief A parameter server without help from the network. It adds up the fragments of all
/// workers, and when a block is complete it sends the sum to every worker.
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
        State() = default;

        explicit State(const Block& block)
            : sums(block.range.Size())
        {
        }

        std::vector<PartialSum> sums; ///< one sum per fragment
        uint64_t arrived{0};          ///< fragments that have arrived, from all workers
    };

    CollectiveRole m_role;      ///< the job
    CollectiveOwner& m_owner;   ///< moves the packets
    BlockTable<State> m_blocks; ///< the blocks
};

} // namespace ns3::esa

#endif // ESA_PUSH_PULL_H
