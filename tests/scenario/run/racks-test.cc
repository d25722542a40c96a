// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/run/simulate.h"

#include "ns3/esa-scenario-build.h"
#include "ns3/object-ptr-container.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <set>

namespace ns3::esa::test
{
namespace
{

/// @return a scenario of scenarios/racks, with some settings
ValidScenario
RacksScenario(const std::string& name, const std::vector<std::string>& settings = {})
{
    return ReadScenario("scenarios/racks/" + name + ".json", Overrides(settings)).scenario;
}

/// @return the result of its run
RunResult
RunIt(const ValidScenario& scenario, const std::string& system)
{
    return RunScenario(scenario, system, 1, RunControl{}).value();
}

TEST(Racks, AJobIsSplitFromThePsRackOn)
{
    const ValidScenario scenario = RacksScenario("1024-workers");
    std::set<uint32_t> hosts;
    for (const JobPlacement& place : scenario->placement.jobs)
    {
        const uint32_t home = scenario->RackOf(place.psHost);
        for (std::size_t worker = 0; worker < place.workerHosts.size(); ++worker)
        {
            const uint32_t rack = scenario->RackOf(place.workerHosts[worker]);
            EXPECT_EQ(rack, (home + (worker < 4 ? 0 : 1)) % 16);
            EXPECT_TRUE(hosts.insert(place.workerHosts[worker]).second) << "a host is taken twice";
        }
    }
    EXPECT_EQ(hosts.size(), 1024U);
}

TEST(Background, LoadsTheLinksAsAsked)
{
    const ValidScenario scenario = RacksScenario("background-tcp");
    const RunResult result = RunIt(scenario, "esa");
    EXPECT_GT(result.backgroundFlows, 100U);
    // 24 hosts x 100 Gb/s x 0.1; flows are few, and their sizes random
    EXPECT_NEAR(result.backgroundGbps, 240, 48);
    EXPECT_GT(result.backgroundFlowUs, 20) << "less than a round trip";
    EXPECT_EQ(result.resultsWrong, 0U);
}

TEST(Background, SlowsTheTraining)
{
    const double loaded = RunIt(RacksScenario("background-tcp"), "switchml").jctMs;
    const RunResult alone =
        RunIt(RacksScenario("background-tcp", {"background.load=0"}), "switchml");
    EXPECT_LT(alone.jctMs, loaded);
    EXPECT_EQ(alone.backgroundFlows, 0U);
}

TEST(Background, IsTheSameEveryTime)
{
    const ValidScenario scenario = RacksScenario("background-tcp");
    const RunResult first = RunIt(scenario, "esa");
    const RunResult second = RunIt(scenario, "esa");
    EXPECT_GT(first.backgroundFlows, 0U);
    EXPECT_EQ(first.backgroundFlowUs, second.backgroundFlowUs);
    EXPECT_EQ(first.jctMs, second.jctMs);
}

/// @return the scenario with small flows, with some settings
ValidScenario
SmallFlows(const std::vector<std::string>& settings)
{
    return ReadScenario("tests/scenario/cases/small-background-flows.json", Overrides(settings))
        .scenario;
}

TEST(IdleRack, ChangesNoPiecesOfATree)
{
    // How many pieces a block has follows from the time of a hop: 0.3 us in the rack of the job.
    const std::string job = R"({
        "iterations": 1, "jobs": {"count": 1, "workers": 2, "start_max_us": 0},
        "jitter": {"mode": "none"}, "placement": {"jobs": [{"workers": [0, 1], "ps": 2}]},
        "link": {"delay_us": 0.1}, "topology": {"hosts": 4, "uplink_delay_us": 5},
        "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                       "partitions": [{"layer": 1, "bytes": 100000}]}}})";
    const auto jctOf = [&job](const std::vector<std::string>& settings) {
        return RunIt(ParseScenario(job, "FILE", Overrides(settings)).scenario, "double_tree").jctMs;
    };
    EXPECT_EQ(jctOf({"topology.racks=2", "topology.hosts=8"}), jctOf({}));
}

TEST(BackgroundFlows, LeaveNoConnectionsBehind)
{
    Ptr<Node> host;
    std::size_t most = 0;
    RunControl control;
    control.built = [&host](const Network& network) { host = network.hosts.Get(0); };
    control.progress = [&host, &most](double /* fraction */) {
        ObjectPtrContainerValue sockets;
        host->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        most = std::max(most, sockets.GetN());
    };
    const auto result = RunScenario(SmallFlows({"jobs.start_max_us=400"}), "esa", 411, control);
    ASSERT_TRUE(result);
    EXPECT_GT(result->backgroundFlows, 5000U);
    EXPECT_LT(most, 300U) << "ns-3 looks through all of them for every packet";
}

TEST(BackgroundFlows, ReachTheirLoadOverLongLinks)
{
    const auto result = RunScenario(SmallFlows({"link.delay_us=200000",
                                                "link.rate_gbps=0.001",
                                                "jobs.start_max_us=10000000",
                                                "background.load=0.2"}),
                                    "esa",
                                    411,
                                    RunControl{});
    ASSERT_TRUE(result);
    EXPECT_GT(result->simMs, 2000);
    EXPECT_GT(result->backgroundFlows, 100U) << "no SYN is answered before TCP gives up";
}

} // namespace
} // namespace ns3::esa::test
