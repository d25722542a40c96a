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

/// A member's place in the ring of racks.
struct RackRingPlace : RingPlace
{
    /// @param members the ring
    /// @param own place of this one
    RackRingPlace(const std::vector<Member>& members, std::size_t own)
        : RingPlace{static_cast<uint32_t>(members.size()),
                    static_cast<uint32_t>(own),
                    members[(own + members.size() - 1) % members.size()].endpoint,
                    members[(own + 1) % members.size()].endpoint},
          self(members[own])
    {
    }

    /**
     * @brief Adds what this member does with the fragments of a chunk along the ring.
     * @param strand where it is added
     * @param first place of the member that begins
     * @param received messages in which they come
     * @param sent messages in which they leave
     */
    void AddSteps(Strand& strand, uint32_t first, const Pieces& received, const Pieces& sent) const
    {
        const auto add = [&strand](StepKind kind, uint32_t peer, const Pieces& messages) {
            for (const PositionRange& message : messages)
            {
                AddStep(strand, kind, peer, message);
            }
        };
        for (const StepKind receive : {StepKind::Add, StepKind::TakeSum})
        {
            Turn(
                receive == StepKind::Add ? first : first + size - 1,
                [&] { add(receive, previous, received); },
                [&] { add(StepKind::Send, next, sent); });
        }
    }

    const Member& self; ///< this member
};

/// @return what a switch does with a piece of a chunk
Strand
StrandOfSwitch(const RackRingPlace& at, uint32_t first, const PositionRange& piece)
{
    Strand strand;
    for (const uint16_t worker : at.self.workers)
    {
        AddStep(strand, StepKind::Add, worker, piece);
    }
    at.AddSteps(strand, first, {piece}, {piece});
    for (const uint16_t worker : at.self.workers)
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
    const RackRingPlace at(ring, PlaceOf(ring, role.worker));
    const bool isMember = at.self.endpoint == role.worker;
    const bool isSwitch = role.worker >= role.workers;
    const PositionRange& all = role.block.range;
    Schedule schedule;
    schedule.own = {all.begin, isSwitch ? all.begin : all.end};
    for (uint32_t step = 0; step < at.size; ++step) // what is needed earlier goes first
    {
        const uint32_t first = at.From(step);
        const PositionRange chunk = PartOf(all, first, at.size);
        Pieces pieces;
        ForEachPiece(chunk, role.chunkFragments, [&pieces](const PositionRange& piece) {
            pieces.push_back(piece);
        });
        if (isMember && !isSwitch)
        {
            const auto messages = [&](uint32_t peer) {
                return peer < role.workers ? Pieces{chunk} : pieces;
            };
            Strand strand;
            at.AddSteps(strand, first, messages(at.previous), messages(at.next));
            schedule.strands.push_back(std::move(strand));
            continue;
        }
        for (const PositionRange& piece : pieces)
        {
            schedule.strands.push_back(isSwitch ? StrandOfSwitch(at, first, piece)
                                                : StrandBelow(at.self, piece));
        }
    }
    return schedule;
}

} // namespace ns3::esa
