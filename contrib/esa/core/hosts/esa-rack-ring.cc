// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-rack-ring.h"

#include "esa-ring-schedules.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// A member of the ring.
struct Member
{
    uint16_t endpoint;             ///< a worker, or the switch of a rack
    std::vector<uint16_t> workers; ///< of the rack; empty: it is one worker
};

/// @return the members, in the order of their first workers
std::vector<Member>
MembersOf(const ScheduleRole& role)
{
    std::vector<Member> members;
    std::vector<bool> isBelow(role.workers);
    for (std::size_t rack = 0; rack < role.racks->workers.size(); ++rack)
    {
        const std::vector<uint16_t>& workers = role.racks->workers[rack];
        members.push_back({SummedRacks::EndpointOf(role.workers, rack), workers});
        for (const uint16_t worker : workers)
        {
            isBelow[worker] = true;
        }
    }
    for (uint32_t worker = 0; worker < role.workers; ++worker)
    {
        if (!isBelow[worker])
        {
            members.push_back({static_cast<uint16_t>(worker), {}});
        }
    }
    const auto first = [](const Member& member) {
        return member.workers.empty() ? member.endpoint : member.workers.front();
    };
    std::sort(members.begin(), members.end(), [first](const Member& a, const Member& b) {
        return first(a) < first(b);
    });
    return members;
}

/// @return index of the member that a worker or switch is, or stands below
std::size_t
PlaceOf(const std::vector<Member>& members, uint16_t endpoint)
{
    const auto found = std::find_if(members.begin(), members.end(), [=](const Member& member) {
        const auto& workers = member.workers;
        return member.endpoint == endpoint ||
               std::find(workers.begin(), workers.end(), endpoint) != workers.end();
    });
    ESA_ASSERT(found != members.end(), "each worker and switch has a place in the ring");
    return static_cast<std::size_t>(found - members.begin());
}

/// The parts of a chunk that follow each other as messages.
using Pieces = std::vector<PositionRange>;

/// @return the pieces of a chunk, each of ScheduleRole::chunkFragments at most
Pieces
PiecesOf(const ScheduleRole& role, const PositionRange& chunk)
{
    const uint64_t count = (chunk.Size() + role.chunkFragments - 1) / role.chunkFragments;
    Pieces pieces;
    for (uint64_t piece = 0; piece < count; ++piece)
    {
        pieces.push_back(PartOf(chunk, piece, count));
    }
    return pieces;
}

/// A member's place in the ring.
struct RackRingPlace
{
    const std::vector<Member>& ring; ///< the members
    std::size_t place;               ///< of this one

    /// @return the step after which a chunk is complete
    std::size_t Last() const
    {
        return ring.size() - 1;
    }

    /// @return this member
    const Member& Self() const
    {
        return ring[place];
    }

    /// @return the member that sends to this one
    const Member& Previous() const
    {
        return ring[(place + Last()) % ring.size()];
    }

    /// @return the member that this one sends to
    const Member& Next() const
    {
        return ring[(place + 1) % ring.size()];
    }

    /**
     * @brief Adds what this member does with the fragments of a chunk along the ring.
     * @param strand where it is added
     * @param step of the chunk here: members that have added to it before
     * @param received messages in which they come
     * @param sent messages in which they leave
     */
    void AddSteps(Strand& strand,
                  std::size_t step,
                  const Pieces& received,
                  const Pieces& sent) const
    {
        const auto add = [&strand](StepKind kind, const Member& peer, const Pieces& messages) {
            for (const PositionRange& message : messages)
            {
                AddStep(strand, kind, peer.endpoint, message);
            }
        };
        if (step > 0)
        {
            add(StepKind::Add, Previous(), received);
        }
        if (Last() > 0)
        {
            add(StepKind::Send, Next(), sent);
        }
        if (step < Last())
        {
            add(StepKind::TakeSum, Previous(), received);
        }
        if (step + 1 < Last())
        {
            add(StepKind::Send, Next(), sent);
        }
    }
};

/// @return what a switch does with a piece of a chunk
Strand
StrandOfSwitch(const RackRingPlace& at, std::size_t step, const PositionRange& piece)
{
    Strand strand;
    for (const uint16_t worker : at.Self().workers)
    {
        AddStep(strand, StepKind::Add, worker, piece);
    }
    at.AddSteps(strand, step, {piece}, {piece});
    for (const uint16_t worker : at.Self().workers)
    {
        AddStep(strand, StepKind::Send, worker, piece);
    }
    return strand;
}

/// @return what a worker below a switch does with a piece of a chunk
Strand
StrandBelow(const Member& rack, const PositionRange& piece)
{
    Strand strand;
    AddStep(strand, StepKind::Send, rack.endpoint, piece);
    AddStep(strand, StepKind::TakeSum, rack.endpoint, piece);
    return strand;
}

} // namespace

Schedule
RackRingAllReduce(const ScheduleRole& role)
{
    if (!role.racks || role.racks->workers.empty())
    {
        return RingAllReduceSchedule(role);
    }
    const std::vector<Member> ring = MembersOf(role);
    const RackRingPlace at{ring, PlaceOf(ring, role.worker)};
    const bool isMember = at.Self().endpoint == role.worker;
    const bool isSwitch = role.worker >= role.workers;
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = {all.begin, isSwitch ? all.begin : all.end};
    for (std::size_t step = 0; step < ring.size(); ++step) // what is needed earlier goes first
    {
        const std::size_t number = (at.place + ring.size() - step) % ring.size();
        const PositionRange chunk = PartOf(all, number, ring.size());
        const Pieces pieces = PiecesOf(role, chunk);
        if (isMember && !isSwitch)
        {
            const auto messages = [&](const Member& peer) {
                return peer.workers.empty() ? Pieces{chunk} : pieces;
            };
            Strand strand;
            at.AddSteps(strand, step, messages(at.Previous()), messages(at.Next()));
            schedule.strands.push_back(std::move(strand));
            continue;
        }
        for (const PositionRange& piece : pieces)
        {
            schedule.strands.push_back(isSwitch ? StrandOfSwitch(at, step, piece)
                                                : StrandBelow(at.Self(), piece));
        }
    }
    return schedule;
}

} // namespace ns3::esa
