// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Frames of other lengths, hosts of PSes that need time of their own, and the values of public
// code.

#include "scenario/run/simulate.h"

#include "ns3/esa-runner-choice.h"

#include <utility>

namespace ns3::esa::test
{
namespace
{

/// One job alone on 2.5 us links, whose time is known.
const std::string kAlone = R"({"jobs": {"count": 1, "workers": 8, "start_max_us": 0},
    "dnns": {"A": {"layers": [{"compute_us": 32}], "comm_comp_ratio": 2,
        "partitions": [{"layer": 1, "bytes": 1000000}]}},
    "topology": {"hosts": 8}, "link": {"delay_us": 2.5}, "iterations": 1,
    "jitter": {"mode": "none"},
    "window": {"initial_packets": 1000, "min_packets": 1000, "max_packets": 1000,
               "switchml_max_packets": 0}})";

/// @return a small scenario in which a preset fills in fields: none of them is set
ValidScenario
WithPreset(const std::vector<std::string>& settings)
{
    return ValidScenarioOf(R"({"jobs": {"count": 2, "workers": 2}, "topology": {"hosts": 4}})",
                           settings);
}

TEST(Frames, AJobTakesAsLongAsItsFramesTakeOnTheLink)
{
    const std::vector<std::pair<std::string, double>> headersOf{{"switchml", 52}, {"iswitch", 58}};
    for (const auto& [system, headers] : headersOf)
    {
        for (const double values : {32, 62, 64, 256})
        {
            const std::string setting = system + ".values=" + std::to_string(values);
            const double onLinkMs = 1e6 / (4 * values) * (headers + 4 * values) * 8 / 100e9 * 1e3;
            const double jctMs = Simulate(kAlone, system, {setting}).jctMs;
            EXPECT_NEAR(jctMs / (onLinkMs + 0.005 + 0.032), 1, 0.01) << setting;
        }
    }
}

TEST(PsProcessing, IsThatOfHostsUnlessItIsSet)
{
    EXPECT_EQ(Small({"host.processing_ns=700"}).scenario->host.psProcessingNs, 700);
    EXPECT_EQ(
        Small({"host.processing_ns=700", "host.ps_processing_ns=0"}).scenario->host.psProcessingNs,
        0);
    EXPECT_EQ(ReasonAgainstTasks(Small({"host.processing_ns=700"}).scenario, "atp", {}), "");
    EXPECT_NE(ReasonAgainstTasks(Small({"host.ps_processing_ns=700"}).scenario, "atp", {}), "");
}

TEST(PsProcessing, IsMetByWhatPassesThePs)
{
    const std::vector<std::string> slow{"host.ps_processing_ns=20000"};
    EXPECT_EQ(Simulate(kAlone, "switchml").jctMs, Simulate(kAlone, "switchml", slow).jctMs);
    const double atpMs = Simulate(kAlone, "atp", {"switch.memory_bytes=1e9"}).jctMs;
    std::vector<std::string> settings = slow;
    settings.emplace_back("switch.memory_bytes=1e9");
    settings.emplace_back("window.initial_packets=5000");
    settings.emplace_back("window.max_packets=5000");
    EXPECT_NEAR(Simulate(kAlone, "atp", settings).jctMs, atpMs + 0.020, 0.002)
        << "the last result waits once";
}

TEST(Presets, FillInWhatIsNotSet)
{
    const std::vector<std::string> atp{"systems=[\"atp\"]", "atp.preset=\"public\""};
    const ValidScenario scenario = WithPreset(atp);
    EXPECT_EQ(scenario->switchNode.aggregatorIndex, IndexRule::WindowSlot);
    EXPECT_EQ(scenario->window.minPackets, 1200U);
    EXPECT_EQ(scenario->window.maxPackets, 1200U);
    EXPECT_EQ(scenario->ecn.thresholdBytes, 80000U);
    std::vector<std::string> settings = atp;
    settings.emplace_back("window.min_packets=7");
    EXPECT_EQ(WithPreset(settings)->window.minPackets, 7U) << "what is set stays";
    const ValidScenario switchMl =
        WithPreset({"systems=[\"switchml\"]", "switchml.preset=\"public\""});
    EXPECT_EQ(switchMl->systemParameters.at("switchml.values"), 256);
    EXPECT_EQ(switchMl->rto.minUs, 10000);
}

TEST(Presets, AJobOfPublicAtpAloneNeverCollides)
{
    const std::vector<std::string> settings{"atp.preset=public", "switch.memory_bytes=400000"};
    EXPECT_EQ(SimulateWithDefaults(kAlone, "atp", settings).collisions, 0U);
}

TEST(WindowSlots, WorkersAgreeAlsoWhenPacketsAreLost)
{
    const std::string text = R"({"jobs": {"count": 4, "workers": 3, "start_max_us": 10},
        "dnns": {"A": {"layers": [{"compute_us": 32}], "comm_comp_ratio": 2,
            "partitions": [{"layer": 1, "bytes": 300000}]}},
        "switch": {"memory_bytes": 60000, "aggregator_index": "window_slot"},
        "window": {"initial_packets": 100, "max_packets": 100, "counts": "sequence"}})";
    for (const char* system : {"esa", "atp", "straw1"})
    {
        Simulate(text, system);
        Simulate(text,
                 system,
                 {"recovery.enabled=true", "faults.every_link.loss_probability=0.01"});
    }
}

} // namespace
} // namespace ns3::esa::test
