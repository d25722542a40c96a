/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-topology-rules.h"

#include "esa-topology-file.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{
namespace
{

using Kind = TopologyKind;

/// Levels of links between switches whose rates may be written.
std::size_t
LevelsOf(Kind kind)
{
    switch (kind)
    {
    case Kind::LeafSpine:
        return 1;
    case Kind::FatTree:
        return 2;
    case Kind::Graph:
        break;
    }
    return 0;
}

/// Checks the rates of links between switches.
void
CheckUplinks(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const Scenario::Topology& topology = draft->topology;
    const std::size_t levels = LevelsOf(topology.kind);
    const std::size_t written = topology.uplinksGbps.size();
    if (written != 0 && written != levels)
    {
        draft.Refuse(errors,
                     topology.uplinksGbps,
                     (levels == 0   ? "[]"
                      : levels == 1 ? "[] or a list of one rate"
                                    : "[] or a list of two rates") +
                         std::string(" with ") + draft.Quote(topology.kind));
    }
    const bool isGraph = topology.kind == Kind::Graph;
    if (topology.oversubscription != 1 && (written != 0 || isGraph))
    {
        draft.Refuse(
            errors,
            topology.oversubscription,
            "1 where " +
                (isGraph ? draft.Quote(topology.kind) : draft.PointerOf(topology.uplinksGbps)) +
                " says what each link carries");
    }
}

/// Checks that what only other kinds have is not written.
void
CheckKind(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const Scenario::Topology& topology = draft->topology;
    const std::string kind = draft.Quote(topology.kind);
    if (topology.kind != Kind::Graph)
    {
        if (!topology.file.empty())
        {
            draft.Refuse(errors, topology.file, "\"\" with " + kind);
        }
        if (!topology.graph.nodes.empty())
        {
            draft.Refuse(errors, topology.graph.nodes, "[] with " + kind);
        }
        if (!topology.graph.links.empty())
        {
            draft.Refuse(errors, topology.graph.links, "[] with " + kind);
        }
    }
    if (topology.kind == Kind::LeafSpine)
    {
        return;
    }
    for (const uint32_t* number : {&topology.racks, &topology.spines})
    {
        if (*number != 1)
        {
            draft.Refuse(errors, *number, "1 with " + kind + ", which has switches of its own");
        }
    }
}

/// Checks the graph and the number of hosts.
void
CheckGraph(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const Scenario::Topology& topology = draft->topology;
    if (topology.kind == Kind::FatTree && topology.k % 2 != 0)
    {
        draft.Refuse(errors, topology.k, "an even number from 2 to 32");
    }
    if (topology.kind == Kind::Graph && topology.file.empty()) // else there are other errors
    {
        const ConfigErrors found = FindGraphErrors(draft.Written().at("topology").at("graph"));
        for (const auto& [pointer, text] : found)
        {
            errors.push_back({"/topology/graph" + pointer, text});
        }
    }
    if (draft.KnowsNetwork() && !draft->HasServersForPses() && topology.hosts != draft->Hosts())
    {
        draft.Refuse(errors,
                     topology.hosts,
                     std::to_string(draft->Hosts()) +
                         " or absent: the hosts of the topology with " +
                         draft.Quote(topology.kind));
    }
}

} // namespace

void
CheckTopology(const ScenarioDraft& draft, ConfigErrors& errors)
{
    CheckKind(draft, errors);
    CheckUplinks(draft, errors);
    CheckGraph(draft, errors);
}

void
CheckTopologyOfTrace(const ScenarioDraft& draft, ConfigErrors& errors)
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
            draft.Refuse(errors, draft->topology.psHosts, "at most " + most);
        }
        else
        {
            draft.Refuse(errors, draft->trace.maxJobs, "at most " + most + ": each has a PS");
        }
    }
    if (draft->placement.policy != PlacementPolicy::ByRack)
    {
        draft.Refuse(errors,
                     draft->placement.policy,
                     "\"by_rack\" with a trace, whose jobs get hosts by /placement/rule");
    }
}

} // namespace ns3::esa
