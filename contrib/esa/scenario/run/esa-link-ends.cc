/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-link-ends.h"

namespace ns3::esa
{

namespace
{

using Words = std::vector<std::string>;

/// The name of a host with these roles.
std::string
NameOfHost(std::size_t host, const Words& roles)
{
    switch (roles.size())
    {
    case 0:
        return "host" + std::to_string(host);
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
    Words roles; ///< for example job1-worker3
    Words jobs;  ///< for example job1
};

/// Of a trace, nobody has a role at first.
std::vector<HostRoles>
RolesOfHosts(const ValidScenario& scenario)
{
    std::vector<HostRoles> hosts(scenario->Hosts());
    std::size_t number = 0;
    for (const JobPlacement& placement : scenario->placement.jobs)
    {
        const std::string job = "job" + std::to_string(number++);
        std::size_t worker = 0;
        for (const uint32_t host : placement.workerHosts)
        {
            hosts[host].roles.push_back(job + "-worker" + std::to_string(worker++));
            hosts[host].jobs.push_back(job);
        }
        hosts[placement.psHost].roles.push_back(job + "-ps");
        hosts[placement.psHost].jobs.push_back(job);
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

} // namespace

std::vector<LinkEnd>
LinkEnds(const ValidScenario& scenario)
{
    std::vector<LinkEnd> ends;
    const std::vector<HostRoles> hosts = RolesOfHosts(scenario);
    for (std::size_t host = 0; host < hosts.size(); ++host)
    {
        LinkEnd lower;
        lower.name = NameOfHost(host, hosts[host].roles);
        lower.words = hosts[host].roles;
        lower.words.insert(lower.words.end(), hosts[host].jobs.begin(), hosts[host].jobs.end());
        lower.words.push_back("host" + std::to_string(host));
        lower.link = host;
        AddEnds(ends, lower, host < scenario->topology.hosts ? "workers" : "ps");
    }
    const uint32_t racks = scenario->topology.racks;
    for (uint32_t i = 0; racks > 1 && i < racks * scenario->topology.spines; ++i)
    {
        LinkEnd lower;
        lower.name = "rack" + std::to_string(i / scenario->topology.spines) + "-spine" +
                     std::to_string(i % scenario->topology.spines);
        lower.words = {lower.name};
        lower.isHostLink = false;
        lower.link = i;
        AddEnds(ends, lower, "uplinks");
    }
    return ends;
}

std::vector<Ptr<EsaNetDevice>>
DevicesAt(const EsaFabric& fabric, const std::vector<LinkEnd>& ends)
{
    std::vector<EsaLink> hostLinks;
    std::vector<EsaLink> uplinks;
    for (const EsaLink& link : fabric.Links())
    {
        (link.GetKind() == EsaLink::Kind::Host ? hostLinks : uplinks).push_back(link);
    }
    std::vector<Ptr<EsaNetDevice>> devices;
    for (const LinkEnd& end : ends)
    {
        const EsaLink& link = (end.isHostLink ? hostLinks : uplinks).at(end.link);
        devices.push_back(end.isUpper ? link.Upper() : link.Lower());
    }
    return devices;
}

} // namespace ns3::esa
