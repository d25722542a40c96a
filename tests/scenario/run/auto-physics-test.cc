// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The defaults fit the network: no window keeps a link idle, and a faster network is not slower.

#include "scenario/run/simulate.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// One job alone, in one rack or in two.
std::string
JobIn(int racks)
{
    const std::string number = std::to_string(racks);
    return R"({"topology": {"hosts": 8, "racks": )" + number + R"(, "spines": )" + number +
           R"(}, "placement": {"racks_per_job": )" + number +
           R"(}, "link": {"delay_us": 0.5}, "iterations": 1, "jitter": {"mode": "none"},
           "jobs": {"count": 1, "workers": 8, "start_max_us": 0},
           "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                          "partitions": [{"layer": 1, "bytes": 2000000}]}}})";
}

/// @return the JCT in ms, with the arguments of --set
double
JctOf(const std::string& system, int racks, const std::vector<std::string>& settings)
{
    return SimulateWithDefaults(JobIn(racks), system, settings).jctMs;
}

constexpr int kRatesGbps[]{100, 200, 400, 800};

TEST(Defaults, LetNoWindowLimitAJob)
{
    for (const int racks : {1, 2})
    {
        for (const int gbps : kRatesGbps)
        {
            const std::string rate = "link.rate_gbps=" + std::to_string(gbps);
            for (const char* const system : {"esa", "atp", "switchml", "panama", "ring"})
            {
                SCOPED_TRACE(std::string(system) + " in " + std::to_string(racks) + " racks at " +
                             rate);
                const double most = JctOf(system,
                                          racks,
                                          {rate,
                                           "window.max_packets=18939",
                                           "window.initial_packets=9000",
                                           "ecn.threshold_bytes=0",
                                           "window.switchml_max_packets=0",
                                           "flow.window_packets=100000"});
                EXPECT_LE(JctOf(system, racks, {rate}), 1.02 * most);
            }
        }
    }
}

TEST(Windows, OfAtpKeepWithinTheirCap)
{
    const std::vector<std::string> capped{"window.atp_max_packets=50"};
    for (const char* const system : {"atp", "a2tp"})
    {
        EXPECT_EQ(JctOf(system, 1, capped),
                  JctOf(system, 1, {"window.max_packets=50", "window.initial_packets=50"}))
            << system;
    }
    // 8,065 / 50 round trips of four links and four frames of 24.48 ns, since sums go by the PS
    const double fragments = 2000000 / 248.0;
    EXPECT_NEAR(JctOf("atp", 1, capped), fragments / 50 * 4 * (0.5 + 0.02448) / 1000, 0.01);
    EXPECT_EQ(JctOf("esa", 1, capped), JctOf("esa", 1, {}));
}

TEST(Defaults, MakeNoSystemSlowerOnFasterLinks)
{
    for (const int racks : {1, 2})
    {
        for (const char* const system :
             {"esa", "straw1", "atp", "a2tp", "switchml", "panama", "iswitch", "ring"})
        {
            double before = 0;
            for (const int gbps : kRatesGbps)
            {
                const double jct = JctOf(system, racks, {"link.rate_gbps=" + std::to_string(gbps)});
                EXPECT_TRUE(before == 0 || jct < before)
                    << system << " in " << racks << " racks at " << gbps << " Gb/s: " << jct
                    << " ms, before " << before;
                before = jct;
            }
        }
    }
}

TEST(Defaults, LetNoJobCollideWithItself)
{
    const std::vector<std::vector<std::string>> shapes{
        {},
        {"topology.racks=8", "placement.racks_per_job=8"},
        {"topology.racks=8", "placement.racks_per_job=8", "aggregation.levels=all"},
        {"topology.racks=8",
         "topology.spines=4",
         "placement.racks_per_job=8",
         "aggregation.trees=4"},
    };
    for (const auto& shape : shapes)
    {
        for (const char* const system : {"esa", "straw1", "atp", "a2tp"})
        {
            for (const int workers : {8, 64}) // 64 stand in several groups
            {
                std::vector<std::string> settings = shape;
                settings.push_back("topology.hosts=" + std::to_string(workers));
                settings.push_back("jobs.workers=" + std::to_string(workers));
                const ValidScenario scenario = ValidScenarioOf(JobIn(1), settings);
                EXPECT_EQ(RunScenario(scenario, system, 1, {}).value().collisions, 0U)
                    << system << " with " << workers << " workers: " << Joined(settings);
            }
        }
    }
}

TEST(Defaults, OfTheLinearIndexCollideFromOnePacketMoreThanThePool)
{
    const auto collisions = [](const std::string& window) {
        return SimulateWithDefaults(JobIn(1),
                                    "atp",
                                    {"switch.memory_bytes=264000",
                                     "link.delay_us=50",
                                     "switch.aggregator_index=linear",
                                     "window.initial_packets=" + window,
                                     "window.max_packets=" + window})
            .collisions;
    };
    EXPECT_EQ(collisions("1000"), 0U) << "as many packets as aggregators";
    EXPECT_GT(collisions("1001"), 0U);
}

} // namespace
} // namespace ns3::esa::test
