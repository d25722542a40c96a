// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-frame-builder.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"

#include <gtest/gtest.h>
#include <set>
#include <utility>

namespace ns3::esa
{
namespace
{

TEST(WorkerAddress, EveryWorkerAndServerOfLargeJobsHasOneOfItsOwn)
{
    std::set<uint32_t> taken;
    for (const uint16_t job : {0, 1, 62})
    {
        taken.insert(ParameterServerAddress(job).Get());
        for (uint16_t worker = 0; worker < 2000; ++worker)
        {
            EXPECT_TRUE(taken.insert(WorkerAddress(job, worker).Get()).second)
                << "job " << job << ", worker " << worker;
        }
        for (uint32_t server = 1; server < 2000; ++server)
        {
            EXPECT_TRUE(taken.insert(ServerAddress(job, server).Get()).second)
                << "job " << job << ", server " << server;
        }
    }
    EXPECT_EQ(WorkerAddress(3, 253), Ipv4Address("10.0.3.254"));
    EXPECT_EQ(WorkerAddress(3, 254), Ipv4Address("100.67.0.254"));
    EXPECT_EQ(ServerAddress(3, 0), ParameterServerAddress(3));
    EXPECT_EQ(ServerAddress(3, 1), Ipv4Address("198.18.192.1"));
}

/// @return source and destination of the frame of a packet of job 257
std::pair<Ipv4Address, Ipv4Address>
AddressesOfJob257(PacketKind kind, FrameFormat format)
{
    InaPacket packet;
    packet.kind = kind;
    packet.job = 257;
    packet.worker = 3;
    packet.frameBytes = format == FrameFormat::SwitchMl ? kSwitchMlFrameBytes : kInaFrameBytes;
    const auto frame = BuildPacket(packet, format, Mac48Address(), Mac48Address());
    EthernetHeader ethernet(false);
    frame->RemoveHeader(ethernet);
    Ipv4Header ipv4;
    frame->RemoveHeader(ipv4);
    return {ipv4.GetSource(), ipv4.GetDestination()};
}

TEST(WorkerAddress, IsNoServersOnAHostOfItsOwn)
{
    InaPacket packet = FlowPacket{2, 3, ExtraServer(1), 0, false, false}.ToFragment();
    packet.frameBytes = 1514;
    const auto frame = BuildPacket(packet, FrameFormat::Mtu, Mac48Address(), Mac48Address());
    EthernetHeader ethernet(false);
    frame->RemoveHeader(ethernet);
    Ipv4Header ipv4;
    frame->RemoveHeader(ipv4);
    EXPECT_EQ(ipv4.GetSource(), WorkerAddress(2, 3));
    EXPECT_EQ(ipv4.GetDestination(), ServerAddress(2, 1));
}

TEST(WorkerAddress, HasTheBitsOfTheJobThatTheHeaderHas)
{
    const Ipv4Address ofHeader("10.0.1.4");
    EXPECT_EQ(AddressesOfJob257(PacketKind::Gradient, FrameFormat::SwitchMl).first, ofHeader);
    EXPECT_EQ(AddressesOfJob257(PacketKind::Result, FrameFormat::SwitchMl).second, ofHeader);
    const Ipv4Address whole("10.1.1.4");
    EXPECT_EQ(AddressesOfJob257(PacketKind::Gradient, FrameFormat::Ina).first, whole);
    EXPECT_EQ(AddressesOfJob257(PacketKind::Result, FrameFormat::Ina).second, whole);
}

} // namespace
} // namespace ns3::esa
