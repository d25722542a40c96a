// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_H
#define ESA_COLLECTIVE_H

#include "esa-block-plan.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-ina-packet.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

struct Channels;
struct PartialSum;
class ServerPlan;

/// The part of one host in summing a job's gradients, where hosts sum them.
struct CollectiveRole
{
    uint16_t job{0};              ///< job number
    uint16_t worker{0};           ///< number of the worker, or endpoint of a server
    uint32_t workers{1};          ///< number of workers in the job
    const BlockPlan& blocks;      ///< what is summed; outlives the role
    const GradientOracle& oracle; ///< the gradients; outlives the role

    const Channels* channels{nullptr};  ///< see ScheduleRole; outlives the role
    const ServerPlan* servers{nullptr}; ///< who sums, if there are servers; outlives the role
};

/// What a collective needs from the object that moves its packets.
class CollectiveOwner
{
  public:
    virtual ~CollectiveOwner() = default;

    /// @brief Sends fragments. Collective::Fill() fills each one when it leaves.
    /// @param receiver the connection to the receiver
    /// @param range the fragments
    virtual void Send(FlowConnection receiver, const PositionRange& range) = 0;

    /// @brief A result is here, for the first time.
    /// @param position its position in the job's stream
    /// @param kind what is done with its block
    virtual void Deliver(const InaPacket& result, StreamPosition position, CollectiveKind kind) = 0;

    /// @brief Data of another worker is here, not summed. Only operations that do not sum bring it.
    /// @param position its position in the job's stream
    /// @param of the worker whose data it is
    virtual void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) = 0;

    /// @brief This worker's part in a block is done: it has received all, and all that it sent is
    /// acknowledged. Only a ScheduledCollective calls it.
    /// @param block the fragments
    virtual void OnDone(const PositionRange& block) = 0;
};

/**
 * @ingroup esa
 * @brief What one host does where hosts sum the gradients, or exchange data in another form.
 *
 * There are several methods to sum in hosts, and several roles: a worker of a parameter server, the
 * server, a worker in a ring or a tree. Each is a Collective. It decides what the host sends, and
 * what it does with data that arrives. It has no clock and repairs no losses: flows bring every
 * packet once and in order.
 */
class Collective
{
  public:
    virtual ~Collective() = default;

    /// @brief This worker's own gradients of a partition are ready.
    /// @param partition its fragments in the job's stream
    virtual void OnReady(const PositionRange& partition) = 0;

    /// @brief Data has arrived.
    /// @param data the packet, as a FlowPacket fills it; it may be changed
    /// @param position its position in the job's stream
    virtual void OnData(InaPacket& data, StreamPosition position) = 0;

    /// @brief Fills a packet that leaves now: sets its sum, and the number of workers in it.
    /// @param data the packet, whose job and seq are set
    /// @param position its position in the job's stream
    virtual void Fill(InaPacket& data, StreamPosition position) const = 0;

    /// The oldest fragments that were handed to CollectiveOwner::Send() for a connection, and were
    /// not all at the link yet, are now.
    virtual void OnSent([[maybe_unused]] FlowConnection receiver)
    {
    }

    /// The oldest fragments that were handed to CollectiveOwner::Send() for a connection, and were
    /// not acknowledged yet, are now.
    virtual void OnAcknowledged([[maybe_unused]] FlowConnection receiver)
    {
    }
};

/// A sum of which workers may still be missing.
struct PartialSum
{
    GradientSum sum;     ///< the sum
    uint32_t workers{0}; ///< number of workers in it

    /// Adds a packet's sum. Flows bring every packet once, so no worker is counted twice.
    void Add(const InaPacket& data)
    {
        sum.Add(data.sum);
        workers += data.bitmap;
    }

    /// Takes over a packet's sum.
    void Take(const InaPacket& data)
    {
        sum = data.sum;
        workers = data.bitmap;
    }

    /// Puts the sum into a packet.
    void Fill(InaPacket& data) const
    {
        data.bitmap = workers;
        data.sum = sum;
    }
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_H
