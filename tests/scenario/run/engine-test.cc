// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What the task engine does beside giving the rows that others give, which esa-ways tests.

#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-worker-model.h"
#include "ns3/simulator.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

/// @return a row of results without what differs between engines: events, and the wall clock
std::string
RowOf(RunResult result)
{
    result.events = 0;
    result.wallS = 0;
    return JsonRow(result).dump();
}

TEST(EngineTest, IdleTimeCostsNothing)
{
    std::vector<std::string> settings{"dnns.A.layers=[{\"compute_us\": 1000000}]",
                                      "dnns.A.partitions=[{\"layer\": 1, \"bytes\": 1000}]",
                                      "link.delay_us=0.5"};
    for (const char* system : {"esa", "atp", "switchml"})
    {
        const auto result = RunByEngine(Small(settings).scenario, system, 1, {});
        EXPECT_LT(result->events, 20000U) << system << ": two seconds are 8 million rounds";
        auto packets = settings;
        packets.emplace_back("engine=ns3");
        EXPECT_EQ(RowOf(*result), RowOf(*RunScenario(Small(packets).scenario, system, 1, {})))
            << system;
    }
}

TEST(EngineTest, CanBeInterrupted)
{
    const std::sig_atomic_t isInterrupted = 1;
    RunControl control;
    control.interrupted = &isInterrupted;
    EXPECT_FALSE(RunByEngine(Small({}).scenario, "switchml", 1, control));
}

TEST(EngineTest, AnInterruptWhileTheNetworkIsBuiltIsNotForgotten)
{
    const std::sig_atomic_t isInterrupted = 1;
    bool hasBegun = false;
    RunControl control;
    control.interrupted = &isInterrupted;
    control.built = [&hasBegun](const Network& /* network */) {
        Simulator::Schedule(Seconds(0), [&hasBegun] { hasBegun = true; });
    };
    EXPECT_FALSE(RunScenario(Small({"engine=ns3"}).scenario, "esa", 1, control));
    EXPECT_FALSE(hasBegun);
}

TEST(EngineTest, KeepsNoReminderThatHasArrived)
{
    EngineLinks links;
    links.framePs = 20000;
    links.reminderPs = 10000;
    TaskRing rows(1, 4);
    WorkerModel worker(links, rows, 0, 0);
    worker.Begin({}, {});
    for (int64_t step = 0; step < 10000; ++step)
    {
        worker.Advance(0, {{7, step * 100}}, step * 100 + 1);
        worker.remindersTaken = worker.Reminders().size();
        EXPECT_LE(worker.Reminders().size(), 2U);
    }
}

} // namespace
} // namespace ns3::esa::test
