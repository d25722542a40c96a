/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The times that a run reports belong together.

#include "ns3/esa-distribution.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"

#include <cstddef>
#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa::test
{
namespace
{

TEST(Times, OfIterationsAndJobsBelongTogether)
{
    const auto parsed = ParseScenario(
        R"({"iterations": 3, "jobs": {"count": 2, "workers": 2}, "dnns": {"A": {
            "layers": [{"compute_us": 20}, {"compute_us": 10}], "comm_comp_ratio": 1,
            "partitions": [{"layer": 2, "bytes": 20000}, {"layer": 1, "bytes": 20000}]}}})",
        "FILE");
    const RunResult result = *RunScenario(parsed.scenario, "esa", 1, {});
    ASSERT_EQ(result.iterationMs.size(), 2U);
    ASSERT_EQ(result.jobMs.size(), 2U);
    for (std::size_t job = 0; job < 2; ++job)
    {
        const std::vector<double>& iterations = result.iterationMs[job];
        ASSERT_EQ(iterations.size(), 3U);
        const Distribution times = Describe(iterations);
        EXPECT_DOUBLE_EQ(times.mean, result.jctMsPerJob[job]);
        EXPECT_GT(times.least, 0);
        EXPECT_GT(result.jobMs[job], times.most) << "a job has more than one iteration";
        EXPECT_LE(result.jobMs[job], result.makespanMs);
    }
    EXPECT_LE(result.makespanMs, result.simMs);
}

} // namespace
} // namespace ns3::esa::test
