// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Priority flow control in scenarios: what is said of deadlocks and storms.

#include "scenario/run/simulate.h"

#include "ns3/esa-link-ends.h"

namespace ns3::esa::test
{
namespace
{

/// Five switches in a circle, each with a rack of one host. Worker i + 1 of the ring stands two
/// switches clockwise of worker i, so each link of the circle carries two flows.
std::string
Circle()
{
    std::string nodes;
    std::string links;
    for (int i = 0; i < 5; ++i)
    {
        const std::string n = std::to_string(i);
        nodes += (i > 0 ? "," : "") + (R"({"name": "h)" + n + R"(", "role": "host"},)") +
                 R"({"name": "rack)" + n + R"(", "role": "switch"},)" + R"({"name": "core)" + n +
                 R"(", "role": "switch"})";
        links += (i > 0 ? "," : "") + (R"({"between": ["h)" + n + R"(", "rack)" + n + R"("]},)") +
                 R"({"between": ["rack)" + n + R"(", "core)" + n + R"("]},)" +
                 R"({"between": ["core)" + n + R"(", "core)" + std::to_string((i + 1) % 5) +
                 R"("]})";
    }
    return R"({"systems": ["ring"], "iterations": 1, "jitter": {"mode": "none"},
        "topology": {"kind": "graph", "uplink_delay_us": 1, "graph": {"nodes": [)" +
           nodes + R"(], "links": [)" + links + R"(]}}, "link": {"delay_us": 1},
        "flow": {"window_packets": 2000},
        "placement": {"jobs": [{"workers": [0, 2, 4, 1, 3], "ps": 0}]},
        "jobs": {"count": 1, "workers": 5, "start_max_us": 0},
        "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                       "partitions": [{"layer": 1, "bytes": 40000000}]}}})";
}

TEST(PausesOfScenarios, ACircleOfSwitchesEndsInADeadlockWithTheNamesOfItsLinks)
{
    Simulate(Circle(), "ring");
    const std::string text =
        ErrorOfRun([] { Simulate(Circle(), "ring", {"link.pfc.enabled=true"}); });
    EXPECT_TRUE(HasText(text,
                        "PFC deadlock: the links of these senders are paused and wait for each "
                        "other in a circle: "));
    for (const std::string link : {"core0--core1", "core1--core2", "core2--core3", "core3--core4"})
    {
        EXPECT_TRUE(HasText(text, link));
    }
    EXPECT_TRUE(HasText(text, "pauses were longer than 1 ms"));
}

TEST(PausesOfScenarios, ControlOfCongestionKeepsTheCircleAlive)
{
    for (const std::string control : {"dctcp", "swift"})
    {
        Simulate(Circle(),
                 "ring",
                 {"link.pfc.enabled=true",
                  "flow.congestion_control=" + control,
                  "flow.dctcp.threshold_bytes=30000",
                  "link.pfc.xoff_bytes=400000"});
    }
}

} // namespace
} // namespace ns3::esa::test
