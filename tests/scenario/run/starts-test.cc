// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Workers that start, and jobs that end, end no round of the other nodes.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// @return events of the simulator in a run of eight jobs in rounds @param workers of each
uint64_t
EventsOf(uint32_t workers)
{
    const nlohmann::json scenario{
        {"engine", "rounds"},
        {"jobs", {{"count", 8}, {"workers", workers}, {"start_max_us", 20}}},
        {"iterations", 1},
        {"dnns", DnnOf(20, {20000})}};
    const RunResult result = Simulate(scenario.dump(), "esa");
    return result.events - result.packetHops;
}

TEST(Starts, NoEventOfTheSimulatorStartsAWorker)
{
    // Three events of each worker prepare it, before the first round. With events that start
    // workers, each of which ends a round, there are more than four.
    constexpr uint64_t kMoreWorkers = 8 * (6 - 2);
    EXPECT_LT(EventsOf(6) - EventsOf(2), 4 * kMoreWorkers);
}

} // namespace
} // namespace ns3::esa::test
