// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Hosts that compute slowly, and links with a lower rate, beside closed forms.

#include "scenario/run/level-jobs.h"
#include "scenario/traces/chakra-files.h"
#include "wire-time.h"

#include "ns3/esa-system.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

TEST(SlowHosts, SlotsDoNotSendAgainWhatWaitsAtASlowLink)
{
    for (const std::string system : {"switchml", "sharp", "hire", "iswitch"})
    {
        for (const double slowdown : {1., 15., 40.})
        {
            json scenario = JobsOf("two");
            scenario["topology"] = {{"hosts", 8}};
            scenario["link"] = {{"rate_gbps", 100}, {"delay_us", 1}};
            scenario["jobs"] = {{"count", 1}, {"workers", 8}, {"start_max_us", 0}};
            scenario["dnns"] = DnnOf(0, {4'000'000});
            scenario["faults"]["slow"] = {
                {{"between", {"rack0", "host3"}}, {"slowdown", slowdown}}};
            scenario["recovery"]["enabled"] = true;
            const System made(*FindSystem(system));
            const double frames = std::ceil(4e6 / made.PayloadBytes());
            const double expected = slowdown * (frames + 1) * FrameUs(made.DataFrameBytes()) + 2;
            const RunResult result = SimulateWithDefaults(scenario.dump(), system);
            EXPECT_NEAR(result.jctMs * 1e3, expected, 0.002 * expected) << system << slowdown;
            EXPECT_EQ(result.remindersWorker, 0U) << system << slowdown;
        }
    }
}

TEST(SlowHosts, SlotsDoNotSendAgainWhatWaitsInALargeWindow)
{
    json scenario = JobsOf("two");
    scenario["topology"] = {{"hosts", 4}};
    scenario["link"] = {{"rate_gbps", 100}, {"delay_us", 1}};
    scenario["jobs"] = {{"count", 1}, {"workers", 4}, {"start_max_us", 0}};
    scenario["dnns"] = DnnOf(0, {4'194'304});
    scenario["recovery"]["enabled"] = true;
    scenario["switchml"]["values"] = 256;
    scenario["window"]["switchml_max_packets"] = 0; // the memory holds 2,441 slots
    const RunResult result = SimulateWithDefaults(scenario.dump(), "switchml");
    const double expected = (4096 + 1) * FrameUs(52 + 1024) + 4;
    EXPECT_NEAR(result.jctMs * 1e3, expected, 0.01 * expected);
    EXPECT_EQ(result.remindersWorker, 0U);
}

TEST(SlowHosts, RanksOfExecutionTracesAreSlowToo)
{
    const TemporaryDirectory folder;
    // computation takes nearly all of the time
    const std::string trace = MakeTrace(folder, "t", "--layer-bytes 10000");
    json scenario{{"systems", {"esa"}},
                  {"iterations", 1},
                  {"jobs", {{"start_max_us", 0}}},
                  {"execution", {{"traces", {trace}}}}};
    const double usualUs = RunExactly(scenario, "esa").jctMs * 1e3;
    scenario["faults"]["slow"] = {{{"hosts", {1}}, {"slowdown", 2}}};
    const double computeUs = 4 * (100 + 200); // four layers
    EXPECT_NEAR(RunExactly(scenario, "esa").jctMs * 1e3 - usualUs, computeUs, 0.05 * computeUs);
}

} // namespace
} // namespace ns3::esa::test
