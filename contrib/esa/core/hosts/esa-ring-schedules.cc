// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ring-schedules.h"

#include "esa-channels.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

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

    /// @return the worker at a place
    uint32_t At(uint32_t number) const
    {
        return m_ring ? m_ring->order[number % size] : number % size;
    }

  private:
    const Channels::Ring* m_ring; ///< null: workers by number
};

/// The ring of a channel, and which part of the data it carries.
struct RingPart
{
    RingOfChannel ring;   ///< the ring
    std::size_t channel;  ///< the part ...
    std::size_t channels; ///< ... of how many

    /// @return the channel's part of some fragments
    /// @param turn number of the range: parts differ by a fragment, and channels take turns with
    ///        the longer ones
    PositionRange Of(const PositionRange& range, std::size_t turn = 0) const
    {
        return PartOf(range, (channel + turn) % channels, channels);
    }
};

/// @return the rings of all channels
std::vector<RingPart>
RingsOf(const ScheduleRole& role)
{
    const std::size_t channels = role.channels ? role.channels->rings.size() : 1;
    std::vector<RingPart> rings;
    for (std::size_t channel = 0; channel < channels; ++channel)
    {
        rings.push_back({RingOfChannel(role, channel), channel, channels});
    }
    return rings;
}

/// Calls a function for each slice of a chunk.
template <typename F>
void
ForEachSlice(const ChunkSizes& sizes, const PositionRange& chunk, F visit)
{
    const uint64_t slice =
        std::max((chunk.Size() + sizes.slices - 1) / sizes.slices, sizes.leastSlice);
    for (StreamPosition begin = chunk.begin; begin < chunk.end; begin += slice)
    {
        visit(PositionRange{begin, std::min(begin + slice, chunk.end)});
    }
}

/// Adds what a worker of a ring does, in NCCL's order. The data has a part for each worker, and
/// what is longer than a chunk takes several loops. In step s of a loop, a worker passes on the
/// chunk that began s places before it, slice by slice. So a late worker sends first what the next
/// one needs first.
/// @param hops that a chunk takes
/// @param partAt the part of the data that begins at a place of a ring
/// @param add adds what a worker does that awaits a slice, in a strand
template <typename Part, typename Add>
void
AddLoops(Schedule& schedule, const ScheduleRole& role, uint32_t hops, Part partAt, Add add)
{
    for (const RingPart& one : RingsOf(role))
    {
        Strand& strand = schedule.strands.emplace_back();
        const uint64_t longest = role.block.range.Size() / role.workers / one.channels + 2;
        for (uint64_t done = 0; done < longest; done += role.chunks.ofRing)
        {
            for (uint32_t step = 0; step <= hops; ++step)
            {
                const uint32_t first = one.ring.From(step);
                const PositionRange part = partAt(one, first);
                const PositionRange chunk{
                    std::min(part.begin + done, part.end),
                    std::min(part.begin + done + role.chunks.ofRing, part.end)};
                ForEachSlice(role.chunks, chunk, [&](const PositionRange& slice) {
                    if (step > 0)
                    {
                        add(strand, one.ring, slice, step);
                    }
                    if (step < hops)
                    {
                        AddStep(strand, StepKind::Send, one.ring.next, slice);
                    }
                });
            }
        }
    }
}

/// Calls a function for each chunk that follows another one, with the ring of its channel. The
/// channels take turns.
template <typename F>
void
ForEachChunk(const ScheduleRole& role, F visit)
{
    const std::vector<RingPart> rings = RingsOf(role);
    const uint64_t most = role.chunks.following * rings.size();
    const uint64_t chunks = (role.block.range.Size() + most - 1) / most;
    for (uint64_t chunk = 0; chunk < chunks; ++chunk)
    {
        for (const RingPart& one : rings)
        {
            visit(one.ring, PartOf(one.Of(role.block.range), chunk, chunks));
        }
    }
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
    const auto partAt = [&](const RingPart& one, uint32_t first) {
        return PartOf(one.Of(role.block.range), first, role.workers);
    };
    const auto add =
        [&](Strand& strand, const RingPlace& ring, const PositionRange& slice, uint32_t step) {
            const StepKind receive = step < role.workers ? StepKind::Add : StepKind::TakeSum;
            AddStep(strand, receive, ring.previous, slice);
        };
    AddLoops(schedule, role, 2 * (role.workers - 1), partAt, add);
    return schedule;
}

Schedule
RingReduceScatter(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = role.block.range;
    const auto partAt = [&](const RingPart& one, uint32_t first) {
        const uint32_t owner = one.ring.At(first + role.workers - 1);
        return one.Of(PartOf(role.block.range, owner, role.workers), owner);
    };
    const auto add =
        [](Strand& strand, const RingPlace& ring, const PositionRange& slice, uint32_t /* step */) {
            AddStep(strand, StepKind::Add, ring.previous, slice);
        };
    AddLoops(schedule, role, role.workers - 1, partAt, add);
    return schedule;
}

Schedule
RingAllGather(const ScheduleRole& role)
{
    Schedule schedule;
    schedule.own = PartOf(role.block.range, role.worker, role.workers);
    const auto partAt = [&](const RingPart& one, uint32_t first) {
        const uint32_t owner = one.ring.At(first);
        return one.Of(PartOf(role.block.range, owner, role.workers), owner);
    };
    const auto add =
        [](Strand& strand, const RingOfChannel& ring, const PositionRange& slice, uint32_t step) {
            const uint32_t owner = ring.At(ring.From(step));
            AddStep(strand, StepKind::KeepForeign, ring.previous, slice, owner);
        };
    AddLoops(schedule, role, role.workers - 1, partAt, add);
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
        AddStep(strand, StepKind::ReceiveForeign, sender, PartOf(all, role.worker, n), sender);
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
        AddStep(strand, StepKind::ReceiveForeign, sender, schedule.own, sender);
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
    for (uint32_t step = 0; step < perServer; ++step) // what is needed earlier goes first
    {
        const uint32_t part = inside.From(step + 1);
        const PositionRange ofPart = PartOf(schedule.own, part, perServer);
        const bool isOwn = part == inside.place;
        for (uint32_t number = 0; number < servers; ++number)
        {
            // all workers of a part take its chunks in the same order
            const uint32_t end = isOwn ? between.From(number + 1) : number;
            const PositionRange chunk = PartOf(ofPart, end, servers);
            ForEachPiece(chunk, role.chunks.following, [&](const PositionRange& piece) {
                Strand& strand = schedule.strands.emplace_back();
                inside.AddTurn(strand, piece, part + 1, StepKind::Add);
                if (isOwn)
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
