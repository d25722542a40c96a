// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-tree-schedules.h"

#include "esa-channels.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Half of an exchange between two workers.
struct Halving
{
    uint32_t partner;   ///< the other worker
    PositionRange sent; ///< what the other one keeps
    PositionRange kept; ///< what this one keeps
};

/// The workers of halving and doubling who take part in all steps, a power of two of them.
struct Core
{
    uint32_t pairs; ///< pairs of which one worker does not take part
    uint32_t size;  ///< how many take part

    explicit Core(uint32_t workers)
        : pairs(0),
          size(1)
    {
        while (2 * size <= workers)
        {
            size *= 2;
        }
        pairs = workers - size;
    }

    /// @return number of a worker among those who take part
    uint32_t RankOf(uint32_t worker) const
    {
        return worker < 2 * pairs ? worker / 2 : worker - pairs;
    }

    /// @return the worker with a number among those who take part
    uint32_t WorkerOf(uint32_t rank) const
    {
        return rank < pairs ? 2 * rank + 1 : rank + pairs;
    }
};

/// @return the exchanges of a worker, the largest first
std::vector<Halving>
HalvingsOf(const Core& core, uint32_t rank, const PositionRange& range)
{
    std::vector<Halving> halvings;
    uint64_t begin = 0;
    uint64_t end = core.size; // in chunks
    const auto chunks = [&core, &range](uint64_t first, uint64_t last) {
        return PositionRange{PartOf(range, first, core.size).begin,
                             PartOf(range, last, core.size).begin};
    };
    for (uint32_t distance = 1; distance < core.size; distance *= 2)
    {
        const uint64_t middle = (begin + end) / 2;
        const bool keepsUpper = (rank & distance) != 0;
        const auto lower = chunks(begin, middle);
        const auto upper = chunks(middle, end);
        halvings.push_back({core.WorkerOf(rank ^ distance),
                            keepsUpper ? lower : upper,
                            keepsUpper ? upper : lower});
        (keepsUpper ? begin : end) = middle;
    }
    return halvings;
}

/// Adds a message to another worker, which clears it.
void
AddClearedSend(Strand& strand, uint32_t peer, const PositionRange& range)
{
    AddClearing(strand, StepKind::AwaitClear, peer, range);
    AddStep(strand, StepKind::Send, peer, range);
}

/// Adds an exchange with another worker. It ends when both messages are through: a worker that is
/// late would else send messages of several steps at the same time, and each would take longer. A
/// message that came while its receiver is in an earlier step would share the receiver's link with
/// what the receiver waits for, so the receiver clears it when its own step begins.
/// @param receive what the worker does with the message that it gets
void
AddExchange(Strand& strand,
            uint32_t partner,
            const PositionRange& sent,
            StepKind receive,
            const PositionRange& received)
{
    AddClearing(strand, StepKind::Clear, partner, received);
    AddClearedSend(strand, partner, sent);
    AddStep(strand, receive, partner, received);
    strand.push_back({StepKind::AwaitSent, 0, {}});
}

/// @return the place in tree 0
TreePlace
PlaceInFirstTree(uint32_t worker, uint32_t workers)
{
    TreePlace place;
    uint32_t height = 1; // 2 to the power of the worker's height
    while (height < workers && (worker & height) == 0)
    {
        height *= 2;
    }
    if (worker == 0)
    {
        if (workers > 1)
        {
            place.children[1] = height / 2;
        }
        return place;
    }
    const uint32_t parent = (worker ^ height) | (2 * height);
    place.parent = parent < workers ? parent : worker ^ height;
    uint32_t below = height / 2;
    if (below == 0)
    {
        return place;
    }
    place.children[0] = worker - below;
    while (below > 0 && worker + below >= workers)
    {
        below /= 2;
    }
    if (below > 0)
    {
        place.children[1] = worker + below;
    }
    return place;
}

/// Adds what a worker does with chunks that take two trees in turn.
/// @param places of the worker in both trees
void
AddDoubleTree(Schedule& schedule,
              const PositionRange& all,
              const ChunkSizes& chunks,
              const std::array<TreePlace, 2>& places)
{
    const uint64_t most = chunks.InTree((all.Size() + 1) / 2);
    const uint64_t perTree = ((all.Size() + 1) / 2 + most - 1) / most;
    for (uint64_t chunk = 0; chunk < 2 * perTree; ++chunk)
    {
        const auto tree = static_cast<uint8_t>(chunk % 2);
        const TreePlace& place = places[tree];
        const PositionRange half = PartOf(all, tree, 2);
        const StreamPosition begin = std::min(half.begin + chunk / 2 * most, half.end);
        const PositionRange range{begin, std::min(begin + most, half.end)};
        Strand strand;
        const auto add = [&](StepKind kind, uint32_t peer) {
            AddStep(strand, kind, peer, range, 0, tree); // each tree has connections of its own
        };
        for (const auto& child : place.children)
        {
            if (child)
            {
                add(StepKind::Add, *child);
            }
        }
        if (place.parent)
        {
            add(StepKind::Send, *place.parent);
            add(StepKind::TakeSum, *place.parent);
        }
        for (const auto& child : place.children)
        {
            if (child)
            {
                add(StepKind::Send, *child);
            }
        }
        schedule.strands.push_back(std::move(strand));
    }
}

} // namespace

Schedule
HalvingDoublingAllReduce(const ScheduleRole& role)
{
    Schedule schedule;
    const PositionRange& all = role.block.range;
    schedule.own = all;
    Strand strand;
    const Core core(role.workers);
    const bool isPaired = role.worker < 2 * core.pairs;
    if (isPaired && role.worker % 2 == 0)
    {
        AddClearedSend(strand, role.worker + 1, all);
        AddClearing(strand, StepKind::Clear, role.worker + 1, all);
        AddStep(strand, StepKind::TakeSum, role.worker + 1, all);
        schedule.strands.push_back(std::move(strand));
        return schedule;
    }
    if (isPaired)
    {
        AddClearing(strand, StepKind::Clear, role.worker - 1, all);
        AddStep(strand, StepKind::Add, role.worker - 1, all);
    }
    auto halvings = HalvingsOf(core, core.RankOf(role.worker), all);
    for (const Halving& halving : halvings)
    {
        AddExchange(strand, halving.partner, halving.sent, StepKind::Add, halving.kept);
    }
    std::reverse(halvings.begin(), halvings.end());
    for (const Halving& halving : halvings)
    {
        AddExchange(strand, halving.partner, halving.kept, StepKind::TakeSum, halving.sent);
    }
    if (isPaired)
    {
        AddClearedSend(strand, role.worker - 1, all);
    }
    schedule.strands.push_back(std::move(strand));
    return schedule;
}

TreePlace
PlaceInTree(uint32_t worker, uint32_t workers, uint32_t tree)
{
    if (tree == 0)
    {
        return PlaceInFirstTree(worker, workers);
    }
    const bool isOdd = workers % 2 == 1;
    const auto there = [isOdd, workers](uint32_t one) {
        return isOdd ? (one + workers - 1) % workers : workers - 1 - one;
    };
    const auto back = [isOdd, workers](std::optional<uint32_t>& one) {
        if (one)
        {
            one = isOdd ? (*one + 1) % workers : workers - 1 - *one;
        }
    };
    TreePlace place = PlaceInFirstTree(there(worker), workers);
    back(place.parent);
    back(place.children[0]);
    back(place.children[1]);
    return place;
}

TreePlace
PlaceInTreeOfServers(uint16_t worker, const Channels& channels, std::size_t channel, uint32_t tree)
{
    const auto [server, number] = channels.members[worker];
    const std::vector<uint16_t>& workers = channels.servers[server];
    const std::size_t size = workers.size();
    const auto head = [&](uint32_t other) -> uint32_t {
        const std::vector<uint16_t>& there = channels.servers[other];
        return there[channel % there.size()];
    };
    TreePlace place;
    const std::size_t below = (number + size - channel % size) % size; // hops from the head
    if (below + 1 < size)
    {
        place.children[2] = workers[(number + 1) % size];
    }
    if (below > 0)
    {
        place.parent = workers[(number + size - 1) % size];
        return place;
    }
    const auto servers = static_cast<uint32_t>(channels.servers.size());
    const TreePlace ofServer = PlaceInTree(server, servers, tree);
    if (ofServer.parent)
    {
        place.parent = head(*ofServer.parent);
    }
    for (std::size_t child = 0; child < 2; ++child)
    {
        if (ofServer.children[child])
        {
            place.children[child] = head(*ofServer.children[child]);
        }
    }
    return place;
}

Schedule
DoubleTreeAllReduce(const ScheduleRole& role)
{
    const Channels* const channels = role.channels;
    const std::size_t count = channels ? channels->rings.size() : 1;
    Schedule schedule;
    schedule.own = role.block.range;
    for (std::size_t channel = 0; channel < count; ++channel)
    {
        const PositionRange part = PartOf(schedule.own, channel, count);
        if (part.Size() == 0)
        {
            continue;
        }
        const auto place = [&](uint32_t tree) {
            return channels ? PlaceInTreeOfServers(role.worker, *channels, channel, tree)
                            : PlaceInTree(role.worker, role.workers, tree);
        };
        AddDoubleTree(schedule, part, role.chunks, {place(0), place(1)});
    }
    return schedule;
}

} // namespace ns3::esa
