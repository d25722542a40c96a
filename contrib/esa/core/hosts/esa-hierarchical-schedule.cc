// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-hierarchical-schedule.h"

#include "esa-channels.h"
#include "esa-ring-schedules.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// A worker's place in a ring over some workers.
struct PlaceInRing
{
    uint32_t size;     ///< how many workers
    uint32_t place;    ///< of this one
    uint32_t previous; ///< the worker that sends to this one
    uint32_t next;     ///< the worker that this one sends to

    /// @return steps along the ring from a place to this one
    uint32_t From(uint32_t other) const
    {
        return (place + size - other % size) % size;
    }
};

/// Adds the scatter of a chunk, whose sum ends at a place.
void
AddScatter(Strand& strand, const PlaceInRing& ring, uint32_t end, const PositionRange& chunk)
{
    const uint32_t step = ring.From(end + 1);
    if (step > 0)
    {
        AddStep(strand, StepKind::Add, ring.previous, chunk);
    }
    if (step + 1 < ring.size)
    {
        AddStep(strand, StepKind::Send, ring.next, chunk);
    }
}

/// Adds the gathering of a sum, which begins at a place.
void
AddGather(Strand& strand, const PlaceInRing& ring, uint32_t begin, const PositionRange& chunk)
{
    const uint32_t step = ring.From(begin);
    if (step > 0)
    {
        AddStep(strand, StepKind::TakeSum, ring.previous, chunk);
    }
    if (step + 1 < ring.size)
    {
        AddStep(strand, StepKind::Send, ring.next, chunk);
    }
}

} // namespace

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
    const PlaceInRing inside{perServer,
                             number,
                             all[server][(number + perServer - 1) % perServer],
                             all[server][(number + 1) % perServer]};
    const PlaceInRing between{servers,
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
            const uint64_t pieces = (chunk.Size() + role.chunkFragments - 1) / role.chunkFragments;
            for (uint64_t number = 0; number < pieces; ++number)
            {
                const PositionRange piece = PartOf(chunk, number, pieces);
                Strand strand;
                AddScatter(strand, inside, part, piece);
                if (part == inside.place)
                {
                    AddScatter(strand, between, end, piece);
                    AddGather(strand, between, end, piece);
                }
                AddGather(strand, inside, part, piece);
                schedule.strands.push_back(std::move(strand));
            }
        }
    }
    return schedule;
}

} // namespace ns3::esa
