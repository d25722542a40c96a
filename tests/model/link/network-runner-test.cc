// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What rounds and events have in common, and what only events know.

#include "model/training-rack.h"

#include "ns3/esa-network-runner.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-job.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <stdexcept>
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

/// @return the iterations of a job of 100 that have ended when the third one stops the simulation,
/// and when it has gone on
std::pair<uint32_t, uint32_t>
IterationsUntilStop(bool hasRounds)
{
    if (hasRounds)
    {
        NetworkRunner::Get().UseRounds();
    }
    ThreeHosts rack;
    const auto apps = rack.Installed().InstallJobs({rack.Job(1000, 100)}, WithoutJitter());
    uint32_t ended = 0;
    for (uint32_t worker = 0; worker < 2; ++worker)
    {
        apps.Get(worker)->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>([&ended](const IterationRecord& record) {
                ++ended;
                if (record.iteration == 2)
                {
                    Simulator::Stop();
                }
            }));
    }
    Simulator::Run();
    const uint32_t atStop = ended;
    Simulator::Run(); // goes on, until the other worker stops it, too
    Simulator::Run();
    Simulator::Destroy();
    return {atStop, ended};
}

TEST(NetworkRunnerTest, ASimulationIsDestroyedAfterARoundThatThrows)
{
    for (const bool hasRounds : {false, true})
    {
        if (hasRounds)
        {
            NetworkRunner::Get().UseRounds();
        }
        ThreeHosts rack;
        const auto apps = rack.Installed().InstallJobs({rack.Job(1000, 100)}, WithoutJitter());
        apps.Get(0)->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>(
                [](const IterationRecord& /* record */) { throw std::runtime_error("a sink"); }));
        EXPECT_THROW(Simulator::Run(), std::runtime_error);
        Simulator::Destroy();
    }
}

TEST(NetworkRunnerTest, ASinkStopsTheSimulationInRoundsAsByEvents)
{
    const auto byEvents = IterationsUntilStop(false);
    const auto inRounds = IterationsUntilStop(true);
    EXPECT_GE(byEvents.first, 5U);
    EXPECT_LE(byEvents.first, 6U) << "of two workers";
    EXPECT_GE(inRounds.first, 5U);
    EXPECT_LE(inRounds.first, 6U) << "of two workers";
    EXPECT_EQ(byEvents.second, 200U);
    EXPECT_EQ(inRounds.second, 200U) << "a simulation that was stopped can go on";
}

} // namespace
} // namespace ns3::esa::test
