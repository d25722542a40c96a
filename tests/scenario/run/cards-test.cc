// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Servers of several accelerators and cards: times by closed forms, and who uses which card.

#include "scenario/run/level-jobs.h"
#include "scenario/traces/chakra-files.h"
#include "wire-time.h"

#include "ns3/esa-results.h"

#include <algorithm>
#include <map>

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
            {"flow", {{"protocol", "none"}}},
            {"sharp", {{"latency_us", 0}}},
            {"dnns", DnnOf(0, {kServerBytes})},
            {"jobs", {{"count", 1}, {"workers", 8 * servers}, {"start_max_us", 0}}}};
}

/// @return the result, with the default windows and timers
RunResult
RunOnServers(const json& scenario, const std::string& system, const RunControl& control = {})
{
    const RunResult result = SimulateWithDefaults(scenario.dump(), system, {}, control);
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
    return OnWire(System(*FindSystem(system)).DataFrameBytes()) * 8 / (gbps * 1e3);
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
    scenario["flow"]["protocol"] = "simple";
    // A call, and 30 steps. Some chunk crosses between the two servers in four of them.
    const double us = 8.4 + 26 * 3.4 + 4 * 14;
    EXPECT_NEAR(RunOnServers(scenario, "ring").jctMs * 1000, without + us, 0.03 * us);
}

/// Servers as a file of SimAI has them: an accelerator has a link to the switch inside its server,
/// and another one to a leaf. more: a spine
json
AsGraph(const json& servers, bool more = false)
{
    const auto parsed = ParseScenario(servers.dump(), "FILE");
    const TopologyGraph& graph = parsed.scenario->routes->Graph();
    json nodes = json::array();
    for (const TopologyNode& node : graph.nodes)
    {
        nodes.push_back(
            {{"name", node.name}, {"role", node.role == NodeRole::Host ? "host" : "switch"}});
    }
    json links = json::array();
    const std::size_t hosts = parsed.scenario->Hosts();
    std::map<std::size_t, std::size_t> cards; // by server
    for (const TopologyLink& link : graph.links)
    {
        const bool isCard = link.a >= hosts && graph.nodes[link.a].name.find("server") == 0;
        const std::size_t end = isCard ? (link.a - hosts) * 8 + cards[link.a]++ : link.a;
        links.push_back({{"between", {graph.nodes[end].name, graph.nodes[link.b].name}},
                         {"rate_gbps", *link.traits.rateGbps},
                         {"delay_us", *link.traits.delayUs}});
    }
    if (more)
    {
        nodes.push_back({{"name", "spine"}, {"role", "switch"}});
        for (std::size_t leaf = 0; leaf < 8; ++leaf)
        {
            const std::string name = "leaf" + std::to_string(leaf);
            nodes.push_back({{"name", name}, {"role", "switch"}});
            links.push_back({{"between", {graph.nodes[leaf].name, name}},
                             {"rate_gbps", kCardGbps},
                             {"delay_us", kCardUs}});
            links.push_back({{"between", {name, "spine"}}, {"rate_gbps", 400}});
        }
    }
    json scenario = servers;
    scenario["topology"] = {{"kind", "graph"}, {"graph", {{"nodes", nodes}, {"links", links}}}};
    return scenario;
}

/// Expects the same row of both.
void
ExpectSameRow(const json& a, const json& b, const std::string& system)
{
    SCOPED_TRACE(system + " " + a["topology"].dump());
    RunResult first = RunOnServers(a, system);
    RunResult second = RunOnServers(b, system);
    first.wallS = second.wallS = 0;
    first.events = second.events = 0; // a leaf that nobody uses has some, too
    EXPECT_EQ(CsvRow(first), CsvRow(second));
}

TEST(Cards, AreLinksOfHostsInAGraph)
{
    // Few gradients show a difference, too.
    const json few = DnnOf(0, {kServerBytes / 16});
    for (const std::string system : {"ring", "hierarchical", "esa", "sharp", "byteps"})
    {
        for (const uint32_t cards : {2, 8})
        {
            json servers = OnServers(2, cards);
            servers["dnns"] = few;
            servers["flow"].erase("protocol"); // of both
            ExpectSameRow(servers, AsGraph(servers), system);
        }
        for (const bool rails : {true, false})
        {
            json racks = OnServers(4, 8);
            racks["dnns"] = few;
            racks["topology"].update({{"racks", 2}, {"spines", 2}, {"rails", rails}});
            ExpectSameRow(racks, AsGraph(racks), system);
        }
    }
    for (const std::string system : {"ring", "hierarchical", "esa", "sharp"})
    {
        json one = OnServers(1, 8);
        one["dnns"] = few;
        ExpectSameRow(one, AsGraph(one, true), system);
    }
}

TEST(Cards, OfAHostWithoutASwitchInsideCarryEqualParts)
{
    json scenario = OnServers(2, 8);
    json nodes = {{{"name", "x"}, {"role", "switch"}}, {{"name", "y"}, {"role", "switch"}}};
    json links = json::array();
    for (const std::string host : {"a", "b", "c", "d"})
    {
        nodes.push_back({{"name", host}, {"role", "host"}});
        links.push_back({{"between", {host, "x"}}});
        links.push_back({{"between", {"y", host}}});
    }
    scenario["topology"] = {{"kind", "graph"}, {"graph", {{"nodes", nodes}, {"links", links}}}};
    scenario["jobs"]["workers"] = 4;
    scenario["aggregation"]["levels"] = "all";
    scenario["switch"]["memory_bytes"] = 100'000'000;
    // Each card carries half of the gradients up, and half of the sums down.
    const double us = CardFrames("sharp") / 2 * CardFrameUs("sharp", kCardGbps);
    EXPECT_NEAR(RunOnServers(scenario, "sharp").jctMs * 1000, us, 0.02 * us);
    scenario["flow"].update({{"paths", "spray"}, {"repair", "selective_repeat"}});
    const double ring = RunOnServers(scenario, "ring").jctMs;
    scenario["flow"]["paths"] = "auto";
    EXPECT_LT(1.3 * ring, RunOnServers(scenario, "ring").jctMs) << "one card";
}

TEST(Cards, CarryDataParallelGroupsOnly)
{
    // Four copies of a model on eight tensor-parallel ranks: rank 8 s + p is on server s.
    const TemporaryDirectory folder;
    const std::string prefix =
        MakeTrace(folder, "t", "--model llama2-70b --data 4 --tensor 8 --slice 0.0001");
    json scenario{{"iterations", 1},
                  {"flow", {{"protocol", "none"}}},
                  {"topology", {{"kind", "servers"}, {"servers", 4}}},
                  {"link", {{"rate_gbps", 400}, {"delay_us", 0.5}}},
                  {"jobs", {{"start_max_us", 0}}},
                  {"execution", {{"traces", {prefix}}}}};
    for (const std::string system : {"ring", "esa"})
    {
        SCOPED_TRACE(system);
        RunControl control;
        control.recording.links = folder.Path(system + ".csv");
        RunOnServers(scenario, system, control);
        double frames = 0; // from servers to leaves
        for (const auto& row : ReadTable(control.recording.links))
        {
            const std::string& link = row.at("sender");
            const bool isUp = link.find("server") == 0 &&
                              link.find("--leaf") != std::string::npos &&
                              link.find("-port") == std::string::npos;
            frames += isUp ? std::stod(row.at("frames")) : 0;
        }
        json ofSystem = scenario;
        ofSystem["systems"] = {system};
        const auto parsed = ParseScenario(ofSystem.dump(), "FILE");
        const ExecutionTrace& trace = *parsed.scenario->execution.loaded.front();
        double within = 0;  // frames of tensor-parallel groups, each rank once
        double between = 0; // of data-parallel groups
        for (const RankTrace& rank : trace.ranks)
        {
            for (const ExecutionNode& node : rank.nodes)
            {
                if (node.kind == ExecutionKind::Collective)
                {
                    const auto& ranks = trace.groups[node.group].ranks;
                    const bool isInside = ranks.front() / 8 == ranks.back() / 8;
                    const double payload = PayloadBytes(FindSystem(system)->onHost.frame);
                    (isInside ? within : between) +=
                        std::ceil(BlockBytes(node, ranks.size()) / payload);
                }
            }
        }
        // A ring of four sends 2 x 3/4 of its data, besides acknowledgements. Three servers send
        // their sums to that of the PS, which sends three results.
        EXPECT_GT(within, 0.8 * between) << "so they cannot hide among acknowledgements";
        EXPECT_GE(frames, 1.49 * between);
        EXPECT_LT(frames, 2.3 * between);
    }
}

} // namespace
} // namespace ns3::esa::test
