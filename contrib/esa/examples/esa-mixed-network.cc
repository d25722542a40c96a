// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A training job shares a switch with other networks of ns-3:
//
//     client --- CSMA --- gateway                         access point --- Wi-Fi --- station
//                            \                               /
//     worker 0 ... worker 3 --------- switch (sums) --------- server
//                               /
//                             PS
//
// The client sends a file to the server by TCP, and the station sends to it by UDP. Routes come
// from Ipv4GlobalRoutingHelper, which finds the hosts behind the switch. FlowMonitor sees both
// flows. Packets of the training job have no sockets, so FlowMonitor does not count them; the job
// reports its iterations itself.

#include "ns3/bulk-send-helper.h"
#include "ns3/command-line.h"
#include "ns3/csma-helper.h"
#include "ns3/esa-helper.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/mobility-helper.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/ssid.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/wifi-helper.h"
#include "ns3/yans-wifi-helper.h"

#include <iostream>

using namespace ns3;

namespace
{

constexpr uint16_t kTcpPort = 5000;
constexpr uint16_t kUdpPort = 5001;
constexpr uint32_t kFileBytes = 200000;

/// @param record an iteration of a worker, which has just ended
void
PrintIteration(const esa::IterationRecord& record)
{
    if (record.worker == 0)
    {
        std::cout << "training: iteration " << record.iteration << " took "
                  << (record.end - record.begin).count() / 1000000 << " us" << std::endl;
    }
}

/// Connects a station to its access point.
NetDeviceContainer
ConnectByWifi(Ptr<Node> station, Ptr<Node> accessPoint)
{
    MobilityHelper mobility; // positions, also for animations
    mobility.SetMobilityModel("ns3::ConstantPositionMobilityModel");
    mobility.Install(NodeContainer::GetGlobal());
    YansWifiPhyHelper phy;
    phy.SetChannel(YansWifiChannelHelper::Default().Create());
    WifiHelper wifi;
    WifiMacHelper mac;
    mac.SetType("ns3::StaWifiMac", "Ssid", SsidValue(Ssid("esa")));
    NetDeviceContainer devices = wifi.Install(phy, mac, station);
    mac.SetType("ns3::ApWifiMac", "Ssid", SsidValue(Ssid("esa")));
    devices.Add(wifi.Install(phy, mac, accessPoint));
    return devices;
}

/// Gives the devices of a network addresses. @return the first one
Ipv4Address
AddressesOf(const NetDeviceContainer& devices, const char* network)
{
    Ipv4AddressHelper addresses;
    addresses.SetBase(network, "255.255.255.0");
    return addresses.Assign(devices).GetAddress(0);
}

/// Installs a job of four workers and a PS.
void
InstallTraining(esa::EsaHelper& helper, const NodeContainer& rack)
{
    const auto us = [](double us) { return esa::FromMicroseconds(us); };
    esa::JobSetup job;
    job.dnn = {{us(10), us(10)}, {{2, 24800}, {1, 24800}}, 1.0};
    for (uint32_t worker = 0; worker < 4; ++worker)
    {
        job.workers.Add(rack.Get(worker));
    }
    job.parameterServer = rack.Get(4);
    job.iterations = 3;
    const ApplicationContainer apps = helper.InstallJobs({job}, {});
    for (uint32_t i = 0; i < job.workers.GetN(); ++i)
    {
        apps.Get(i)->TraceConnectWithoutContext("Iteration", MakeCallback(&PrintIteration));
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);

    const NodeContainer rack(8); // workers 0 to 3, PS, server, gateway, access point
    const Ptr<Node> server = rack.Get(5);
    const Ptr<Node> gateway = rack.Get(6);
    const Ptr<Node> accessPoint = rack.Get(7);
    const auto client = CreateObject<Node>();
    const auto station = CreateObject<Node>();
    esa::EsaHelper helper("esa");
    helper.SetChannelAttribute("Delay", StringValue("2.5us"));
    helper.InstallRack(CreateObject<Node>(), rack);
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
    const NetDeviceContainer onCsma = csma.Install(NodeContainer(client, gateway));
    const NetDeviceContainer onWifi = ConnectByWifi(station, accessPoint);

    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    NetDeviceContainer inRack;
    for (const auto& host : {server, gateway, accessPoint})
    {
        stack.Install(host);
        inRack.Add(host->GetDevice(0)); // the link to the switch was the first one
    }
    stack.Install(client);
    stack.Install(station);
    const Ipv4Address ofServer = AddressesOf(inRack, "10.1.1.0");
    AddressesOf(onCsma, "10.1.2.0");
    AddressesOf(onWifi, "10.1.3.0");
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    BulkSendHelper file("ns3::TcpSocketFactory", InetSocketAddress(ofServer, kTcpPort));
    file.SetAttribute("MaxBytes", UintegerValue(kFileBytes));
    file.Install(client).Start(MilliSeconds(500)); // the station has joined by then
    OnOffHelper stream("ns3::UdpSocketFactory", InetSocketAddress(ofServer, kUdpPort));
    stream.SetConstantRate(DataRate("1Mbps"), 500);
    stream.Install(station).Start(MilliSeconds(500));
    const auto install = [&server](const char* protocol, uint16_t port) {
        PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), port));
        return DynamicCast<PacketSink>(sink.Install(server).Get(0));
    };
    const Ptr<PacketSink> tcp = install("ns3::TcpSocketFactory", kTcpPort);
    const Ptr<PacketSink> udp = install("ns3::UdpSocketFactory", kUdpPort);
    InstallTraining(helper, rack);
    helper.AssignStreams(0);
    FlowMonitorHelper flows;
    const Ptr<FlowMonitor> monitor = flows.InstallAll();

    Simulator::Stop(Seconds(1));
    Simulator::Run();
    std::cout << "TCP: " << tcp->GetTotalRx() << " bytes of " << kFileBytes << " arrived\n"
              << "UDP: " << (udp->GetTotalRx() > 0 ? "packets of the station" : "nothing")
              << " arrived\n"
              << "FlowMonitor: " << monitor->GetFlowStats().size()
              << " flows, of TCP (both directions) and UDP" << std::endl;
    const bool isDone = tcp->GetTotalRx() == kFileBytes && udp->GetTotalRx() > 0;
    Simulator::Destroy();
    return isDone ? 0 : 1;
}
