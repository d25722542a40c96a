// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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
    // To agree takes the delays of a path between two workers: before the first all-reduce, and
    // between it and the second one.
    const double us = 2 * operationUs + 2 * 2 + 50;
    EXPECT_NEAR(Simulate(Jobs(1, 1), "mina").jctMs * 1000 / us, 1, 0.01);
}

TEST(Mina, ToAgreeTakesTheDelaysBetweenTheWorkers)
{
    // Of one all-reduce, the workers agree once before they begin.
    const auto jctUs = [](const std::string& system, std::vector<std::string> settings) {
        const std::string text = R"({"topology": {"hosts": 16}, "iterations": 1,
            "jobs": {"count": 1, "workers": 4, "start_max_us": 0}, "jitter": {"mode": "none"},
            "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 2,
                           "partitions": [{"layer": 1, "bytes": 20000}]}}})";
        return 1000 * Simulate(text, system, std::move(settings)).jctMs;
    };
    for (const int64_t delayUs : {1, 50, 5000})
    {
        const std::string delay = "link.delay_us=" + std::to_string(delayUs);
        const double agreementUs = jctUs("mina", {delay}) - jctUs("rina", {delay});
        EXPECT_NEAR(agreementUs, 2 * static_cast<double>(delayUs), 0.1);
        const std::string racks = "topology.racks=2"; // the job is in one of them
        const std::string fast = "topology.uplink_delay_us=0.01";
        EXPECT_EQ(jctUs("mina", {delay, racks, fast}), jctUs("mina", {delay}))
            << "idle links are no part of it";
    }
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
