// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RING_SCHEDULES_H
#define ESA_RING_SCHEDULES_H

#include "esa-schedule.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A member's place in a ring, in which each member sends to the next one.
 *
 * A chunk goes once along the ring, from its first member to its last. An all-reduce is two such
 * turns: the last member of the first turn has the sum, and is the first one of the second turn.
 */
struct RingPlace
{
    uint32_t size;     ///< members
    uint32_t place;    ///< of this one
    uint32_t previous; ///< the member that sends to this one
    uint32_t next;     ///< the member that this one sends to

    /// @return steps along the ring from a place to this one
    uint32_t From(uint32_t other) const
    {
        return (place + size - other % size) % size;
    }

    /// @brief One turn of a chunk.
    /// @param strand where the steps of this member are added
    /// @param first place of the member that begins
    /// @param receive what a member does with what it gets
    /// @param of whose data it is
    void AddTurn(Strand& strand,
                 const PositionRange& chunk,
                 uint32_t first,
                 StepKind receive,
                 uint32_t of = 0) const
    {
        const uint32_t step = From(first);
        if (step > 0)
        {
            AddStep(strand, receive, previous, chunk, of);
        }
        if (step + 1 < size)
        {
            AddStep(strand, StepKind::Send, next, chunk);
        }
    }

    /// @brief The two turns of an all-reduce.
    /// @param first place of the member that begins
    void AddAllReduce(Strand& strand, const PositionRange& chunk, uint32_t first) const
    {
        AddTurn(strand, chunk, first, StepKind::Add);
        AddTurn(strand, chunk, first + size - 1, StepKind::TakeSum);
    }
};

/**
 * @ingroup esa
 * @brief All-reduce in two levels: inside servers, and between them.
 *
 * A ring over all workers takes as many steps as there are workers, although most of them are in
 * the same servers. Here the workers of a server scatter the sum of their data in a ring, so that
 * each has one part. Then the workers with the same part sum it in a ring over the servers, each by
 * a card of its own. At last each server gathers all parts in a ring. A part is cut into as many
 * chunks as there are servers, and these into pieces of ChunkSizes::following at most, which
 * do not wait for each other.
 *
 * If servers have different numbers of workers, or nothing is recorded of servers, this is
 * RingAllReduceSchedule().
 * @param role the worker and the block
 * @return what the worker does
 */
Schedule HierarchicalAllReduce(const ScheduleRole& role);

// What a worker of a ring does for each operation, as NCCL's ring does it. Each worker sends to the
// next one. Reduce-scatter, all-gather and all-reduce cut the block into one part per worker
// (part c belongs to worker c). A part that is longer than a chunk (ChunkSizes::ofRing) takes
// several loops, one after the other. A chunk is passed on slice by slice, so that a worker sends
// while it still receives. Broadcast and reduce cut the block into chunks of ChunkSizes::following,
// which follow each other around the ring.

/**
 * @brief All-reduce (Patarasuk and Yuan, 2009), so that no host receives the gradients of all.
 *
 * Each chunk travels 2 (n - 1) steps along the ring of n workers: in the first n - 1 steps each
 * worker adds its gradients, in the others the complete chunk goes to those that lack it. Chunk c
 * begins at worker c.
 * @param role the worker and the block
 * @return what the worker does
 */
Schedule RingAllReduceSchedule(const ScheduleRole& role);

/// @brief Reduce-scatter: chunk c begins at worker c + 1, and is complete at worker c.
/// @param role the worker and the block
/// @return what the worker does
Schedule RingReduceScatter(const ScheduleRole& role);

/// @brief All-gather: chunk c begins at worker c, and comes to worker c - 1 last.
/// @param role the worker and the block
/// @return what the worker does
Schedule RingAllGather(const ScheduleRole& role);

/// @brief Broadcast: chunks go from the root around the ring.
/// @param role the worker and the block
/// @return what the worker does
Schedule RingBroadcast(const ScheduleRole& role);

/// @brief Reduce: chunks go from the worker after the root around the ring to the root.
/// @param role the worker and the block
/// @return what the worker does
Schedule RingReduce(const ScheduleRole& role);

// Operations that need no ring: each worker sends to others without help from a third one.

/// @brief All-to-all: chunk c of each worker's data goes to worker c, all of them at a time.
/// @param role the worker and the block
/// @return what the worker does
Schedule DirectAllToAll(const ScheduleRole& role);

/// @brief Barrier by dissemination (Hensgen, Finkel and Manber, 1988): in step k each worker sends
/// a packet to the worker 2^k after it, and waits for the packet of the worker 2^k before it.
/// @param role the worker and the block, of which only the first fragment is sent
/// @return what the worker does
Schedule DisseminationBarrier(const ScheduleRole& role);

/// @brief Send and receive: the root's data goes to the peer.
/// @param role the worker and the block
/// @return what the worker does
Schedule DirectSendReceive(const ScheduleRole& role);

/// @brief Gather: chunk c goes from worker c to the root, all of them at a time.
/// @param role the worker and the block
/// @return what the worker does
Schedule DirectGather(const ScheduleRole& role);

/// @brief Scatter: chunk c of the root's data goes to worker c.
/// @param role the worker and the block
/// @return what the worker does
Schedule DirectScatter(const ScheduleRole& role);

} // namespace ns3::esa

#endif // ESA_RING_SCHEDULES_H
