/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// MINA: all-reduces that share trees in time.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// Jobs of 8 workers in one rack, whose link is the limit: two partitions, both ready at once.
std::string
Jobs(uint32_t jobs, uint32_t iterations)
{
    return R"({"iterations": )" + std::to_string(iterations) +
           R"(, "jitter": {"mode": "none"}, "link": {"delay_us": 1}, "jobs": {"workers": 8, "count": )" +
           std::to_string(jobs) + R"(}, "dnns": {"A": {"layers": [{"compute_us": 50}],
               "comm_comp_ratio": 1, "partitions": [{"layer": 1, "bytes": 1000000},
                                                    {"layer": 1, "bytes": 1000000}]}}})";
}

TEST(Mina, AJobAloneTakesItsTreeForEachAllReduce)
{
    const double frameUs = 1514 * 8 / 100e3;
    const double operationUs = (687 + 45) * frameUs + 4;
    const double us = 2 * operationUs + 4 * 1 + 50; // to agree takes a delay before and after
    EXPECT_NEAR(Simulate(Jobs(1, 1), "mina").jctMs * 1000 / us, 1, 0.02);
}

TEST(Mina, JobsShareTheTreeInTime)
{
    const RunResult two = Simulate(Jobs(2, 4), "mina");
    const double alone = Simulate(Jobs(1, 4), "mina").jctMs;
    const double ring = Simulate(Jobs(2, 4), "ring").jctMs;
    ASSERT_EQ(two.jctMsPerJob.size(), 2U);
    for (const double jctMs : two.jctMsPerJob)
    {
        EXPECT_GT(jctMs, 1.05 * alone) << "it does not have the tree all the time";
        EXPECT_LT(jctMs, 0.95 * ring) << "it has it for some of the time";
    }
}

} // namespace
} // namespace ns3::esa::test
