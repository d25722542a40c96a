// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Flows whose packets are spread over equal paths.

#include "scenario/run/simulate.h"

#include <set>

namespace ns3::esa::test
{
namespace
{

TEST(Spraying, HashesAreChanceThatDependsOnSeedAndRun)
{
    for (const std::string paths : {"ecmp", "spray"})
    {
        const auto jctMs = [&paths](uint32_t seed, const std::string& run) {
            const auto parsed = ReadScenario("scenarios/topologies/spraying.json",
                                             Overrides({"flow.paths=" + paths, "run=" + run}));
            return RunScenario(parsed.scenario, "ring", seed, RunControl{})->jctMs;
        };
        std::set<double> times{jctMs(1, "2"), jctMs(1, "3")};
        for (const uint32_t seed : {1U, 2U, 3U, 4U})
        {
            times.insert(jctMs(seed, "1"));
        }
        EXPECT_GE(times.size(), 4U) << paths;
        EXPECT_EQ(jctMs(2, "1"), jctMs(2, "1")) << paths;
    }
}

} // namespace
} // namespace ns3::esa::test
