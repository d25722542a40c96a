// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Rina, a ring of racks and of workers, and which switches sum (aggregation.switches).

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

} // namespace
} // namespace ns3::esa::test
