// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Checks the rates of links between switches.
void
CheckUplinks(ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    const std::size_t switches = SwitchLevels(topology.kind);
    const bool isServers = topology.kind == TopologyKind::Servers; // link has the cards' rate
    const std::size_t levels = switches == 0 ? 0 : switches - (isServers ? 2 : 1);
    const std::size_t written = topology.uplinksGbps.size();
    draft.Require(written == 0 || written == levels,
                  topology.uplinksGbps,
                  (levels == 0   ? "[]"
                   : levels == 1 ? "[] or a list of one rate"
                                 : "[] or a list of two rates") +
                      std::string(" with ") + draft.Quote(topology.kind));
    const bool isGraph = topology.kind == TopologyKind::Graph;
    draft.Require(
        topology.oversubscription == 1 || (written == 0 && !isGraph),
        topology.oversubscription,
        Only(1) + " where " +
            (isGraph ? draft.Quote(topology.kind) : draft.PointerOf(topology.uplinksGbps)) +
            " says what each link carries");
}

/// Checks that what only other kinds have is not written.
void
CheckKind(ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    const std::string kind = draft.Quote(topology.kind);
    if (topology.kind != TopologyKind::Graph)
    {
        const std::string with = " with " + kind;
        draft.Require(topology.file.empty(), topology.file, Only("") + with);
        draft.Require(topology.graph.nodes.empty(), topology.graph.nodes, NoElements() + with);
        draft.Require(topology.graph.links.empty(), topology.graph.links, NoElements() + with);
    }
    if (topology.kind == TopologyKind::LeafSpine || topology.kind == TopologyKind::Servers)
    {
        return;
    }
    for (const uint32_t* number : {&topology.racks, &topology.spines})
    {
        draft.Require(*number == 1,
                      *number,
                      Only(1) + " with " + kind + ", which has switches of its own");
    }
}

/// Checks the graph and the number of hosts.
void
CheckGraph(ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    draft.Require(topology.kind != TopologyKind::FatTree || topology.k % 2 == 0,
                  topology.k,
                  "an even number from 2 to 32");
    if (topology.kind == TopologyKind::Graph &&
        topology.file.empty()) // else there are other errors
    {
        for (const ConfigError& error : FindGraphErrors(draft.Written().at("topology").at("graph")))
        {
            draft.Add({{"/topology/graph" + error.pointer, error.text, error.allowed}});
        }
    }
}

/// Checks that servers fill the racks evenly, and that a server has no more cards than
/// accelerators.
void
CheckRacks(ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    if (topology.kind == TopologyKind::Servers)
    {
        draft.RequireAtMost(topology.cards, topology.accelerators);
        draft.Require(topology.servers % topology.racks == 0,
                      topology.servers,
                      "a multiple of " + draft.Quote(topology.racks));
        return;
    }
    draft.Require(topology.hosts % topology.racks == 0,
                  topology.racks,
                  "a divisor of " + draft.Quote(topology.hosts));
}

/// Checks the number of hosts, if it is given for a topology that has a number of its own.
void
CheckHosts(ScenarioDraft& draft)
{
    const Scenario::Topology& topology = draft->topology;
    draft.Require(draft->HasServersForPses() || topology.hosts == draft->Hosts(),
                  topology.hosts,
                  std::to_string(draft->Hosts()) + " or absent: the hosts of the topology with " +
                      draft.Quote(topology.kind));
}

/// Checks that a scenario with a trace has racks and spines, and no policy for other jobs.
void
CheckTopologyOfTrace(ScenarioDraft& draft)
{
    if (draft->trace.jobs.empty())
    {
        return;
    }
    if (!draft->HasServersForPses() && draft->PsHosts() >= draft->topology.hosts)
    {
        const std::string most =
            std::to_string(draft->topology.hosts - 1) + ", so that a host is left for workers";
        if (draft->topology.psHosts > 0)
        {
            draft.Refuse(draft->topology.psHosts, "at most " + most);
        }
        else
        {
            draft.Refuse(draft->trace.maxJobs, "at most " + most + ": each has a PS");
        }
    }
    draft.Require(draft->placement.policy == PlacementPolicy::ByRack,
                  draft->placement.policy,
                  Only("by_rack") + " with a trace, whose jobs get hosts by /placement/rule");
}

/// Checks that switch.level_memory_bytes has a number for each level of the topology.
void
CheckMemoryLevels(ScenarioDraft& draft)
{
    const std::vector<uint64_t>& written = draft->switchNode.levelMemoryBytes;
    const Scenario::Topology& topology = draft->topology;
    const std::size_t levels = SwitchLevels(topology.kind);
    if (written.empty() || written.size() == levels)
    {
        return;
    }
    draft.Refuse(written,
                 (levels == 2   ? "[] or a list of two, of racks and spines,"
                  : levels == 3 ? (topology.kind == TopologyKind::Servers
                                       ? "[] or a list of three, of servers, leaves and spines,"
                                       : "[] or a list of three, of edge, aggregation and core "
                                         "switches,")
                                : "[]") +
                     std::string(" with ") + draft.Quote(topology.kind) +
                     (levels == 0 ? ", whose nodes have memory_bytes" : ""));
}

/// The most trees of a job, and why no more, for a message. No more than enough are counted.
std::pair<uint32_t, std::string>
MaxTrees(const ScenarioDraft& draft, uint32_t enough)
{
    const uint32_t most = draft->routes->MaxTrees(enough);
    if (draft->Racks() == 1)
    {
        const Scenario::Topology& topology = draft->topology;
        const bool isCounted = topology.kind == TopologyKind::LeafSpine;
        return {most, " with " + (isCounted ? draft.Quote(topology.racks) : "one rack")};
    }
    return {most,
            ", as no switch of a rack has more links with which shortest paths to another rack "
            "begin"};
}

/// Checks that every system can have its gradients summed by the switches that are to sum.
void
CheckLevels(ScenarioDraft& draft)
{
    if (draft->aggregation.levels != AggregationLevels::One || draft->Racks() == 1)
    {
        return;
    }
    const std::string systems = SystemsWithoutSummingServer(draft.Written());
    draft.Require(systems.empty(),
                  draft->aggregation.levels,
                  OneOf({"two", "all"}) + " with " + systems +
                      " (no PS adds what the switches of several racks send)");
}

/// Checks that the topology has a path of its own for each tree of a job, and a card for each
/// channel of a collective.
void
CheckTrees(ScenarioDraft& draft)
{
    for (const uint32_t* number : {&draft->aggregation.trees, &draft->flow.channels})
    {
        const auto [most, why] = MaxTrees(draft, *number);
        draft.Require(*number <= most,
                      *number,
                      (most > 1 ? "1 to " + std::to_string(most) : "1") + why);
    }
}

} // namespace

void
ApplyTopologyRules(ScenarioDraft& draft)
{
    CheckKind(draft);
    CheckUplinks(draft);
    CheckRacks(draft);
    CheckGraph(draft);
    CheckMemoryLevels(draft);
}

void
ApplyLevelRules(ScenarioDraft& draft)
{
    CheckHosts(draft);
    CheckTopologyOfTrace(draft);
    CheckLevels(draft);
    CheckTrees(draft);
}

} // namespace ns3::esa
