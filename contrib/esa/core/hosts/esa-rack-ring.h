// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RACK_RING_H
#define ESA_RACK_RING_H

#include "esa-schedule.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The racks of a job whose switch sums for a ring.
 *
 * The switch of such a rack has an endpoint of flows, as a worker has. The numbers of these
 * endpoints follow the numbers of the workers.
 */
struct SummedRacks
{
    std::vector<std::vector<uint16_t>> workers; ///< of each rack: two or more, in their order

    /// @param rack index of a rack
    /// @return endpoint of its switch
    static uint16_t EndpointOf(uint32_t jobWorkers, std::size_t rack)
    {
        return static_cast<uint16_t>(jobWorkers + rack);
    }
};

/**
 * @brief All-reduce in a ring whose members are racks with a switch that sums, and the workers of
 * all other racks (Rina, 2024).
 *
 * A ring of n workers takes 2 (n - 1) steps, and hands each chunk on n - 1 times before it is
 * complete. Where the switch of a rack sums, its workers send each chunk to the switch at the same
 * time; the switch adds what comes along the ring, and is one member. It sends each complete chunk
 * to its workers.
 *
 * Members stand in the order of their first workers. Chunks are as in RingAllReduceSchedule(), one
 * for each member. A worker passes a chunk on when all of it has arrived. A switch has no room for
 * chunks: it gets and sends them in pieces of ScheduleRole::chunkFragments, which do not wait for
 * each other. Without a rack that sums, this is RingAllReduceSchedule().
 * @param role a worker, or a switch (by its endpoint), and the block
 * @return what it does
 */
Schedule RackRingAllReduce(const ScheduleRole& role);

} // namespace ns3::esa

#endif // ESA_RACK_RING_H
