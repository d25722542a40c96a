// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"
#include "esa-scenario-schema.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// The numbers of hosts, by name.
using HostNumbers = std::map<std::string, std::size_t>;

/// The hosts that a placement may name.
HostNumbers
HostsOf(const json& config, std::size_t jobs)
{
    const json& topology = config.at("topology");
    HostNumbers numbers;
    if (topology.at("kind") == "graph")
    {
        for (const json& node : topology.at("graph").at("nodes"))
        {
            if (node.at("role") == "host")
            {
                numbers.emplace(node.at("name").get<std::string>(), numbers.size());
            }
        }
        return numbers;
    }
    std::size_t hosts = topology.at("hosts").get<std::size_t>();
    if (topology["kind"] == "leaf_spine")
    {
        const auto psHosts = topology.at("ps_hosts").get<std::size_t>();
        hosts += psHosts > 0 ? psHosts : jobs;
    }
    for (std::size_t host = 0; host < hosts; ++host)
    {
        numbers.emplace("host" + std::to_string(host), host);
    }
    return numbers;
}

/// The jobs of a file, with host numbers in place of names.
json
Placed(const json& jobs, const json& config, const std::string& path)
{
    const HostNumbers numbers = HostsOf(config, jobs.size());
    ConfigErrors errors;
    const auto number = [&](const json& name, const std::string& pointer) -> json {
        const auto found = numbers.find(name.get<std::string>());
        if (found != numbers.end())
        {
            return found->second;
        }
        errors.push_back(
            {pointer,
             NotAllowed(name,
                        "the name of one of the " + std::to_string(numbers.size()) +
                            " hosts of the topology" +
                            (numbers.empty() ? "" : ", for example " + numbers.begin()->first))});
        return nullptr;
    };
    json placed = json::array();
    for (const json& job : jobs)
    {
        const std::string pointer = "/jobs/" + std::to_string(placed.size());
        json workers = json::array();
        for (const json& name : job.at("workers"))
        {
            workers.push_back(number(name, pointer + "/workers/" + std::to_string(workers.size())));
        }
        placed.push_back({{"workers", workers}, {"ps", number(job.at("ps"), pointer + "/ps")}});
    }
    ThrowErrors(errors, path, "the placement");
    return placed;
}

} // namespace

std::vector<JobPlacement>
PlacesOfJobs(const Scenario& scenario)
{
    if (!scenario.placement.jobs.empty())
    {
        return scenario.placement.jobs;
    }
    JobPlacer placer = PlacerOf(scenario);
    std::vector<JobPlacement> placement;
    for (uint32_t job = 0; job < scenario.jobs.count; ++job)
    {
        placement.push_back(placer.Place(scenario.jobs.workers));
    }
    return placement;
}

namespace
{

/// The hosts without workers.
std::set<uint32_t>
HostsWithoutWorkers(const Scenario& scenario, const std::vector<JobPlacement>& jobs)
{
    std::set<uint32_t> free;
    for (uint32_t host = 0; host < scenario.Hosts(); ++host)
    {
        free.insert(host);
    }
    for (const JobPlacement& job : jobs)
    {
        for (const uint32_t host : job.workerHosts)
        {
            free.erase(host);
        }
    }
    return free;
}

/// The racks of some hosts.
std::set<uint32_t>
RacksOf(const Scenario& scenario, const std::vector<uint32_t>& hosts)
{
    std::set<uint32_t> racks;
    for (const uint32_t host : hosts)
    {
        racks.insert(scenario.RackOf(host));
    }
    return racks;
}

/// Members of a job or process group, and where the hosts of its servers are noted.
struct ServedGroup
{
    std::vector<uint32_t> workers;  ///< hosts of workers
    uint32_t psHost;                ///< host of the PS
    std::vector<uint32_t>* servers; ///< hosts of servers
};

/// The groups that servers sum for.
std::vector<ServedGroup>
ServedGroups(Scenario& scenario)
{
    std::vector<ServedGroup> groups;
    ExecutionSpec& execution = scenario.execution;
    for (std::size_t job = 0; job < scenario.placement.jobs.size(); ++job)
    {
        JobPlacement& place = scenario.placement.jobs[job];
        if (execution.loaded.empty())
        {
            groups.push_back({place.workerHosts, place.psHost, &place.serverHosts});
            continue;
        }
        const auto& ofTrace = execution.loaded[job]->groups;
        execution.serverHosts[job].resize(ofTrace.size());
        for (std::size_t group = 0; group < ofTrace.size(); ++group)
        {
            groups.push_back(
                {{}, execution.psHosts[job][group], &execution.serverHosts[job][group]});
            for (const uint32_t rank : ofTrace[group].ranks)
            {
                groups.back().workers.push_back(place.workerHosts[rank]);
            }
        }
    }
    return groups;
}

} // namespace

uint32_t
ServersPerJob(const Scenario& scenario)
{
    if (!scenario.trace.jobs.empty())
    {
        return scenario.topology.psHosts == 0 ? 1 : 0;
    }
    const std::vector<JobPlacement> jobs = PlacesOfJobs(scenario);
    const std::set<uint32_t> free = HostsWithoutWorkers(scenario, jobs);
    std::vector<double> hosts(scenario.Racks()); // without workers, by rack
    for (const uint32_t host : free)
    {
        hosts[scenario.RackOf(host)] += 1;
    }
    std::vector<double> sharing(scenario.Racks()); // jobs that have workers there
    for (const JobPlacement& job : jobs)
    {
        for (const uint32_t rack : RacksOf(scenario, job.workerHosts))
        {
            sharing[rack] += 1;
        }
    }
    double least = scenario.Hosts();
    for (const JobPlacement& job : jobs)
    {
        double servers = 1e-9; // of rounding
        for (const uint32_t rack : RacksOf(scenario, job.workerHosts))
        {
            servers += hosts[rack] / sharing[rack];
        }
        least = std::min(least, free.count(job.psHost) > 0 ? servers : 0);
    }
    return static_cast<uint32_t>(least);
}

std::set<uint32_t>
FreeHosts(const Scenario& scenario)
{
    const std::vector<JobPlacement> jobs = PlacesOfJobs(scenario);
    std::set<uint32_t> free = HostsWithoutWorkers(scenario, jobs);
    for (const JobPlacement& job : jobs)
    {
        free.erase(job.psHost);
    }
    free.erase(free.lower_bound(scenario.topology.hosts), free.end());
    return free;
}

void
PlaceServers(Scenario& scenario)
{
    const auto hasServers = [](const std::string& name) { return HasServers(*FindSystem(name)); };
    if (std::none_of(scenario.systems.begin(), scenario.systems.end(), hasServers))
    {
        return;
    }
    const std::set<uint32_t> free = HostsWithoutWorkers(scenario, scenario.placement.jobs);
    scenario.execution.serverHosts.resize(scenario.execution.loaded.size());
    const std::vector<ServedGroup> groups = ServedGroups(scenario);
    std::map<uint32_t, uint32_t> servers; // by host
    for (const ServedGroup& group : groups)
    {
        servers[group.psHost] += scenario.bytePs.servers > 0 ? 1 : 0;
    }
    for (const ServedGroup& group : groups)
    {
        const auto workers = static_cast<uint32_t>(group.workers.size());
        const std::set<uint32_t> racks = RacksOf(scenario, group.workers);
        const uint32_t count = scenario.bytePs.ServersOf(workers);
        // By rack of a worker or not, servers that are there, and number.
        std::set<std::tuple<bool, uint32_t, uint32_t>> order;
        for (const uint32_t host : count > 1 ? free : std::set<uint32_t>())
        {
            order.emplace(racks.count(scenario.RackOf(host)) == 0, servers[host], host);
        }
        for (uint32_t server = 0; server < count; ++server)
        {
            if (server == 0 || order.empty())
            {
                group.servers->push_back(group.psHost);
                continue;
            }
            auto [isElsewhere, present, host] = *order.begin();
            order.erase(order.begin());
            order.emplace(isElsewhere, present + 1, host);
            group.servers->push_back(host);
            ++servers[host];
        }
    }
}

AggregationPlan
RacksOfJob(const Scenario& scenario, const JobPlacement& place, uint16_t job)
{
    std::vector<SwitchId> rackOf;
    for (const uint32_t host : place.workerHosts)
    {
        rackOf.push_back(SwitchId{scenario.RackOf(host)});
    }
    const SwitchId home{scenario.RackOf(place.psHost)};
    return scenario.aggregation.Rule().PlanOf(*scenario.routes, job, rackOf, home);
}

ClusterHosts
HostsOfCluster(const Scenario& scenario)
{
    ClusterHosts hosts;
    hosts.racks.assign(scenario.Racks(), {});
    for (uint32_t host = 0; host < scenario.topology.hosts; ++host)
    {
        hosts.racks[scenario.RackOf(host)].push_back(host);
    }
    for (uint32_t host = scenario.topology.hosts; host < scenario.Hosts(); ++host)
    {
        hosts.servers.push_back({host, scenario.RackOf(host)});
    }
    if (scenario.HasServersForPses())
    {
        return hosts;
    }
    if (scenario.trace.jobs.empty())
    {
        hosts.furtherServers = scenario.PsHosts();
        return hosts;
    }
    // Jobs come and go, and no worker gets the host of a PS meanwhile.
    std::vector<std::size_t> taken(hosts.racks.size(), 0);
    std::size_t rack = 0;
    for (uint32_t ps = 0; ps < scenario.PsHosts(); ++ps)
    {
        rack = ps % hosts.racks.size();
        while (taken[rack] == hosts.racks[rack].size())
        {
            rack = (rack + 1) % hosts.racks.size();
        }
        hosts.servers.push_back({hosts.racks[rack][taken[rack]++], static_cast<uint32_t>(rack)});
    }
    for (rack = 0; rack < hosts.racks.size(); ++rack)
    {
        const auto begin = hosts.racks[rack].begin();
        hosts.racks[rack].erase(begin, begin + static_cast<std::ptrdiff_t>(taken[rack]));
    }
    return hosts;
}

JobPlacer
PlacerOf(const Scenario& scenario)
{
    const Scenario::Placement& placement = scenario.placement;
    PlacementOrder order{placement.policy, placement.racksPerJob, placement.seed};
    if (!scenario.trace.jobs.empty())
    {
        order.policy = placement.rule == PlacementRule::Spread ? PlacementPolicy::Spread
                                                               : PlacementPolicy::Packed;
    }
    return {HostsOfCluster(scenario), order};
}

void
ExpandJobs(json& config,
           const std::string& group,
           const std::filesystem::path& folder,
           const std::function<json(const std::string& path)>& read)
{
    json& fields = config.at(group);
    const std::string file = fields.at("file").get<std::string>();
    if (file.empty())
    {
        return;
    }
    if (!fields.at("jobs").empty())
    {
        throw ScenarioError(
            {"/" + group + "/jobs: must be [] where /" + group + "/file names a file"});
    }
    fields["jobs"] = read((folder / file).string());
    fields["file"] = "";
}

void
ExpandPlacement(json& config, const std::filesystem::path& folder)
{
    ExpandJobs(config, "placement", folder, [&config](const std::string& path) {
        const json jobs = ReadBySchema(path, ScenarioSchema::OfPlacements(), "the placement");
        return Placed(jobs.at("jobs"), config, path);
    });
}

} // namespace ns3::esa
