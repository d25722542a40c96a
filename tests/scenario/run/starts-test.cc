/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Workers that start, and jobs that end, end no round of the other nodes.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// @return events of the simulator in a run of some jobs in rounds @param startMaxUs when they
/// start at the latest
uint64_t
EventsOf(uint32_t jobs, uint32_t startMaxUs)
{
    const nlohmann::json scenario{
        {"engine", "rounds"},
        {"jobs", {{"count", jobs}, {"workers", 4}, {"start_max_us", startMaxUs}}},
        {"iterations", 1},
        {"dnns", DnnOf(20, {20000})}};
    const RunResult result = Simulate(scenario.dump(), "esa");
    return result.events - result.packetHops;
}

TEST(Starts, AWorkerThatStartsLaterTakesNoEventOfTheSimulator)
{
    EXPECT_LT(EventsOf(8, 20), EventsOf(8, 0));
}

} // namespace
} // namespace ns3::esa::test
