// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How jobs get hosts: by policy, by seed and by file.

#include "scenario/test-util.h"

#include "ns3/esa-scenario-network.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace ns3::esa::test
{
namespace
{

using Hosts = std::vector<uint32_t>;

/// Racks and spines: 4 racks of 4 hosts, and 3 hosts for PSes.
const std::string kRacks = R"({"jobs": {"count": 3, "workers": 4}, "topology":
                               {"hosts": 16, "racks": 4, "ps_hosts": 3}, "placement": )";
/// A fat tree of 8 racks of 2 hosts.
const std::string kFatTree = R"({"jobs": {"count": 3, "workers": 4}, "topology":
                                 {"kind": "fat_tree"}, "placement": )";

/// The placement of a scenario.
std::vector<JobPlacement>
Placed(const std::string& network, const std::string& placement)
{
    const std::string text = network + placement + "}";
    const auto scenario = ParseScenario(text, "FILE").scenario;
    std::set<uint32_t> taken;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        EXPECT_EQ(job.workerHosts.size(), 4U);
        for (const uint32_t host : job.workerHosts)
        {
            EXPECT_TRUE(taken.insert(host).second) << host << " is taken twice";
        }
        EXPECT_TRUE(taken.insert(job.psHost).second) << job.psHost << " is taken twice";
    }
    return scenario->placement.jobs;
}

TEST(Placement, PackedTakesTheNextHosts)
{
    const auto racks = Placed(kRacks, R"({"policy": "packed"})");
    EXPECT_EQ(racks[0].workerHosts, (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(racks[1].workerHosts, (Hosts{4, 5, 6, 7}));
    EXPECT_EQ(racks[0].psHost, 16U) << "in rack 0";
    EXPECT_EQ(racks[1].psHost, 17U) << "in rack 1";
    const auto tree = Placed(kFatTree, R"({"policy": "packed"})");
    EXPECT_EQ(tree[0].workerHosts, (Hosts{0, 1, 2, 3}));
    EXPECT_EQ(tree[0].psHost, 4U) << "beside its workers";
    EXPECT_EQ(tree[1].workerHosts, (Hosts{5, 6, 7, 8}));
}

TEST(Placement, SpreadTakesEachFromTheFreestRack)
{
    const auto racks = Placed(kRacks, R"({"policy": "spread"})");
    EXPECT_EQ(racks[0].workerHosts, (Hosts{0, 4, 8, 12}));
    EXPECT_EQ(racks[1].workerHosts, (Hosts{1, 5, 9, 13}));
    const auto tree = Placed(kFatTree, R"({"policy": "spread"})");
    EXPECT_EQ(tree[0].workerHosts, (Hosts{0, 2, 4, 6}));
    EXPECT_EQ(tree[0].psHost, 8U);
    EXPECT_EQ(tree[1].workerHosts, (Hosts{10, 12, 14, 1}));
}

TEST(Placement, RandomIsTheSameForASeed)
{
    for (const std::string& network : {kRacks, kFatTree})
    {
        std::set<Hosts> drawn;
        for (int seed = 1; seed <= 20; ++seed)
        {
            const std::string placement =
                R"({"policy": "random", "seed": )" + std::to_string(seed) + "}";
            const auto placed = Placed(network, placement);
            EXPECT_EQ(placed[2].workerHosts, Placed(network, placement)[2].workerHosts);
            drawn.insert(placed[2].workerHosts);
        }
        EXPECT_GE(drawn.size(), 19U) << "seeds make no difference";
    }
}

TEST(Placement, ByRackBeginsInTheRackOfThePs)
{
    const auto tree = Placed(kFatTree, R"({"racks_per_job": 2})");
    EXPECT_EQ(tree[0].psHost, 0U);
    EXPECT_EQ(tree[0].workerHosts, (Hosts{1, 2, 3, 4}));
    EXPECT_EQ(tree[1].psHost, 5U) << "rack 1 is full, so is rack 0";
}

TEST(Placement, JobsShareThePsHostsThatThereAre)
{
    const auto scenario = ValidScenarioOf(R"({"jobs": {"count": 3, "workers": 4}, "topology":
        {"kind": "fat_tree", "ps_hosts": 2}, "placement": {"policy": "packed"}})");
    const auto& jobs = scenario->placement.jobs;
    EXPECT_NE(jobs[0].psHost, jobs[1].psHost);
    EXPECT_EQ(jobs[2].psHost, jobs[0].psHost);
}

TEST(Placement, PsesRunBesideWorkersWhereTheTreeHasNoOtherHosts)
{
    // 128 workers take all hosts of the tree; 2 jobs of 8 leave one host for two PSes
    const auto full = ValidScenarioOf(R"({"jobs": {"count": 1, "workers": 128},
        "topology": {"kind": "fat_tree", "k": 8}})");
    EXPECT_TRUE(full->ArePsesBesideWorkers());
    EXPECT_EQ(full->placement.jobs[0].workerHosts.size(), 128U);
    EXPECT_EQ(full->placement.jobs[0].psHost, 0U);
    const auto few = ValidScenarioOf(R"({"jobs": {"count": 3, "workers": 5},
        "topology": {"kind": "fat_tree"}, "placement": {"policy": "packed"}})");
    const auto& jobs = few->placement.jobs;
    EXPECT_EQ(jobs[0].workerHosts, (Hosts{0, 1, 2, 3, 4}));
    EXPECT_EQ(jobs[0].psHost, 0U) << "the first of racks with two workers";
    EXPECT_EQ(jobs[1].workerHosts, (Hosts{5, 6, 7, 8, 9}));
    EXPECT_EQ(jobs[1].psHost, 6U) << "host 5 is the job's only worker in its rack";
    EXPECT_EQ(jobs[2].psHost, 10U);
}

TEST(Placement, PsesHaveHostsOfTheirOwnAsLongAsThereAreEnough)
{
    const auto scenario = ValidScenarioOf(R"({"jobs": {"count": 1, "workers": 15},
        "topology": {"kind": "fat_tree"}})");
    EXPECT_FALSE(scenario->ArePsesBesideWorkers());
    const auto& workers = scenario->placement.jobs[0].workerHosts;
    EXPECT_EQ(std::count(workers.begin(), workers.end(), scenario->placement.jobs[0].psHost), 0);
}

/// A placement file beside a scenario.
class PlacementFile : public testing::Test
{
  protected:
    /// @return the scenario with this placement file
    ParsedScenario Read(const std::string& network, const std::string& file) const
    {
        m_directory.Write("jobs.json", file);
        return ReadScenario(
            m_directory.Write("scenario.json", network + R"({"file": "jobs.json"}})"));
    }

    /// @return the errors
    std::vector<std::string> Errors(const std::string& network, const std::string& file) const
    {
        return ErrorsWhile([&] { Read(network, file); });
    }

    const TemporaryDirectory m_directory; ///< where both are
};

TEST_F(PlacementFile, NamesHosts)
{
    const std::string one = R"({"jobs": {"count": 1, "workers": 2}, "topology": )";
    const std::string file = R"({"jobs": [{"workers": ["host5", "host0"], "ps": "host9"}]})";
    for (const std::string topology : {R"({"kind": "fat_tree"})", R"({"hosts": 8, "ps_hosts": 2})"})
    {
        const auto parsed = Read(one + topology + R"(, "placement": )", file);
        const auto& jobs = parsed.scenario->placement.jobs;
        ASSERT_EQ(jobs.size(), 1U);
        EXPECT_EQ(jobs[0].workerHosts, (Hosts{5, 0}));
        EXPECT_EQ(jobs[0].psHost, 9U);
        EXPECT_EQ(parsed.effective["placement"]["file"], "");
        EXPECT_EQ(ParseScenario(parsed.effective.dump(), "FILE").effective, parsed.effective);
        EXPECT_EQ(parsed.toChange["placement"]["file"], m_directory.Path("jobs.json"));
    }
    const std::string graph = R"({"kind": "graph", "graph": {
        "nodes": [{"name": "s", "role": "switch"}, {"name": "x", "role": "host"},
                  {"name": "y", "role": "host"}],
        "links": [{"between": ["x", "s"]}, {"between": ["s", "y"]}]}})";
    const auto parsed =
        Read(R"({"jobs": {"count": 1, "workers": 1}, "topology": )" + graph + R"(, "placement": )",
             R"({"jobs": [{"workers": ["y"], "ps": "x"}]})");
    EXPECT_EQ(parsed.scenario->placement.jobs[0].workerHosts, Hosts{1});
}

TEST_F(PlacementFile, NamesOfHostsHaveALimit)
{
    const std::string jobs =
        R"({"jobs": [{"workers": [")" + std::string(61, 'x') + R"("], "ps": "host1"}]})";
    EXPECT_TRUE(
        HasText(Joined(Errors("{\"placement\": ", jobs)), "must be a text of 1 to 60 characters"));
}

TEST_F(PlacementFile, ErrorsNameTheFile)
{
    const std::string one = R"({"jobs": {"count": 1, "workers": 2}, "topology":
                                {"kind": "fat_tree"}, "placement": )";
    const std::string path = m_directory.Path("jobs.json");
    EXPECT_TRUE(LinesBeginWith(
        Errors(one, R"({"jobs": [{"workers": ["host0", "host16"], "ps": "gpu"}]})"),
        {path + ": /jobs/0/workers/1: \"host16\" is not allowed: must be the name of one of the "
                "16 hosts of the topology, for example host0",
         path + ": /jobs/0/ps: \"gpu\" is not allowed: must be the name"}));
    EXPECT_TRUE(LinesBeginWith(Errors(one, R"({"jobs": [{"workers": ["host0", "host0"]}]})"),
                               {path + ": /jobs/0/workers: ", path + ": /jobs/0/ps: missing"}));
    EXPECT_TRUE(
        HasText(Joined(Errors(one, R"({"jobs": [{"workers": ["host0"], "ps": "host1"}]})")),
                "/jobs/workers: 2 is not allowed: must be 1, the workers of the largest job"));
}

TEST(Placement, JobsOfATraceFollowTheirRule)
{
    const auto hosts = [](const std::string& rule) {
        const auto parsed =
            ParseScenario(R"({"topology": {"hosts": 8, "racks": 2}, "trace": {"jobs":
            [{"submit_time": 0, "gpu_num": 2, "duration": 1, "model": "A"}]}})",
                          "FILE",
                          Overrides({"placement.rule=" + rule}));
        return PlacerOf(*parsed.scenario).Place(2).workerHosts;
    };
    EXPECT_EQ(hosts("first_fit"), (Hosts{0, 1}));
    EXPECT_EQ(hosts("spread"), (Hosts{0, 4}));
}

TEST(Placement, PsesOfATraceStandInAllRacksOfAFatTree)
{
    const std::string trace = R"({"topology": {"kind": "fat_tree", "ps_hosts": 10},
        "trace": {"max_jobs": 3, "jobs": [
            {"submit_time": 0, "gpu_num": 6, "duration": 1, "model": "A"}]}})";
    const ClusterHosts hosts = HostsOfCluster(*ParseScenario(trace, "FILE").scenario);
    Hosts servers;
    Hosts racks;
    for (const ClusterHosts::Server& server : hosts.servers)
    {
        servers.push_back(server.host);
        racks.push_back(server.rack);
    }
    // 8 racks of two hosts: eight PSes take the first of each, and two the others of racks 0 and 1
    EXPECT_EQ(servers, (Hosts{0, 2, 4, 6, 8, 10, 12, 14, 1, 3}));
    EXPECT_EQ(racks, (Hosts{0, 1, 2, 3, 4, 5, 6, 7, 0, 1}));
    EXPECT_EQ(hosts.racks, (std::vector<Hosts>{{}, {}, {5}, {7}, {9}, {11}, {13}, {15}}));
}

TEST(Placement, ServersOfPsesStandInTheRacksInTurn)
{
    const auto scenario = ValidScenarioOf(R"({"jobs": {"count": 3, "workers": 2}, "topology":
        {"hosts": 6, "racks": 2}})");
    ASSERT_TRUE(scenario->routes);
    EXPECT_EQ(scenario->Hosts(), 9U);
    EXPECT_EQ(scenario->HostName(8), "host8");
    for (uint32_t host = 0; host < 9; ++host)
    {
        EXPECT_EQ(scenario->RackOf(host), host < 6 ? host / 3 : host % 2) << "host " << host;
    }
}

/// The hosts of the servers of byteps that are not beside workers, by job. @param fields of the
/// network and of byteps
std::vector<Hosts>
ServersOfJobs(const std::string& fields)
{
    const std::string text = R"({"systems": ["byteps"], )" + fields + "}";
    std::vector<Hosts> servers;
    const auto scenario = ParseScenario(text, "FILE").scenario;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        servers.push_back(job.serverHosts);
    }
    return servers;
}

TEST(Placement, OfServersTakesThePsAndThenHostsWithoutWorkers)
{
    const std::string two = R"("jobs": {"count": 2, "workers": 3}, "topology": )";
    const std::string eight = two + R"({"hosts": 8, "ps_hosts": 2})";
    EXPECT_EQ(ServersOfJobs(eight), (std::vector<Hosts>{{8, 6}, {9, 7}})) << "4 hosts are left";
    EXPECT_EQ(ServersOfJobs(eight + R"(, "byteps": {"servers": 1})"),
              (std::vector<Hosts>{{8}, {9}}));
    EXPECT_EQ(ServersOfJobs(eight + R"(, "byteps": {"servers": 3})"),
              (std::vector<Hosts>{{8, 6, 7}, {9, 6, 7}}))
        << "servers share hosts";
    EXPECT_EQ(ServersOfJobs(two + R"({"hosts": 100, "ps_hosts": 2})")[0].size(), 3U)
        << "no more than workers";
    EXPECT_EQ(ServersOfJobs(two + R"({"hosts": 6, "ps_hosts": 1})"), std::vector<Hosts>(2))
        << "no host for each job";
    EXPECT_EQ(ServersOfJobs(two + R"({"hosts": 6, "ps_hosts": 1}, "byteps": {"colocated": false})"),
              std::vector<Hosts>(2, {6}))
        << "a job needs one";
    const std::string racks = R"("jobs": {"count": 1, "workers": 3},
        "topology": {"hosts": 16, "racks": 4, "ps_hosts": 4})";
    EXPECT_EQ(ServersOfJobs(racks), (std::vector<Hosts>{{16, 3}})) << "in the rack of the job";
    EXPECT_EQ(ServersOfJobs(racks + R"(, "byteps": {"servers": 3})"),
              (std::vector<Hosts>{{16, 3, 3}}))
        << "also where servers are";
    EXPECT_EQ(ServersOfJobs(R"("jobs": {"count": 1, "workers": 16},
                               "topology": {"kind": "servers", "servers": 4})"),
              std::vector<Hosts>(1))
        << "the PS is beside a worker";
}

} // namespace
} // namespace ns3::esa::test
