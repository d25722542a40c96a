/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_GRADIENT_EXCHANGE_H
#define ESA_GRADIENT_EXCHANGE_H

#include "esa-host-demux.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-units.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::esa
{

/// What an exchange tells the worker that it belongs to.
class ExchangeOwner
{
  public:
    virtual ~ExchangeOwner() = default;

    /**
     * @brief A result has arrived, for the first time.
     * @param result the result
     * @param position its position in the job's stream
     * @param now the time
     */
    virtual void OnResult(const InaPacket& result, StreamPosition position, Picoseconds now) = 0;

    /**
     * @brief A part of the result of an operation other than all-reduce has arrived. OnBlockDone()
     * says when the operation is over.
     * @param part the part
     * @param of the worker whose data it is; nothing: the sum of all workers'
     */
    virtual void OnPart(const InaPacket& part, std::optional<uint16_t> of) = 0;

    /**
     * @brief The worker's part in an operation other than all-reduce is over.
     * @param block its fragments in the job's stream
     * @param now the time
     */
    virtual void OnBlockDone(const PositionRange& block, Picoseconds now) = 0;

    /**
     * @brief A packet leaves.
     * @param packet the packet
     */
    virtual void OnSend(const InaPacket& packet) = 0;

    /**
     * @brief Wants a call of OnTimer(). An earlier wish that is still open stays.
     * @param at when; kNoDeadline: never
     * @param now the time
     */
    virtual void WakeAt(Picoseconds at, Picoseconds now) = 0;

    /**
     * @brief Wants a call of Continue().
     * @param at when
     * @param now the time
     */
    virtual void ContinueAt(Picoseconds at, Picoseconds now) = 0;
};

/// What an exchange is made for.
struct ExchangeContext
{
    std::shared_ptr<const TrainingJob> job; ///< the job, which has a system
    uint16_t worker;                        ///< number of the worker in the job
    Ptr<EsaHostDemux> host;                 ///< where packets leave and arrive
    ExchangeOwner& owner;                   ///< the worker; outlives the exchange
};

/**
 * @ingroup esa
 * @brief Turns the gradients of one worker into the sums of all workers.
 *
 * Training is the same whoever sums: partitions become ready, results come, layers compute. What
 * differs is which packets turn gradients into results. EsaTrainingApp does the first and owns an
 * exchange for the second: the network sums (AggregationExchange), or hosts do
 * (CollectiveExchange). The application holds back everything while the worker pauses, so that an
 * exchange does not know of pauses.
 */
class GradientExchange : public PoolAllocated
{
  public:
    virtual ~GradientExchange() = default;

    /**
     * @brief An iteration begins; all results of the one before are here.
     * @param first position of its first fragment
     */
    virtual void OnIteration(StreamPosition first) = 0;

    /**
     * @brief The gradients of a partition are ready; partitions come in order.
     * @param partition its fragments
     * @param now the time
     */
    virtual void OnPartitionReady(const PositionRange& partition, Picoseconds now) = 0;

    /**
     * @brief A packet for this worker has arrived.
     * @param packet the packet
     * @param now the time
     */
    virtual void OnPacket(InaPacket& packet, Picoseconds now) = 0;

    /**
     * @brief Prefetches what OnPacket() will need, as PacketReceiver::PrefetchFor() does.
     * @param packet a packet that will arrive soon
     * @param stage number of the call, from 0 on
     */
    virtual void PrefetchFor([[maybe_unused]] const InaPacket& packet,
                             [[maybe_unused]] uint32_t stage) const
    {
    }

    /// @return time between two calls of OnTimer(); zero: it needs none, or asks by WakeAt()
    virtual Time CheckInterval() const = 0;

    /**
     * @brief Checks for timeouts.
     * @param now the time
     */
    virtual void OnTimer(Picoseconds now) = 0;

    /**
     * @brief The time has come that ContinueAt() was given.
     * @param now the time
     */
    virtual void Continue([[maybe_unused]] Picoseconds now)
    {
    }

    /// @brief The worker has stopped training: further results are ignored.
    virtual void Stop() = 0;

    /// @brief The worker leaves the simulation: releases hosts and flows. What the flows
    /// have counted goes with them: afterwards RepairsSent() is 0 where hosts sum.
    virtual void Dispose() = 0;

    /// @return fragments that may wait for their results at a time; 0: no limit
    virtual uint32_t MaxOutstanding() const = 0;

    /// @return packets sent about late results, or retransmitted
    virtual uint64_t RepairsSent() const = 0;
};

} // namespace ns3::esa

#endif // ESA_GRADIENT_EXCHANGE_H
