/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/test-util.h"

#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/object-ptr-container.h"
#include "ns3/tcp-l4-protocol.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// @return the scenario with small flows, with some settings
ValidScenario
SmallFlows(const std::vector<std::string>& settings)
{
    return ReadScenario("tests/scenario/cases/small-background-flows.json", Overrides(settings))
        .scenario;
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
