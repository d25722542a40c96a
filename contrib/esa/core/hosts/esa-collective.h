/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_H
#define ESA_COLLECTIVE_H

#include "esa-block-plan.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-gradient-oracle.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// A host's part in summing a job's gradients, where hosts sum them.
struct CollectiveRole
{
    uint16_t job{0};              ///< job number
    uint16_t worker{0};           ///< number of the worker (servers: not used)
    uint8_t workers{1};           ///< of the job
    const BlockPlan& blocks;      ///< what is summed; outlives the role
    const GradientOracle& oracle; ///< the gradients; outlives the role
};

/// What a collective asks of whoever moves its packets.
class CollectiveOwner
{
  public:
    virtual ~CollectiveOwner() = default;

    /**
     * @brief Sends fragments, which Fill() fills when they leave.
     * @param receiver the endpoint
     * @param range the fragments
     */
    virtual void Send(uint16_t receiver, const PositionRange& range) = 0;

    /**
     * @brief A result is here, for the first time.
     * @param result the result
     * @param position its place in the job's stream
     */
    virtual void Deliver(const Fragment& result, StreamPosition position) = 0;
};

/**
 * @ingroup esa
 * @brief A host that sums, or has others sum: what it does about data that comes, and what it
 * sends. It has no clock; flows bring every packet once and in order.
 */
class Collective
{
  public:
    virtual ~Collective() = default;

    /**
     * @brief This worker's own gradients of a partition are there.
     * @param partition its fragments in the job's stream
     */
    virtual void OnReady(const PositionRange& partition) = 0;

    /**
     * @brief Data has come.
     * @param data the packet
     * @param position its place in the job's stream
     */
    virtual void OnData(const Fragment& data, StreamPosition position) = 0;

    /**
     * @brief Fills in what a packet carries that leaves now: sum, and workers in it.
     * @param data the packet, whose job and seq are set
     * @param position its place in the job's stream
     */
    virtual void Fill(Fragment& data, StreamPosition position) const = 0;
};

/// A sum on its way to completion.
struct PartialSum
{
    GradientSum sum;    ///< the sum
    uint32_t bitmap{0}; ///< workers in it

    /**
     * @brief Adds a packet's sum; nothing if a worker would be counted twice.
     * @param data the packet
     */
    void Add(const Fragment& data)
    {
        if ((bitmap & data.bitmap0) == 0)
        {
            sum.Add(data.sum);
            bitmap |= data.bitmap0;
        }
    }

    /**
     * @brief Puts the sum into a packet.
     * @param data the packet
     */
    void Fill(Fragment& data) const
    {
        data.sum = sum;
        data.bitmap0 = bitmap;
    }
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_H
