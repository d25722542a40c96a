/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf("{}", {"topology.kind=fat_tree", "topology.k=8", "topology.hosts=64"})),
        "/topology/hosts: 64 is not allowed: must be 128 or absent"));
}

TEST(Topology, OfAFatTreeHasRatesByLevel)
{
    const auto gbpsOf = [](const std::string& fields) {
        const auto scenario = ParseScenario(R"({"jobs": {"count": 1, "workers": 2},
            "topology": {"kind": "fat_tree")" + fields +
                                                "}}",
                                            "FILE")
                                  .scenario;
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

TEST(Topology, QueuesOfAGraphHaveRoomForAPacket)
{
    json graph = json::parse(kGraph);
    graph["links"][4]["queue_bytes"] = 1;
    EXPECT_TRUE(HasText(Joined(ErrorsOf(WithGraph(graph))),
                        "/topology/graph/links/4/queue_bytes: 1 is not allowed: must be 0 "
                        "(unlimited) or at least 306, the largest packet"));
    graph["links"][4]["queue_bytes"] = 0;
    EXPECT_TRUE(Accepts(WithGraph(graph)));
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

/// A mistake, and the begin of its error.
struct BadTopology
{
    std::string scenario; ///< the scenario
    std::string error;    ///< the only error, without the file's name
};

TEST(Topology, MistakesNameFieldValueAndWhatIsAllowed)
{
    json loop = json::parse(kGraph);
    loop["tree"] = true;
    json cut = json::parse(kGraph);
    cut["nodes"].push_back({{"name", "far"}, {"role", "switch"}});
    const std::vector<BadTopology> cases{
        {R"({"topology": {"kind": "fat_tree", "k": 7}})",
         "/topology/k: 7 is not allowed: must be an even number from 2 to 32"},
        {R"({"topology": {"kind": "fat_tree", "k": 16, "hosts": 64}})",
         "/topology/hosts: 64 is not allowed: must be 1024 or absent"},
        {R"({"topology": {"kind": "fat_tree", "k": 16, "racks": 4}})",
         "/topology/racks: 4 is not allowed: must be 1 with /topology/kind"},
        {R"({"topology": {"kind": "fat_tree", "k": 16, "uplinks_gbps": [40]}})",
         "/topology/uplinks_gbps: [40] is not allowed: must be [] or a list of two rates"},
        {R"({"topology": {"kind": "fat_tree", "k": 16, "uplinks_gbps": [4, 4],
                          "oversubscription": 2}})",
         "/topology/oversubscription: 2 is not allowed: must be 1 where /topology/uplinks_gbps"},
        {R"({"topology": {"file": "net.json"}})",
         "/topology/file: \"net.json\" is not allowed: must be \"\" with /topology/kind"},
        {R"({"topology": {"kind": "fat_tree"}})",
         "/jobs: 8 jobs x 8 workers = 64 is not allowed: must be at most the 16 hosts"},
        {R"({"topology": {"kind": "fat_tree"}, "jobs": {"count": 2}, "placement": {"ps": "own"}})",
         "/placement/ps: \"own\" is not allowed: must be \"auto\" or \"beside_workers\", as the "
         "jobs' workers leave 0 of the 16 hosts for 2 PSes"},
        {R"({"topology": {"kind": "fat_tree", "ps_hosts": 2},
             "jobs": {"count": 3, "workers": 5}})",
         "/topology/ps_hosts: 2 is not allowed: must be 0, for PSes beside workers, or at most 1, "
         "as the jobs' workers leave 1 of the 16 hosts"},
        {R"({"topology": {"kind": "fat_tree", "ps_hosts": 2}, "jobs": {"count": 1},
             "placement": {"ps": "beside_workers"}})",
         "/topology/ps_hosts: 2 is not allowed: must be 0 with /placement/ps = \"beside_workers\""},
        {R"({"topology": {"hosts": 2}, "placement": {"ps": "beside_workers"}, "trace": {"jobs": [
             {"submit_time": 0, "gpu_num": 1, "duration": 1, "model": "A"}]}})",
         "/placement/ps: \"beside_workers\" is not allowed: must be \"auto\" or \"own\" with a "
         "trace"},
        {R"({"topology": {"kind": "tree"}})", "/topology/kind: \"tree\" is not allowed"},
        {R"({"topology": {"kind": "graph"}})", "/topology/graph/nodes: there is no host"},
        {WithGraph(loop),
         "/topology/graph/links/7: {\"between\":[\"b\",\"y\"]} is not allowed: the link between b "
         "and y closes a loop"},
        {WithGraph(cut),
         "/topology/graph/nodes/8: {\"name\":\"far\",\"role\":\"switch\"} is not allowed: the "
         "switch far is not connected"},
        {WithGraph(Changed("/nodes/1/name", "a0")),
         "/topology/graph/links/1/between/1: \"a1\" is not allowed"},
        {WithGraph(Changed("/nodes/1/name", "a-1")),
         "/topology/graph/nodes/1/name: \"a-1\" is not allowed: must be 1 to 60 letters"},
        {WithGraph(json::parse(kGraph),
                   R"(, "placement": {"jobs": [{"workers": [0, 1], "ps": 4}]})"),
         "/placement/jobs/0/ps: 4 is not allowed: must be a host number from 0 to 3"},
        {WithGraph(json::parse(kGraph), R"(, "placement": {"racks_per_job": 3})"),
         "/placement/racks_per_job: 3 is not allowed: must be at most 2, the racks"},
        {WithGraph(json::parse(kGraph), R"(, "faults": {"links": [{"hosts": [4]}]})"),
         "/faults/links/0/hosts/0: 4 is not allowed: must be a host number from 0 to 3"},
        {R"({"topology": {"kind": "fat_tree", "k": 2, "ps_hosts": 2}, "trace": {"jobs": [
             {"submit_time": 0, "gpu_num": 1, "duration": 1, "model": "A"}]}})",
         "/topology/ps_hosts: 2 is not allowed: must be at most 1, so that a host is left"},
        {R"({"topology": {"kind": "fat_tree", "k": 2}, "trace": {"max_jobs": 5, "jobs": [
             {"submit_time": 0, "gpu_num": 1, "duration": 1, "model": "A"}]}})",
         "/trace/max_jobs: 5 is not allowed: must be at most 1, so that a host is left for "
         "workers: "
         "each has a PS"},
        {R"({"topology": {"kind": "fat_tree", "k": 4, "ps_hosts": 6}, "trace": {"jobs": [
             {"submit_time": 0, "gpu_num": 11, "duration": 1, "model": "A"}]}})",
         "/trace/jobs/0/gpu_num: 11 is not allowed: must be an integer from 1 to 10 "
         "(/topology/hosts = 16, 6 of them for PSes)"},
    };
    for (const BadTopology& bad : cases)
    {
        SCOPED_TRACE(bad.scenario);
        const auto lines = ErrorsOf(bad.scenario);
        ASSERT_EQ(lines.size(), 1U) << Joined(lines);
        EXPECT_TRUE(HasText(lines[0], ": " + bad.error));
    }
}

TEST(Topology, OfALeafSpineNetworkMayHaveAWrittenRate)
{
    const std::string base = R"({"jobs": {"count": 1}, "topology": {"hosts": 16, "racks": 2)";
    EXPECT_TRUE(Accepts(base + R"(, "uplinks_gbps": [40]}})"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(base + R"(, "uplinks_gbps": [40, 40]}})")),
                        "must be [] or a list of one rate"));
}

TEST(Topology, BackgroundTrafficMustFitItsLinks)
{
    const std::string base = R"({"jobs": {"count": 1, "workers": 2}, "background": {"load": 0.3},
                                 "topology": {"kind": "fat_tree", "oversubscription": )";
    EXPECT_TRUE(Accepts(base + "1}}"));
    // of 15 other hosts 14 are in other racks: 4 x 14/15 x 0.3 is more than 1
    EXPECT_TRUE(HasText(Joined(ErrorsOf(base + "4}}")),
                        "/background/load: 0.3 is not allowed: must be at most 0.2"));
}

} // namespace
} // namespace ns3::esa::test
