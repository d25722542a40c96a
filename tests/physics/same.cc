// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// One thing can be described in two ways.

#include "physics/pair.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-wire-append.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kSameTolerance = 1e-6; ///< of numbers that are computed in another order

/// Lists where the jobs run.
void
ListJobs(const Base& base, json& config)
{
    json jobs = json::array();
    for (const JobPlacement& job : base.scenario->placement.jobs)
    {
        jobs.push_back({{"workers", job.workerHosts}, {"ps", job.psHost}});
    }
    config["placement"]["file"] = "";
    config["placement"]["jobs"] = jobs;
}

/// One rack, racks with spines, or servers, as a graph.
bool
AsGraph(Base& base, Pair& pair)
{
    const json& topology = base.config["topology"];
    const bool isServers = topology["kind"] == "servers";
    if ((topology["kind"] != "leaf_spine" && !isServers) || base.scenario->placement.jobs.empty() ||
        !base.config["faults"]["slow"].empty() || !base.config["execution"]["traces"].empty() ||
        !base.config["switch"]["level_memory_bytes"].empty() ||
        base.config["flow"]["paths"] == "ecmp" || base.config["flow"]["paths"] == "spray")
    {
        return false;
    }
    if (isServers && (topology["servers"] == 1 ||
                      topology["server_gbps"].get<double>() <= base.config["link"]["rate_gbps"]))
    {
        return false; // no host has a card, or no link that is faster
    }
    const auto& graph = base.scenario->routes->Graph();
    json nodes = json::array();
    for (const auto& node : graph.nodes)
    {
        nodes.push_back(
            {{"name", node.name}, {"role", node.role == NodeRole::Host ? "host" : "switch"}});
    }
    json links = json::array();
    std::map<std::size_t, std::size_t> cards; // by server: how many are written
    const std::size_t hosts = base.scenario->Hosts();
    const std::size_t servers = topology["servers"];
    const std::size_t accelerators = topology["accelerators"];
    for (const auto& link : graph.links)
    {
        // Hosts come first, then servers. A card is a link of an accelerator.
        const bool isCard = isServers && link.a >= hosts && link.a < hosts + servers;
        const std::size_t end = isCard ? (link.a - hosts) * accelerators + cards[link.a]++ : link.a;
        links.push_back({{"between", {graph.nodes[end].name, graph.nodes[link.b].name}},
                         {"rate_gbps", *link.traits.rateGbps},
                         {"delay_us", *link.traits.delayUs}});
    }
    ListJobs(base, pair.a);
    ListJobs(base, pair.b);
    pair.b["topology"]["kind"] = "graph";
    pair.b["topology"].update(
        {{"racks", 1}, {"spines", 1}, {"oversubscription", 1}, {"uplinks_gbps", json::array()}});
    pair.b["topology"]["graph"]["nodes"] = nodes;
    pair.b["topology"]["graph"]["links"] = links;
    return true;
}

/// A rack of many that has all jobs, as the only one.
bool
AsOneRack(Base& base, Pair& pair)
{
    const json& topology = base.config["topology"];
    if (topology["kind"] != "leaf_spine" || topology["racks"] != 1 ||
        base.scenario->placement.jobs.empty() || !base.config["execution"]["traces"].empty() ||
        !base.config["switch"]["level_memory_bytes"].empty())
    {
        return false;
    }
    ListJobs(base, pair.a);
    ListJobs(base, pair.b);
    const int64_t hosts = base.scenario->Hosts();
    const int64_t racks = base.random.Whole(2, 3);
    pair.a["topology"]["hosts"] = hosts;
    pair.a["topology"]["ps_hosts"] = 0;
    pair.b["topology"]["ps_hosts"] = 0;
    pair.b["topology"]["racks"] = racks;
    pair.b["topology"]["hosts"] = racks * hosts;
    pair.a["byteps"] = {{"servers", 0}}; // more hosts would be more servers
    pair.b["byteps"] = {{"servers", 0}};
    return true;
}

/// A rate of up-links that follows, and the same one written down.
bool
AsRate(Base& base, Pair& pair)
{
    json& topology = pair.b["topology"];
    if (topology["kind"] != "leaf_spine" || topology["racks"] == 1 ||
        !topology["uplinks_gbps"].empty())
    {
        return false;
    }
    const double over = base.random.Pick<double>({0.5, 1, 2, 4});
    pair.a["topology"]["oversubscription"] = over;
    topology["oversubscription"] = 1;
    topology["uplinks_gbps"] = {NumberAt(base.config, "/link/rate_gbps") *
                                NumberAt(base.config, "/topology/hosts") /
                                NumberAt(base.config, "/topology/racks") /
                                NumberAt(base.config, "/topology/spines") / over};
    return true;
}

/// Memory of all switches, and the same one by level.
bool
AsLevels(Base& base, Pair& pair)
{
    const json& topology = base.config["topology"];
    if (topology["kind"] == "graph" || !base.config["switch"]["level_memory_bytes"].empty())
    {
        return false;
    }
    const std::size_t levels = topology["kind"] == "fat_tree" ? 3 : topology["racks"] == 1 ? 1 : 2;
    pair.b["switch"]["level_memory_bytes"] =
        std::vector<int64_t>(levels, base.config["switch"]["memory_bytes"]);
    return true;
}

/// A system whose parameter makes it another one.
bool
AsSystem(Base& /* base */, Pair& pair)
{
    pair.a["systems"] = {"straw1"};
    pair.b["systems"] = {"straw2"};
    pair.b["straw2"]["preempt_probability"] = 1;
    return true;
}

/// A Chakra trace whose ranks do one all-reduce. @return its first lines and node
std::string
TraceOf(uint64_t bytes)
{
    const auto framed = [](const std::string& message) {
        std::string out;
        AppendVarint(out, message.size());
        return out + message;
    };
    const auto attribute = [](std::string& node, const char* name, uint64_t value) {
        std::string text;
        AppendBytes(text, 1, name);
        AppendInteger(text, 9, value); // int64
        AppendBytes(node, 10, text);
    };
    std::string version;
    AppendBytes(version, 1, "0.0.4");
    std::string node;
    AppendInteger(node, 1, 0);
    AppendBytes(node, 2, "sum");
    AppendInteger(node, 3, 7); // COMM_COLL_NODE
    attribute(node, "comm_type", 0);
    attribute(node, "comm_size", bytes);
    return framed(version) + framed(node);
}

/// An all-reduce of a recording, and a DNN of one partition that computes nothing.
bool
AsTrace(Base& base, Pair& pair)
{
    if (!base.config["execution"]["traces"].empty() || base.config["jobs"]["count"] != 1 ||
        base.scenario->placement.jobs.size() != 1 ||
        base.scenario->placement.jobs[0].workerHosts.size() < 2 ||
        base.config["jobs"]["collective"] != "all_reduce")
    {
        return false;
    }
    const auto bytes = static_cast<uint64_t>(base.random.Scaled(1, 50000) * 4);
    const auto workers = base.scenario->placement.jobs[0].workerHosts.size();
    pair.a["iterations"] = 1;
    pair.b["iterations"] = 1;
    pair.a["dnns"] = {{"S",
                       {{"layers", {{{"forward_us", 0}}}},
                        {"partitions", {{{"layer", 1}, {"bytes", bytes}}}},
                        {"comm_comp_ratio", 1}}}};
    pair.a["jobs"]["workload"] = "S";
    pair.a["jobs"]["rings"] = 0;
    for (std::size_t rank = 0; rank < workers; ++rank)
    {
        std::ofstream(base.folder / ("sum." + std::to_string(rank) + ".et"), std::ios::binary)
            << TraceOf(bytes);
    }
    pair.b.erase("dnns");
    pair.a["jobs"]["start_max_us"] = 0;
    pair.b["jobs"] = {{"start_max_us", 0}};
    pair.b["execution"]["traces"] = {"sum"};
    pair.b["execution"]["slice"] = 1; // the DNN is whole
    try
    {
        // A process group chooses among all hosts for PSes, and a job has the one that is listed.
        const auto trace = ParseScenario(pair.b.dump(), "trace", {}, base.folder).scenario;
        const auto& servers = trace->execution.psHosts.at(0);
        ListJobs(base, pair.a);
        pair.a["placement"]["jobs"][0]["ps"] =
            servers.empty() ? trace->placement.jobs[0].psHost : servers[0];
    }
    catch (const ScenarioError&)
    {
        return false;
    }
    return true;
}

/// Two descriptions.
struct Twins
{
    const char* name;
    bool (*describe)(Base& base, Pair& pair);
};

constexpr Twins kTwins[]{{"a graph", AsGraph},
                         {"a graph", AsGraph},
                         {"one rack of several", AsOneRack},
                         {"rate of up-links", AsRate},
                         {"memory by level", AsLevels},
                         {"another system", AsSystem},
                         {"a trace of one all-reduce", AsTrace},
                         {"a trace of one all-reduce", AsTrace}};

std::optional<Pair>
DeriveTwins(Base& base)
{
    const Twins& twins = kTwins[base.choice % std::size(kTwins)];
    Pair pair;
    pair.field = twins.name;
    pair.values = "as one and the other";
    pair.a = base.config;
    pair.b = base.config;
    if (!twins.describe(base, pair))
    {
        return std::nullopt;
    }
    return pair;
}

std::string
JudgeTwins(const Pair& /* pair */, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    std::string wrong;
    for (const char* const name : {"jct_ms", "packets_lost", "collisions", "retransmissions"})
    {
        const double first = a.row[name];
        const double second = b.row[name];
        if (std::abs(first - second) > kSameTolerance * first)
        {
            wrong += std::string(name) + " " + Text(first) + " and " + Text(second) + "; ";
        }
    }
    return wrong;
}

} // namespace

const Relation kSame{"same", 3, Calm, DeriveTwins, JudgeTwins};

} // namespace ns3::esa::test
