// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ring-schedules.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// A worker's place in the ring.
struct RingPlace
{
    uint32_t worker;  ///< number of the worker
    uint32_t workers; ///< number of workers

    /// @param role the worker
    explicit RingPlace(const ScheduleRole& role)
        : worker(role.worker),
          workers(role.workers)
    {
    }

    /// @return the worker that this one sends to
    uint32_t Next() const
    {
        return (worker + 1) % workers;
    }

    /// @return the worker that sends to this one
    uint32_t Previous() const
    {
        return (worker + workers - 1) % workers;
    }

    /// @return steps along the ring from another worker to this one
    uint32_t From(uint32_t other) const
    {
        return (worker + workers - other % workers) % workers;
    }
};

/// @return chunks of a block that follow each other
uint64_t
ChunksOf(const ScheduleRole& role)
{
    return (role.block.range.Size() + role.chunkFragments - 1) / role.chunkFragments;
}

/**
 * @brief Adds a chunk that goes once along the ring, from its first worker to its last.
 * @param schedule where it is added
 * @param role the worker and the block
 * @param chunk the fragments
 * @param first the worker that begins
 * @param receive what a worker does with what it gets
 * @param of whose data it is
 */
void
PassAlong(Schedule& schedule,
          const ScheduleRole& role,
          const PositionRange& chunk,
          uint32_t first,
          StepKind receive,
          uint32_t of)
{
    const RingPlace ring(role);
    const uint32_t step = ring.From(first);
    Strand strand;
    if (step > 0)
    {
        AddStep(strand, receive, ring.Previous(), chunk, of);
    }
    if (step < ring.workers - 1)
    {
        AddStep(strand, StepKind::Send, ring.Next(), chunk);
    }
    schedule.strands.push_back(std::move(strand));
}

} // namespace

Schedule
RingAllReduceSchedule(const ScheduleRole& role)
{
    const RingPlace ring(role);
    const uint32_t last = ring.workers - 1; // the step after which a chunk is complete
    Schedule schedule;
    schedule.own = role.block.range;
    for (uint32_t number = 0; number < ring.workers; ++number)
    {
        const PositionRange chunk = PartOf(role.block.range, number, ring.workers);
        const uint32_t step = ring.From(number);
        Strand strand;
        if (step > 0)
        {
            AddStep(strand, StepKind::Add, ring.Previous(), chunk);
        }
        if (ring.workers > 1)
        {
            AddStep(strand, StepKind::Send, ring.Next(), chunk);
        }
        if (step < last)
        {
            AddStep(strand, StepKind::TakeSum, ring.Previous(), chunk);
        }
        if (step + 1 < last)
        {
            AddStep(strand, StepKind::Send, ring.Next(), chunk);
        }
        schedule.strands.push_back(std::move(strand));
    }
    return schedule;
}

Schedule
RingReduceScatter(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = role.block.range;
    for (uint32_t number = 0; number < role.workers; ++number)
    {
        const PositionRange chunk = PartOf(role.block.range, number, role.workers);
        PassAlong(schedule, role, chunk, number + 1, StepKind::Add, 0);
    }
    return schedule;
}

Schedule
RingAllGather(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = PartOf(role.block.range, role.worker, role.workers);
    for (uint32_t number = 0; number < role.workers; ++number)
    {
        const PositionRange chunk = PartOf(role.block.range, number, role.workers);
        PassAlong(schedule, role, chunk, number, StepKind::KeepForeign, number);
    }
    return schedule;
}

Schedule
RingBroadcast(const ScheduleRole& role)
{
    const uint16_t root = role.block.operation.root;
    ESA_ASSERT(root < role.workers, "the root is one of the workers");
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = {all.begin, role.worker == root ? all.end : all.begin};
    for (uint64_t number = 0; number < ChunksOf(role); ++number)
    {
        const PositionRange chunk = PartOf(all, number, ChunksOf(role));
        PassAlong(schedule, role, chunk, root, StepKind::KeepForeign, root);
    }
    return schedule;
}

Schedule
RingReduce(const ScheduleRole& role)
{
    const uint16_t root = role.block.operation.root;
    ESA_ASSERT(root < role.workers, "the root is one of the workers");
    Schedule schedule;
    schedule.own = role.block.range;
    for (uint64_t number = 0; number < ChunksOf(role); ++number)
    {
        const PositionRange chunk = PartOf(role.block.range, number, ChunksOf(role));
        PassAlong(schedule, role, chunk, root + 1U, StepKind::Add, 0);
    }
    return schedule;
}

Schedule
DirectAllToAll(const ScheduleRole& role)
{
    const uint32_t n = role.workers;
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = all;
    Strand strand;
    for (uint32_t step = 1; step < n; ++step)
    {
        const uint32_t receiver = (role.worker + step) % n;
        AddStep(strand, StepKind::Send, receiver, PartOf(all, receiver, n));
    }
    for (uint32_t step = 1; step < n; ++step)
    {
        const uint32_t sender = (role.worker + n - step) % n;
        AddStep(strand, StepKind::HearForeign, sender, PartOf(all, role.worker, n), sender);
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

Schedule
DisseminationBarrier(const ScheduleRole& role)
{
    const uint32_t n = role.workers;
    const StreamPosition begin = role.block.range.begin;
    Schedule schedule;
    schedule.own = {begin, begin + 1};
    Strand strand;
    for (uint32_t distance = 1; distance < n; distance *= 2)
    {
        const uint32_t sender = (role.worker + n - distance) % n;
        AddStep(strand, StepKind::Send, (role.worker + distance) % n, schedule.own);
        AddStep(strand, StepKind::HearForeign, sender, schedule.own, sender);
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

Schedule
DirectSendReceive(const ScheduleRole& role)
{
    const CollectiveOperation& operation = role.block.operation;
    ESA_ASSERT(operation.root < role.workers && operation.peer < role.workers &&
                   operation.root != operation.peer,
               "the root and the peer are two of the workers");
    const PositionRange& all = role.block.range;
    const bool sends = role.worker == operation.root;
    Schedule schedule;
    schedule.own = {all.begin, sends ? all.end : all.begin};
    Strand strand;
    if (sends)
    {
        AddStep(strand, StepKind::Send, operation.peer, all);
    }
    if (role.worker == operation.peer)
    {
        AddStep(strand, StepKind::KeepForeign, operation.root, all, operation.root);
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

Schedule
DirectGather(const ScheduleRole& role)
{
    const uint16_t root = role.block.operation.root;
    ESA_ASSERT(root < role.workers, "the root is one of the workers");
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = PartOf(all, role.worker, role.workers);
    Strand strand;
    if (role.worker != root)
    {
        AddStep(strand, StepKind::Send, root, schedule.own);
    }
    for (uint32_t step = 1; role.worker == root && step < role.workers; ++step)
    {
        const uint32_t sender = (root + step) % role.workers;
        const PositionRange chunk = PartOf(all, sender, role.workers);
        AddStep(strand, StepKind::KeepForeign, sender, chunk, sender);
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

Schedule
DirectScatter(const ScheduleRole& role)
{
    const uint16_t root = role.block.operation.root;
    ESA_ASSERT(root < role.workers, "the root is one of the workers");
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = {all.begin, role.worker == root ? all.end : all.begin};
    Strand strand;
    if (role.worker != root)
    {
        const PositionRange chunk = PartOf(all, role.worker, role.workers);
        AddStep(strand, StepKind::KeepForeign, root, chunk, root);
    }
    for (uint32_t step = 1; role.worker == root && step < role.workers; ++step)
    {
        const uint32_t receiver = (root + step) % role.workers;
        AddStep(strand, StepKind::Send, receiver, PartOf(all, receiver, role.workers));
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

} // namespace ns3::esa
