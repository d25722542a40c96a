// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Topologies of scenarios: fat trees, and graphs from files.

#include "scenario/test-util.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Two racks of two hosts, and two switches above them.
const char* const kGraph = R"({
    "nodes": [
        {"name": "a0", "role": "host"}, {"name": "a1", "role": "host"},
        {"name": "b0", "role": "host"}, {"name": "b1", "role": "host"},
        {"name": "a", "role": "switch"}, {"name": "b", "role": "switch"},
        {"name": "x", "role": "switch"}, {"name": "y", "role": "switch"}],
    "links": [
        {"between": ["a0", "a"]}, {"between": ["a", "a1"], "rate_gbps": 25, "delay_us": 0},
        {"between": ["b0", "b"]}, {"between": ["b1", "b"]},
        {"between": ["a", "x"], "rate_gbps": 40, "delay_us": 3, "queue_bytes": 9000000},
        {"between": ["b", "x"]}, {"between": ["a", "y"]}, {"between": ["b", "y"]}]})";

/// A scenario with this graph. jobs: its jobs
std::string
WithGraph(const json& graph, const std::string& more = "")
{
    return R"({"jobs": {"count": 1, "workers": 2}, "topology": {"kind": "graph", "graph": )" +
           graph.dump() + "}" + more + "}";
}

/// The graph with a change.
json
Changed(const std::string& pointer, const json& value)
{
    json graph = json::parse(kGraph);
    graph[json::json_pointer(pointer)] = value;
    return graph;
}

TEST(Topology, OfAFatTreeHasTheHostsOfItsSize)
{
    const auto parsed = ParseScenario(R"({"topology": {"kind": "fat_tree", "k": 8}})", "FILE");
    EXPECT_EQ(parsed.scenario->topology.hosts, 128U);
    EXPECT_EQ(parsed.scenario->Hosts(), 128U) << "PSes have hosts of the same kind";
    EXPECT_EQ(parsed.scenario->Racks(), 32U);
    EXPECT_EQ(parsed.effective["topology"]["hosts"], 128);
    EXPECT_EQ(parsed.toChange["topology"]["hosts"], 128);
    EXPECT_EQ(ParseScenario(parsed.effective.dump(), "FILE").effective, parsed.effective)
        << "what is printed can be read again";
}

TEST(Topology, ChosenByAnOptionHasItsOwnHosts)
{
    const std::string file = R"({"topology": {"hosts": 64}})";
    const std::vector<ScenarioOverride> overrides{ParseSetting("topology.kind=fat_tree"),
                                                  ParseSetting("topology.k=8")};
    EXPECT_EQ(ParseScenario(file, "FILE", overrides).scenario->topology.hosts, 128U);
}

TEST(Topology, OfAFatTreeHasRatesByLevel)
{
    const auto gbpsOf = [](const std::string& fields) {
        const auto scenario = ValidScenarioOf(R"({"jobs": {"count": 1, "workers": 2},
            "topology": {"kind": "fat_tree")" +
                                              fields + "}}");
        std::vector<double> rates;
        const TopologyGraph& graph = scenario->routes->Graph();
        for (const char* const name : {"core0", "edge0_0", "host0"})
        {
            for (const TopologyLink& link : graph.links)
            {
                if (graph.nodes[link.a].name == name || graph.nodes[link.b].name == name)
                {
                    rates.push_back(link.traits.rateGbps.value());
                }
            }
        }
        return rates;
    };
    EXPECT_EQ(gbpsOf(""), std::vector<double>(4 + 4 + 1, 100));
    EXPECT_EQ(gbpsOf(R"(, "oversubscription": 4)"),
              (std::vector<double>{25, 25, 25, 25, 100, 100, 25, 25, 100}));
    EXPECT_EQ(gbpsOf(R"(, "uplinks_gbps": [40, 10])"),
              (std::vector<double>{10, 10, 10, 10, 100, 100, 40, 40, 100}));
}

TEST(Topology, OfAGraphHasWhatItsLinksSay)
{
    const auto parsed = ParseScenario(
        WithGraph(json::parse(kGraph), R"(, "link": {"delay_us": 2, "rate_gbps": 50})"),
        "FILE");
    ASSERT_TRUE(parsed.scenario->routes);
    EXPECT_EQ(parsed.scenario->topology.hosts, 4U);
    const auto& links = parsed.scenario->routes->Graph().links;
    EXPECT_EQ(links[0].traits.rateGbps, 50);
    EXPECT_EQ(links[0].traits.delayUs, 2);
    EXPECT_EQ(links[1].traits.rateGbps, 25);
    EXPECT_EQ(links[1].traits.delayUs, 0);
    EXPECT_EQ(links[4].traits.queueBytes, 9000000U);
    EXPECT_EQ(links[5].traits.rateGbps, 50);
    EXPECT_EQ(links[5].traits.delayUs, 1) << "topology.uplink_delay_us";
    EXPECT_FALSE(links[5].traits.queueBytes);
    EXPECT_EQ(parsed.scenario->HostName(3), "b1");
}

TEST(Topology, FromAFileIsThatOfTheFile)
{
    const TemporaryDirectory directory;
    directory.Write("net.json", kGraph);
    const std::string path = directory.Write("scenario.json", R"({
        "jobs": {"count": 1, "workers": 2},
        "topology": {"kind": "graph", "file": "net.json"}})");
    const auto parsed = ReadScenario(path);
    EXPECT_EQ(parsed.effective, ParseScenario(WithGraph(json::parse(kGraph)), "FILE").effective)
        << "the hash follows from the contents";
    EXPECT_EQ(parsed.toChange["topology"]["file"], directory.Path("net.json"));
}

TEST(Topology, ErrorsOfAFileNameTheFile)
{
    const TemporaryDirectory directory;
    json graph = Changed("/links/4/between/1", "z");
    graph["links"][0]["rate_gbps"] = 0;
    const std::string net = directory.Write("net.json", graph.dump());
    const std::string setting = "topology.file=" + net;
    EXPECT_TRUE(LinesBeginWith(ErrorsOf("{}", {"topology.kind=graph", setting}),
                               {net + ": /links/0/rate_gbps: 0 is not allowed: must be"}));
    directory.Write("net.json", Changed("/links/4/between/1", "z").dump());
    EXPECT_TRUE(LinesBeginWith(
        ErrorsOf("{}", {"topology.kind=graph", setting}),
        {net + ": /links/4/between/1: \"z\" is not allowed: must be the name of a node"}));
    directory.Write("net.json", "{}");
    EXPECT_TRUE(LinesBeginWith(ErrorsOf("{}", {"topology.kind=graph", setting}),
                               {net + ": /nodes: missing", net + ": /links: missing"}));
    EXPECT_TRUE(
        HasText(Joined(ErrorsOf(WithGraph(json::parse(kGraph)), {setting})),
                "/topology/graph: must have no nodes and links where /topology/file names a file"));
}

} // namespace
} // namespace ns3::esa::test
