// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Servers of several accelerators and cards: times by closed forms, and who uses which card.

#include "scenario/run/level-jobs.h"

#include <algorithm>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kServerBytes = 16'777'216; ///< gradients of an iteration
constexpr double kCardGbps = 100;
constexpr double kCardUs = 0.5;
constexpr double kInsideGbps = 2400;
constexpr double kInsideUs = 0.025;

/// One job on servers of eight accelerators; its gradients are one partition.
json
OnServers(uint32_t servers, uint32_t cards)
{
    return {{"iterations", 1},
            {"jitter", {{"mode", "none"}}},
            {"topology", {{"kind", "servers"}, {"servers", servers}, {"cards", cards}}},
            {"link", {{"rate_gbps", kCardGbps}, {"delay_us", kCardUs}}},
            {"flow", {{"step_us", 0}}},
            {"dnns", DnnOf(0, {kServerBytes})},
            {"jobs", {{"count", 1}, {"workers", 8 * servers}, {"start_max_us", 0}}}};
}

/// @return the result, with the default windows and timers
RunResult
RunOnServers(const json& scenario, const std::string& system, const RunControl& control = {})
{
    json ofSystem = scenario;
    ofSystem["systems"] = {system};
    const auto parsed = ParseScenario(ofSystem.dump(), "FILE");
    const RunResult result = *RunScenario(parsed.scenario, system, 1, control);
    EXPECT_EQ(result.resultsWrong, 0U);
    EXPECT_GT(result.resultsChecked, 0U);
    EXPECT_LE(result.utilization, 1);
    return result;
}

/// @return frames of the gradients
double
CardFrames(const std::string& system)
{
    return std::ceil(kServerBytes / (1. * PayloadBytes(FindSystem(system)->onHost.frame)));
}

/// @return time of a frame at a rate
double
CardFrameUs(const std::string& system, double gbps)
{
    return System(*FindSystem(system)).DataFrameBytes() * 8 / (gbps * 1e3);
}

TEST(Cards, ARingForEachCardTakesTheTimeOfItsPart)
{
    for (const uint32_t servers : {2, 4})
    {
        for (const uint32_t cards : {1, 2, 4, 8})
        {
            SCOPED_TRACE(std::to_string(servers) + " servers, cards " + std::to_string(cards));
            const double n = 8 * servers;
            const double chunk = CardFrames("ring") / (cards * n);
            // Each card sends a chunk in each step, without a gap. The last one goes through two
            // links inside servers, too.
            const double us = 2 * (n - 1) * chunk * CardFrameUs("ring", kCardGbps) +
                              2 * (kCardUs + CardFrameUs("ring", kCardGbps)) +
                              2 * (kInsideUs + chunk * CardFrameUs("ring", kInsideGbps));
            json scenario = OnServers(servers, cards);
            EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs * 1000, us, 0.05 * us);
            scenario["flow"]["window_packets"] = 1000; // acknowledgements wait behind data
            EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs * 1000, us, 0.02 * us);
        }
    }
}

TEST(Cards, ATreeForEachCardTakesTheTimeOfItsPart)
{
    for (const std::string system : {"esa", "sharp", "panama"})
    {
        for (const uint32_t cards : {1, 2, 8})
        {
            SCOPED_TRACE(system + ", cards " + std::to_string(cards));
            json scenario = OnServers(2, cards);
            scenario["switch"]["memory_bytes"] = 100'000'000;
            // up from a server, to the PS's server, and back
            const double us = (CardFrames(system) / cards + 4) * CardFrameUs(system, kCardGbps) +
                              4 * kCardUs + 2 * (CardFrameUs(system, kInsideGbps) + kInsideUs);
            const double jctUs = RunOnServers(scenario, system).jctMs * 1000;
            EXPECT_NEAR(jctUs, us, 0.02 * us);
        }
    }
}

TEST(Cards, TwoLevelsTakeTheTimeOfTheSlowerOne)
{
    for (const uint32_t servers : {2, 4})
    {
        const double part = CardFrames("hierarchical") / 8;
        const double between =
            2 * (servers - 1.) / servers * part * CardFrameUs("hierarchical", kCardGbps);
        const double inside = 2 * 7 * part * CardFrameUs("hierarchical", kInsideGbps);
        const double jctUs = RunOnServers(OnServers(servers, 8), "hierarchical").jctMs * 1000;
        EXPECT_GT(jctUs, std::max(between, inside));
        EXPECT_LT(jctUs, 1.02 * (between + inside));
    }
}

TEST(Cards, TheTreesOfHostsUseAllOfThem)
{
    const double one = RunOnServers(OnServers(4, 1), "double_tree").jctMs;
    const double eight = RunOnServers(OnServers(4, 8), "double_tree").jctMs;
    EXPECT_GT(one, 4 * eight);
    // Each card carries its part up and down at least.
    EXPECT_GT(eight * 1000, CardFrames("double_tree") / 8 * CardFrameUs("double_tree", kCardGbps));
}

TEST(Cards, NoneIsUsedInsideAServer)
{
    for (const std::string system : {"ring", "double_tree", "hierarchical", "esa", "sharp"})
    {
        json scenario = OnServers(2, 8);
        scenario["jobs"]["workers"] = 8;
        const TemporaryDirectory directory;
        RunControl control;
        control.recording.links = directory.Path("links.csv");
        RunOnServers(scenario, system, control);
        for (const auto& row : ReadTable(control.recording.links))
        {
            const bool isCard = row.at("sender").find("leaf") != std::string::npos;
            EXPECT_TRUE(!isCard || row.at("frames") == "0") << system << " " << row.at("sender");
        }
    }
}

TEST(Cards, CarryTheSameWithAndWithoutRailsAndBehindSpines)
{
    json scenario = OnServers(4, 8);
    scenario["flow"]["window_packets"] = 1000;
    const double rails = RunOnServers(scenario, "ring").jctMs;
    scenario["topology"]["rails"] = false;
    EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs, rails, 0.02 * rails);
    scenario["topology"].update({{"racks", 2}, {"spines", 2}, {"uplink_delay_us", 0.5}});
    EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs, rails, 0.02 * rails);
    scenario["topology"]["rails"] = true;
    EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs, rails, 0.02 * rails);
}

TEST(Cards, SumsOfTwoRacksMeetAtTheCardsOfThePs)
{
    json scenario = OnServers(4, 8);
    scenario["topology"].update({{"racks", 2}, {"spines", 2}});
    scenario["aggregation"]["levels"] = "all";
    scenario["switch"]["memory_bytes"] = 100'000'000;
    const double us = CardFrames("sharp") / 8 * CardFrameUs("sharp", kCardGbps);
    EXPECT_NEAR(RunOnServers(scenario, "sharp").jctMs * 1000, us, 0.06 * us)
        << "each sum comes once";
}

TEST(Cards, AStepOfNcclTakesItsTime)
{
    json scenario = OnServers(2, 8);
    scenario["dnns"] = DnnOf(0, {16 * 8 * 1000});
    const double without = RunOnServers(scenario, "ring").jctMs * 1000;
    scenario["flow"].erase("step_us");
    EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs * 1000, without + 30 * 0.6, 0.1 * 30 * 0.6);
}

} // namespace
} // namespace ns3::esa::test
