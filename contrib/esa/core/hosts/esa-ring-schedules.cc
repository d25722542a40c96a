// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ring-schedules.h"

#include "esa-channels.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// The ring of a channel, with the place of a worker in it.
class RingOfChannel : public RingPlace
{
  public:
    /// @param role the worker
    /// @param channel number of the channel
    RingOfChannel(const ScheduleRole& role, std::size_t channel)
        : m_ring(role.channels ? &role.channels->rings[channel] : nullptr)
    {
        size = role.workers;
        place = PlaceOf(role.worker);
        previous = At(place + size - 1);
        next = At(place + 1);
    }

    /// @return the place of a worker
    uint32_t PlaceOf(uint32_t worker) const
    {
        return m_ring ? m_ring->placeOf[worker] : worker;
    }

    /// @brief Adds a chunk that takes one turn, as AddTurn() does, in a strand of its own.
    void PassAlong(Schedule& schedule,
                   const PositionRange& chunk,
                   uint32_t first,
                   StepKind receive,
                   uint32_t of = 0) const
    {
        AddTurn(schedule.strands.emplace_back(), chunk, first, receive, of);
    }

  private:
    /// @return the worker at a place
    uint32_t At(uint32_t number) const
    {
        return m_ring ? m_ring->order[number % size] : number % size;
    }

    const Channels::Ring* m_ring; ///< null: workers by number
};

/// Calls a function for each channel, with its ring and its part of some fragments.
template <typename F>
void
ForEachChannel(const ScheduleRole& role, const PositionRange& range, F visit)
{
    const std::size_t channels = role.channels ? role.channels->rings.size() : 1;
    for (std::size_t channel = 0; channel < channels; ++channel)
    {
        visit(RingOfChannel(role, channel), PartOf(range, channel, channels));
    }
}

/// Calls a function for each chunk that follows another one, with the ring of its channel.
template <typename F>
void
ForEachChunk(const ScheduleRole& role, F visit)
{
    ForEachChannel(role,
                   role.block.range,
                   [&](const RingOfChannel& ring, const PositionRange& part) {
                       ForEachPiece(part, role.chunkFragments, [&](const PositionRange& chunk) {
                           visit(ring, chunk);
                       });
                   });
}

/// @return the root of a block's operation
uint16_t
RootOf(const ScheduleRole& role)
{
    const uint16_t root = role.block.operation.root;
    ESA_ASSERT(root < role.workers, "the root is one of the workers");
    return root;
}

} // namespace

Schedule
RingAllReduceSchedule(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = role.block.range;
    ForEachChannel(role, schedule.own, [&](const RingOfChannel& ring, const PositionRange& range) {
        for (uint32_t first = 0; first < ring.size; ++first)
        {
            const PositionRange chunk = PartOf(range, first, ring.size);
            ring.AddAllReduce(schedule.strands.emplace_back(), chunk, first);
        }
    });
    return schedule;
}

Schedule
RingReduceScatter(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = role.block.range;
    for (uint32_t number = 0; number < role.workers; ++number)
    {
        ForEachChannel(role,
                       PartOf(role.block.range, number, role.workers),
                       [&](const RingOfChannel& ring, const PositionRange& chunk) {
                           ring.PassAlong(schedule, chunk, ring.PlaceOf(number) + 1, StepKind::Add);
                       });
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
        ForEachChannel(role,
                       PartOf(role.block.range, number, role.workers),
                       [&](const RingOfChannel& ring, const PositionRange& chunk) {
                           ring.PassAlong(schedule,
                                          chunk,
                                          ring.PlaceOf(number),
                                          StepKind::KeepForeign,
                                          number);
                       });
    }
    return schedule;
}

Schedule
RingBroadcast(const ScheduleRole& role)
{
    const uint16_t root = RootOf(role);
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = {all.begin, role.worker == root ? all.end : all.begin};
    ForEachChunk(role, [&](const RingOfChannel& ring, const PositionRange& chunk) {
        ring.PassAlong(schedule, chunk, ring.PlaceOf(root), StepKind::KeepForeign, root);
    });
    return schedule;
}

Schedule
RingReduce(const ScheduleRole& role)
{
    const uint16_t root = RootOf(role);
    Schedule schedule;
    schedule.own = role.block.range;
    ForEachChunk(role, [&](const RingOfChannel& ring, const PositionRange& chunk) {
        ring.PassAlong(schedule, chunk, ring.PlaceOf(root) + 1, StepKind::Add);
    });
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
    const uint16_t root = RootOf(role);
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
    const uint16_t root = RootOf(role);
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

Schedule
HierarchicalAllReduce(const ScheduleRole& role)
{
    const uint32_t perServer = role.channels ? role.channels->PerServer() : 0;
    if (perServer == 0)
    {
        return RingAllReduceSchedule(role);
    }
    const auto& all = role.channels->servers;
    const auto servers = static_cast<uint32_t>(all.size());
    const auto [server, number] = role.channels->members[role.worker];
    const RingPlace inside{perServer,
                           number,
                           all[server][(number + perServer - 1) % perServer],
                           all[server][(number + 1) % perServer]};
    const RingPlace between{servers,
                            server,
                            all[(server + servers - 1) % servers][number],
                            all[(server + 1) % servers][number]};
    Schedule schedule;
    schedule.own = role.block.range;
    for (uint32_t part = 0; part < perServer; ++part)
    {
        const PositionRange ofPart = PartOf(schedule.own, part, perServer);
        for (uint32_t end = 0; end < servers; ++end)
        {
            const PositionRange chunk = PartOf(ofPart, end, servers);
            ForEachPiece(chunk, role.chunkFragments, [&](const PositionRange& piece) {
                Strand& strand = schedule.strands.emplace_back();
                inside.AddTurn(strand, piece, part + 1, StepKind::Add);
                if (part == inside.place)
                {
                    between.AddAllReduce(strand, piece, end + 1);
                }
                inside.AddTurn(strand, piece, part, StepKind::TakeSum);
            });
        }
    }
    return schedule;
}

} // namespace ns3::esa
