// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregator-chooser.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace ns3::esa
{
namespace
{

/// @throws std::logic_error: a function of the system has returned what it must not
[[noreturn]] void
Refuse(const System& system, const std::string& what)
{
    throw std::logic_error(std::string("system ") + system.Record().name + ": " + what);
}

} // namespace

Aggregator&
ChooseAggregator(const System& system,
                 RandomSource& random,
                 AggregatorTable& table,
                 const InaPacket& packet,
                 Picoseconds now)
{
    const AggregatorChoice& choice = system.Record().onSwitch.choice;
    const AggregatorRequest request{packet.job,
                                    packet.group,
                                    packet.seq,
                                    table.PlaceOf(table.At(packet.aggregator)),
                                    table.Size(),
                                    system};
    Candidates candidates;
    choice.candidates(request, candidates);
    if (candidates.begin() == candidates.end())
    {
        Refuse(system, "a task has no candidates among the aggregators");
    }
    Aggregator* free = nullptr;
    for (const uint32_t place : candidates)
    {
        if (place >= table.Size())
        {
            Refuse(system,
                   "a candidate is aggregator " + std::to_string(place) + " of " +
                       std::to_string(table.Size()));
        }
        Aggregator& aggregator = table.AtPlace(place);
        if (aggregator.Holds(packet))
        {
            return aggregator;
        }
        if (!free && aggregator.State() == AggregatorState::Free)
        {
            free = &aggregator;
        }
    }
    if (free)
    {
        return *free;
    }
    if (packet.kind != PacketKind::Gradient)
    {
        return table.AtPlace(*std::min_element(candidates.begin(),
                                               candidates.end(),
                                               [&table](uint32_t a, uint32_t b) {
                                                   return table.AtPlace(a).touchedAt <
                                                          table.AtPlace(b).touchedAt;
                                               }));
    }
    std::array<CollidingTask, Candidates::kMax> residents{};
    uint32_t count = 0;
    for (const uint32_t place : candidates)
    {
        residents[count++] = TaskOf(table.AtPlace(place), now);
    }
    const CollidingTask newcomer = TaskOf(packet);
    const uint32_t victim =
        choice.victim({{table.Held()}, residents.data(), count, newcomer, random, system});
    if (victim >= count)
    {
        Refuse(system, "resident " + std::to_string(victim) + " of " + std::to_string(count));
    }
    return table.AtPlace(candidates.begin()[victim]);
}

} // namespace ns3::esa
