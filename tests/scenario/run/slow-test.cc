// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Hosts that compute slowly.

#include "scenario/run/level-jobs.h"
#include "scenario/traces/chakra-files.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

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
