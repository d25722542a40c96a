// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-link-ends.h"

#include <map>

namespace ns3::esa
{

namespace
{

using Words = std::vector<std::string>;

/// The name of a host with these roles. idle: its name without a role
std::string
NameOfHost(const std::string& idle, const Words& roles)
{
    switch (roles.size())
    {
    case 0:
        return idle;
    case 1:
        return roles[0];
    case 2:
        return roles[0] + "+" + roles[1];
    default:
        return roles[0] + "+" + std::to_string(roles.size() - 1) + "-more";
    }
}

/// The roles of each host, and the jobs that it belongs to.
struct HostRoles
{
    Words roles;            ///< for example job1-worker3, job1-server2
    Words jobs;             ///< for example job1
    bool hasWorkers{false}; ///< whether a worker or rank is among the roles
};

/// The roles in jobs, or in execution traces: ranks, and hosts for PSes, which any of them uses. Of
/// a trace of jobs, no host has a role at first.
std::vector<HostRoles>
RolesOfHosts(const ValidScenario& scenario)
{
    const auto& traces = scenario->execution.loaded;
    std::vector<HostRoles> hosts(scenario->Hosts());
    for (std::size_t number = 0; number < scenario->placement.jobs.size(); ++number)
    {
        const JobPlacement& placement = scenario->placement.jobs[number];
        const std::string job = "job" + std::to_string(number);
        const std::string role = job + (traces.empty() ? "-worker" : "-rank");
        const std::size_t members =
            traces.empty() ? placement.workerHosts.size() : traces[number]->ranks.size();
        for (std::size_t member = 0; member < members; ++member)
        {
            HostRoles& host = hosts[placement.workerHosts[member]];
            host.roles.push_back(role + std::to_string(member));
            host.jobs.push_back(job);
            host.hasWorkers = true;
        }
        if (traces.empty())
        {
            hosts[placement.psHost].roles.push_back(job + "-ps");
            hosts[placement.psHost].jobs.push_back(job);
        }
        for (std::size_t number = 1; number < placement.serverHosts.size(); ++number)
        {
            HostRoles& host = hosts[placement.serverHosts[number]];
            host.roles.push_back(job + "-server" + std::to_string(number));
            host.jobs.push_back(job);
        }
    }
    std::size_t server = 0;
    for (const uint32_t host : traces.empty() ? std::set<uint32_t>() : HostsOfServers(scenario))
    {
        hosts[host].roles.push_back("ps" + std::to_string(server++));
    }
    return hosts;
}

/// Both ends of a link. lower: its lower end; group: the word for all links of its kind
void
AddEnds(std::vector<LinkEnd>& ends, const LinkEnd& lower, const std::string& group)
{
    LinkEnd upper = lower;
    upper.isUpper = true;
    upper.name += kUpperEnd;
    for (std::string& word : upper.words)
    {
        word += kUpperEnd;
    }
    upper.words.emplace_back("ports");
    ends.push_back(lower);
    ends.back().words.push_back(group);
    ends.push_back(upper);
}

/// Whether a host only has PSes.
bool
IsForPses(const ValidScenario& scenario, std::size_t number, const HostRoles& host)
{
    return number >= scenario->topology.hosts || (!host.roles.empty() && !host.hasWorkers);
}

/// Adds the ends of the links between switches. A link is called by the names of its ends, which
/// have no hyphens. Between racks and spines one hyphen is enough. In a graph
/// switches may be called job1 and ps: two hyphens distinguish their link from the role job1-ps.
void
AddUplinks(std::vector<LinkEnd>& ends, const Scenario& scenario)
{
    const TopologyRoutes& routes = *scenario.routes;
    const char* const to = scenario.topology.kind == TopologyKind::LeafSpine ? "-" : "--";
    const std::vector<TopologyNode>& nodes = routes.Graph().nodes;
    std::map<std::string, std::size_t> known;
    for (std::size_t link = 0; link < routes.Graph().links.size(); ++link)
    {
        const std::size_t upper = routes.UpperEnd(link);
        const std::size_t lower = routes.OtherEnd(link, upper);
        if (nodes[lower].role == NodeRole::Host)
        {
            continue;
        }
        LinkEnd end;
        end.name = nodes[lower].name + to + nodes[upper].name;
        const std::size_t before = known[end.name]++; // links between the same switches
        end.name += before == 0 ? "" : "--" + std::to_string(before);
        end.words = {end.name};
        end.link = link;
        AddEnds(ends, end, "uplinks");
    }
}

} // namespace

std::set<uint32_t>
HostsOfServers(const ValidScenario& scenario)
{
    std::set<uint32_t> numbers;
    for (const JobPlacement& place : scenario->placement.jobs)
    {
        numbers.insert(place.psHost);
    }
    for (const std::vector<uint32_t>& ofGroups : scenario->execution.psHosts)
    {
        numbers.insert(ofGroups.begin(), ofGroups.end());
    }
    for (uint32_t host = scenario->topology.hosts; host < scenario->Hosts(); ++host)
    {
        numbers.insert(host);
    }
    return numbers;
}

std::vector<LinkEnd>
LinkEnds(const ValidScenario& scenario)
{
    std::vector<LinkEnd> ends;
    const std::vector<HostRoles> hosts = RolesOfHosts(scenario);
    for (std::size_t host = 0; host < hosts.size(); ++host)
    {
        LinkEnd lower;
        const std::string idle = scenario->HostName(static_cast<uint32_t>(host));
        lower.name = NameOfHost(idle, hosts[host].roles);
        lower.words = hosts[host].roles;
        lower.words.insert(lower.words.end(), hosts[host].jobs.begin(), hosts[host].jobs.end());
        lower.words.push_back(idle);
        lower.link = scenario->routes->LinkOf(host);
        AddEnds(ends, lower, IsForPses(scenario, host, hosts[host]) ? "ps" : "workers");
    }
    AddUplinks(ends, *scenario);
    return ends;
}

std::vector<Ptr<EsaNetDevice>>
DevicesAt(const EsaFabric& fabric, const std::vector<LinkEnd>& ends)
{
    std::vector<Ptr<EsaNetDevice>> devices;
    for (const LinkEnd& end : ends)
    {
        const EsaLink& link = fabric.LinkAt(end.link);
        devices.push_back(end.isUpper ? link.Upper() : link.Lower());
    }
    return devices;
}

} // namespace ns3::esa
