// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Lengths of queues in bytes and as times, and late notifications of DCQCN.

#include "scenario/run/recording-files.h"
#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// A worker sends 5 MB over a link of 100 Gb/s to one whose link has a rate of its own. The switch
/// has a queue at that link alone.
std::string
SendTo(double gbps)
{
    return R"({"systems": ["ring"], "iterations": 1, "jitter": {"mode": "none"},
        "topology": {"kind": "graph", "graph": {
            "nodes": [{"name": "a", "role": "host"}, {"name": "b", "role": "host"},
                      {"name": "s", "role": "switch"}],
            "links": [{"between": ["a", "s"]}, {"between": ["b", "s"], "rate_gbps": )" +
           std::to_string(gbps) + R"(}]}}, "link": {"delay_us": 0.5}, "recovery": {"enabled": true},
        "jobs": {"count": 1, "workers": 2, "start_max_us": 0, "collective": "send_receive"},
        "flow": {"window_packets": 100000},
        "dnns": )" +
           DnnOf(0, {5'000'000}).dump() + "}";
}

/// @return the longest queue of the switch
double
LongestQueue(double gbps, const std::vector<std::string>& settings)
{
    const TemporaryDirectory directory;
    RunControl control;
    control.recording.links = directory.Path("links.csv");
    const auto parsed = ParseScenario(SendTo(gbps), "FILE", Overrides(settings));
    RunScenario(parsed.scenario, "ring", 1, control);
    double most = 0;
    for (auto& row : ReadTable(control.recording.links))
    {
        const bool isOfSwitch = HasText(row.at("sender"), "-port");
        most = isOfSwitch ? std::max(most, std::stod(row.at("largest_queue_bytes"))) : most;
    }
    return most;
}

TEST(QueueTimes, HoldWhatTheirPortSendsWithinThem)
{
    for (const double gbps : {10.0, 25.0, 50.0})
    {
        const double most = LongestQueue(gbps, {"link.queue_us=16"});
        EXPECT_LE(most, 2000 * gbps);
        EXPECT_GT(most, 2000 * gbps - 2 * 1514);
    }
}

TEST(QueueTimes, AreWrittenOutAsBytesToo)
{
    const auto parsed =
        ParseScenario("{}",
                      "FILE",
                      Overrides({"link.rate_gbps=400", "link.queue_us=16", "link.pfc.xoff_us=4"}));
    EXPECT_EQ(parsed.scenario->link.queueBytes, 800'000U);
    EXPECT_EQ(parsed.scenario->link.pfc.xoffBytes, 200'000U);
    EXPECT_EQ(parsed.scenario->link.pfc.xonUs, 2) << "half of xoff";
    EXPECT_EQ(parsed.scenario->link.pfc.xonBytes, 100'000U);
    // What is written out can be read again, and changed.
    const auto again = ParseScenario(parsed.effective.dump(), "FILE");
    EXPECT_EQ(again.scenario->link.queueBytes, 800'000U);
    const auto changed =
        ParseScenario(parsed.toChange.dump(), "FILE", Overrides({"link.rate_gbps=100"}));
    EXPECT_EQ(changed.scenario->link.queueBytes, 200'000U);
}

TEST(LateNotifications, DelayTheRateAlone)
{
    const auto longest = [](const std::string& delayUs) {
        return LongestQueue(
            25,
            {"flow.congestion_control=dcqcn", "flow.dcqcn.notification_delay_us=" + delayUs});
    };
    // The queue grows at 75 Gb/s for 20 us longer.
    EXPECT_NEAR(longest("20") - longest("0"), 75e3 * 20 / 8, 2 * 1514);
}

} // namespace
} // namespace ns3::esa::test
