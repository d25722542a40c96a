// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What nodes plan for each of them happens at the same time in rounds as by events, but ends no
// round.

#include "ns3/esa-network-runner.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// What some nodes did, and the events of the simulator that it took.
struct Planned
{
    std::vector<std::pair<uint32_t, Picoseconds>> happened; ///< node and time
    uint64_t events{0};                                     ///< events
};

/// @return what happens if something is planned for each of some nodes, a thousand times
Planned
PlannedOf(uint32_t nodes, bool hasRounds)
{
    Planned planned;
    if (hasRounds)
    {
        NetworkRunner::Get().UseRounds();
    }
    std::vector<Ptr<Node>> all;
    for (uint32_t node = 0; node < nodes; ++node)
    {
        all.push_back(CreateObject<Node>());
        NetworkRunner::Get().AgendaOf(all.back());
    }
    for (int64_t us = 0; us < 1000; ++us)
    {
        NetworkRunner::Get().AtStep({FromMicroseconds(static_cast<double>(us)), 0},
                                    all,
                                    [&planned](const Ptr<Node>& node) {
                                        planned.happened.emplace_back(node->GetId(),
                                                                      SimClock().Now());
                                    });
    }
    Simulator::Run();
    planned.events = Simulator::GetEventCount();
    Simulator::Destroy();
    return planned;
}

TEST(NetworkRunnerTest, WhatIsPlannedForEachNodeEndsNoRound)
{
    const Planned byEvents = PlannedOf(1, false);
    const Planned inRounds = PlannedOf(1, true);
    EXPECT_EQ(byEvents.happened.size(), 1000U);
    EXPECT_EQ(inRounds.happened, byEvents.happened) << "nodes act at the same times";
    EXPECT_GE(byEvents.events, 1000U);
    EXPECT_LT(inRounds.events, 10U) << "rounds end where others have nothing to do";
    EXPECT_EQ(PlannedOf(3, true).happened.size(), 3000U);
}

} // namespace
} // namespace ns3::esa::test
