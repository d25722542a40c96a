// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Programs of ns-3 use its seeds and its queue discs.

#include "model/training-rack.h"

#include "ns3/esa-training-job.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-socket-factory.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// @return when a job with jitter ends, in picoseconds
int64_t
EndOfJob(uint32_t seed, uint64_t run, const TrainingOptions& options)
{
    RngSeedManager::SetSeed(seed);
    RngSeedManager::SetRun(run);
    ThreeHosts rack;
    const ApplicationContainer apps = rack.Installed().InstallJobs({rack.Job()}, options);
    int64_t end = 0;
    apps.Get(0)->TraceConnectWithoutContext(
        "Iteration",
        Callback<void, const IterationRecord&>(
            [&end](const IterationRecord& record) { end = record.end.count(); }));
    Simulator::Run();
    Simulator::Destroy();
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(1);
    return end;
}

TEST(BesideNs3, JitterFollowsTheSeedAndTheRunOfNs3)
{
    const TrainingOptions options;
    const std::set<int64_t> ends{EndOfJob(1, 1, options),
                                 EndOfJob(1, 2, options),
                                 EndOfJob(2, 1, options),
                                 EndOfJob(1, 1, options)};
    EXPECT_EQ(ends.size(), 3U) << "equal seeds and runs give equal times, and others do not";
    TrainingOptions own;
    own.jitter.seed = 1;
    own.jitter.run = 1;
    EXPECT_EQ(EndOfJob(7, 8, own), EndOfJob(1, 1, options)) << "the options' own are used";
}

class QueueDiscs : public testing::TestWithParam<std::string>
{
};

TEST_P(QueueDiscs, HandPacketsOn)
{
    ThreeHosts rack;
    rack.Installed();
    InternetStackHelper().Install(rack.hosts);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    uint32_t received = 0;
    std::vector<Ptr<Socket>> sockets;
    for (uint32_t host = 0; host < 2; ++host)
    {
        const NetDeviceContainer device(rack.hosts.Get(host)->GetDevice(0));
        TrafficControlHelper discs;
        discs.SetRootQueueDisc(GetParam());
        discs.Install(device);
        addresses.Assign(device);
        sockets.push_back(
            Socket::CreateSocket(rack.hosts.Get(host), UdpSocketFactory::GetTypeId()));
    }
    sockets[1]->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    sockets[1]->SetRecvCallback(Callback<void, Ptr<Socket>>([&received](const Ptr<Socket>& socket) {
        while (socket->Recv())
        {
            ++received;
        }
    }));
    Simulator::Schedule(MicroSeconds(1), [&sockets] {
        sockets[0]->Connect(InetSocketAddress(Ipv4Address("10.0.0.2"), 9));
        for (uint32_t packet = 0; packet < 3; ++packet)
        {
            sockets[0]->Send(Create<Packet>(1000));
        }
    });
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(received, 3U);
}

INSTANTIATE_TEST_SUITE_P(All,
                         QueueDiscs,
                         testing::Values("ns3::FqCoDelQueueDisc",
                                         "ns3::FqCobaltQueueDisc",
                                         "ns3::FqPieQueueDisc",
                                         "ns3::RedQueueDisc",
                                         "ns3::PfifoFastQueueDisc"),
                         [](const auto& info) {
                             return info.param.substr(5, info.param.size() - 5 - 9);
                         });

} // namespace
} // namespace ns3::esa::test
