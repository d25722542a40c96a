// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Rina, a ring of racks and of workers; which switches sum (aggregation.switches); and MINA.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// One job over racks of four workers; the link of a rack is as fast as that of a host. It computes
/// for 100 us.
std::string
Racks(uint32_t racks, uint64_t bytes)
{
    const std::string workers = std::to_string(4 * racks);
    return R"({"iterations": 1, "jitter": {"mode": "none"}, "link": {"delay_us": 5},
        "topology": {"hosts": )" +
           workers + R"(, "racks": )" + std::to_string(racks) +
           R"(, "spines": 1, "oversubscription": 4, "uplink_delay_us": 5},
        "placement": {"racks_per_job": )" +
           std::to_string(racks) + R"(}, "jobs": {"count": 1, "workers": )" + workers +
           R"(}, "dnns": {"A": {"layers": [{"compute_us": 100}], "comm_comp_ratio": 1,
               "partitions": [{"layer": 1, "bytes": )" +
           std::to_string(bytes) + "}]}}}";
}

const char* const kNoRack = R"(aggregation.switches=["spine0"])";

TEST(Rina, IsARingWhereNoSwitchOfARackSums)
{
    for (const uint64_t bytes : {100000, 1000000})
    {
        const RunResult ring = Simulate(Racks(3, bytes), "ring");
        const RunResult rina = Simulate(Racks(3, bytes), "rina", {kNoRack});
        EXPECT_EQ(rina.iterationMs, ring.iterationMs);
        EXPECT_EQ(rina.packetHops, ring.packetHops);
    }
}

// With R racks the last chunk has left the workers after R chunks, and then each worker gets all R
// chunks: the others come from other racks while its own is complete. A switch has a piece as a
// whole, and a fragment crosses two links up and two down. One rack is the case R = 1.
TEST(ClosedForm, RinaAlone)
{
    for (const uint32_t racks : {1U, 2U, 4U, 8U})
    {
        const double frameUs = 1514 * 8 / 100e3;
        const double fragments = 2747; // 4 MB of 364 values
        const double pieceUs = 45 * frameUs;
        const double us = (2 - 1.0 / racks) * fragments * frameUs + pieceUs + 4 * 1 + 100;
        const RunResult run = Simulate(Racks(racks, 4000000),
                                       "rina",
                                       {"link.delay_us=1", "topology.uplink_delay_us=1"});
        EXPECT_NEAR(run.jctMs * 1000 / us, 1, 0.01) << racks;
    }
}

TEST(Rina, AVeryFastSwitchSumsAtTheRateOfItsLinks)
{
    // The adders of 72 links of 7.2 Tb/s send 40 frames in a nanosecond.
    const RunResult run = Simulate(R"({"iterations": 1, "jitter": {"mode": "none"},
        "link": {"delay_us": 0.1, "rate_gbps": 7200}, "topology": {"hosts": 72},
        "host": {"processing_ns": 0}, "switch": {"processing_ns": 0},
        "flow": {"window_packets": 100000, "ack_every_packets": 1000},
        "jobs": {"count": 1, "workers": 72, "start_max_us": 0},
        "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
            "partitions": [{"layer": 1, "bytes": 40000000}]}}})",
                                   "rina");
    const double us = 27473 * 1514 * 8 / 7200e3; // 40 MB of 364 values
    EXPECT_GT(run.jctMs * 1000 / us, 1);
    EXPECT_LT(run.jctMs * 1000 / us, 1.1);
}

TEST(Rina, EachSwitchThatSumsMakesTheRingShorter)
{
    std::string switches;
    double before = Simulate(Racks(4, 400000), "ring").jctMs;
    for (const std::string rack : {"rack2", "rack0", "rack3", "rack1"})
    {
        switches += (switches.empty() ? "\"" : ", \"") + rack + "\"";
        const double jctMs =
            Simulate(Racks(4, 400000), "rina", {"aggregation.switches=[" + switches + "]"}).jctMs;
        EXPECT_LT(jctMs, 0.95 * before) << switches;
        before = jctMs;
    }
}

TEST(SummingSwitches, AllOfThemAreThoseOfTheRule)
{
    for (const std::string levels : {"aggregation.levels=one", "aggregation.levels=two"})
    {
        const RunResult byRule = Simulate(Racks(3, 200000), "atp", {levels});
        const RunResult all =
            Simulate(Racks(3, 200000),
                     "atp",
                     {levels, R"(aggregation.switches=["rack0", "rack1", "rack2"])"});
        EXPECT_EQ(all.iterationMs, byRule.iterationMs) << levels;
        EXPECT_EQ(all.packetHops, byRule.packetHops) << levels;
    }
}

TEST(SummingSwitches, FewerOfThemSendMoreToThePs)
{
    const RunResult all = Simulate(Racks(3, 200000), "atp");
    const RunResult one = Simulate(Racks(3, 200000), "atp", {R"(aggregation.switches=["rack0"])"});
    EXPECT_GT(one.packetHops, 1.2 * all.packetHops);
}

// MINA: all-reduces that share trees in time.

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
