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

TEST(Racks, AJobIsSplitFromThePsRackOn)
{
    const auto scenario = ReadScenario("scenarios/racks/1024-workers.json").scenario;
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
    const auto parsed = ReadScenario("tests/scenario/cases/small-background-flows.json",
                                     Overrides({"jobs.start_max_us=400"}));
    const auto result = RunScenario(parsed.scenario, "esa", 411, control);
    ASSERT_TRUE(result);
    EXPECT_GT(result->backgroundFlows, 5000U);
    EXPECT_LT(most, 300U) << "ns-3 looks through all of them for every packet";
}

} // namespace
} // namespace ns3::esa::test
