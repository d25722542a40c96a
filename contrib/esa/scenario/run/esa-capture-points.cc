/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-capture-points.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

using Words = std::vector<std::string>;

const std::string kPortEnd = "-port"; ///< of the names of upper ends

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
AddEnds(std::vector<CapturePoint>& points, const CapturePoint& lower, const std::string& group)
{
    CapturePoint upper = lower;
    upper.isUpper = true;
    upper.name += kPortEnd;
    for (std::string& word : upper.words)
    {
        word += kPortEnd;
    }
    upper.words.emplace_back("ports");
    points.push_back(lower);
    points.back().words.push_back(group);
    points.push_back(upper);
}

std::vector<CapturePoint>
AllPoints(const ValidScenario& scenario)
{
    std::vector<CapturePoint> points;
    const std::vector<HostRoles> hosts = RolesOfHosts(scenario);
    for (std::size_t host = 0; host < hosts.size(); ++host)
    {
        CapturePoint lower;
        lower.name = NameOfHost(host, hosts[host].roles);
        lower.words = hosts[host].roles;
        lower.words.insert(lower.words.end(), hosts[host].jobs.begin(), hosts[host].jobs.end());
        lower.words.push_back("host" + std::to_string(host));
        lower.link = host;
        AddEnds(points, lower, host < scenario->topology.hosts ? "workers" : "ps");
    }
    const uint32_t racks = scenario->topology.racks;
    for (uint32_t i = 0; racks > 1 && i < racks * scenario->topology.spines; ++i)
    {
        CapturePoint lower;
        lower.name = "rack" + std::to_string(i / scenario->topology.spines) + "-spine" +
                     std::to_string(i % scenario->topology.spines);
        lower.words = {lower.name};
        lower.isHostLink = false;
        lower.link = i;
        AddEnds(points, lower, "uplinks");
    }
    return points;
}

bool
Holds(const Words& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Throws if a word selects no link.
void
CheckWords(const Words& words, const std::vector<CapturePoint>& points)
{
    for (const std::string& word : words)
    {
        if (std::none_of(points.begin(), points.end(), [&word](const CapturePoint& point) {
                return Holds(point.words, word);
            }))
        {
            throw ScenarioError(
                {"--pcap-hosts: \"" + PrintableAscii(word) +
                 "\" is not allowed: must be a link of this scenario: workers, ps, uplinks, ports, "
                 "a job (job1), a role (job1-worker3, job1-ps), host7 or rack0-spine1; the last "
                 "four also with " +
                 kPortEnd + " for the end at the switch"});
        }
    }
}

} // namespace

std::vector<CapturePoint>
CapturePoints(const CaptureOptions& options, const ValidScenario& scenario)
{
    std::vector<CapturePoint> points = AllPoints(scenario);
    CheckWords(options.links, points);
    const auto isLeftOut = [&options](const CapturePoint& point) {
        return options.links.empty()
                   ? point.isUpper
                   : std::none_of(options.links.begin(),
                                  options.links.end(),
                                  [&point](const auto& word) { return Holds(point.words, word); });
    };
    points.erase(std::remove_if(points.begin(), points.end(), isLeftOut), points.end());
    return points;
}

std::string
CapturePath(const CaptureOptions& options,
            const std::string& system,
            uint32_t seed,
            const CapturePoint& point)
{
    return options.prefix + "-" + system + "-" + std::to_string(seed) + "-" + point.name + ".pcap";
}

} // namespace ns3::esa
