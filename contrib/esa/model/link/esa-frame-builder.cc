// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-frame-builder.h"

#include "esa-header.h"

#include "ns3/esa-byte-order.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kHostNetwork = 10U << 24;                 ///< 10.0.0.0
constexpr uint32_t kFurtherNetwork = 100U << 24 | 64U << 16; ///< 100.64.0.0
constexpr uint32_t kJobsInFurtherNetwork = 64;               ///< a /10 with 16 bits of workers
constexpr uint16_t kWorkersInHostNetwork = 254; ///< workers' addresses end before the PS's
constexpr uint32_t kServerNetwork = 198U << 24 | 18U << 16; ///< 198.18.0.0
constexpr uint32_t kJobsInServerNetwork = 8;                ///< a /15 with 14 bits of servers
constexpr uint32_t kGroupNetwork = 239U << 24 | 192U << 16; ///< 239.192.0.0
constexpr uint16_t kIpv4EtherType = 0x0800;                 ///< EtherType of IPv4

/// @return its address
Ipv4Address
EndpointAddress(uint16_t job, uint16_t endpoint)
{
    if (IsExtraServer(endpoint))
    {
        return ServerAddress(job, ExtraServerAt(endpoint));
    }
    return WorkerAddress(job, WorkerAt(endpoint));
}

/// @return source and destination, as ATP and SwitchML address them
std::pair<Ipv4Address, Ipv4Address>
Addresses(const InaPacket& fragment, FrameFormat format)
{
    const bool usesPs = format != FrameFormat::SwitchMl;
    // A switch knows of a job what the header has.
    const uint16_t job = usesPs ? fragment.job : fragment.job % kSwitchMlJobs;
    const Ipv4Address ps = ParameterServerAddress(job);
    switch (fragment.kind)
    {
    case PacketKind::Gradient:
    case PacketKind::WorkerReminder:
    case PacketKind::Resend:
    case PacketKind::Answer:
    case PacketKind::Received:
    case PacketKind::Retransmission:
    case PacketKind::NotSent:
        return {WorkerAddress(job, fragment.worker), usesPs ? ps : SwitchAddress()};
    case PacketKind::Partial:
        return {SwitchAddress(), ps};
    case PacketKind::Reminder:
        return {ps, SwitchAddress()};
    case PacketKind::Data:
    case PacketKind::Ack: {
        const FlowPacket flow = FlowPacket::From(fragment);
        return {EndpointAddress(flow.job, flow.sender), EndpointAddress(flow.job, flow.receiver)};
    }
    case PacketKind::Query:
    case PacketKind::Forward:
    case PacketKind::Result:
        break;
    }
    if (fragment.worker == kAllWorkers)
    {
        return {ps, WorkersAddress(job)};
    }
    return {usesPs ? ps : SwitchAddress(), WorkerAddress(job, fragment.worker)};
}

/// @return the payload
std::vector<uint8_t>
Payload(const GradientSum& sum, std::size_t bytes)
{
    std::vector<uint8_t> payload(std::max(bytes, sizeof sum.digest));
    if (sum.values)
    {
        const auto& values = sum.values.Values();
        for (std::size_t i = 0; i < values.size() && 4 * i + 4 <= payload.size(); ++i)
        {
            WriteBigEndian(static_cast<uint32_t>(values[i]), &payload[4 * i]);
        }
    }
    else
    {
        WriteBigEndian(sum.digest, payload.data());
    }
    payload.resize(bytes);
    return payload;
}

} // namespace

Ipv4Address
WorkerAddress(uint16_t job, uint16_t worker)
{
    if (worker >= kWorkersInHostNetwork)
    {
        return Ipv4Address(kFurtherNetwork | uint32_t{job} % kJobsInFurtherNetwork << 16 | worker);
    }
    return Ipv4Address(kHostNetwork | uint32_t{job} << 8 | (1U + worker));
}

Ipv4Address
ParameterServerAddress(uint16_t job)
{
    return Ipv4Address(kHostNetwork | uint32_t{job} << 8 | 255U);
}

Ipv4Address
ServerAddress(uint16_t job, uint32_t number)
{
    if (number == 0)
    {
        return ParameterServerAddress(job);
    }
    return Ipv4Address(kServerNetwork | uint32_t{job} % kJobsInServerNetwork << 14 | number);
}

Ipv4Address
SwitchAddress()
{
    return Ipv4Address(kHostNetwork | 0xff0000);
}

Ipv4Address
WorkersAddress(uint16_t job)
{
    return Ipv4Address(kGroupNetwork | job);
}

Ptr<Packet>
BuildPacket(const InaPacket& fragment, FrameFormat format, Mac48Address from, Mac48Address to)
{
    const bool isIna = format != FrameFormat::SwitchMl || IsFlowKind(fragment.kind);
    const std::size_t headers =
        kEthernetBytes + kIpv4Bytes + (isIna ? kInaHeaderBytes : kSwitchMlHeaderBytes);
    const std::size_t payloadBytes =
        fragment.frameBytes > headers ? fragment.frameBytes - headers : 0;
    const auto payload = Payload(fragment.sum, payloadBytes);
    auto packet = Create<Packet>(payload.data(), static_cast<uint32_t>(payload.size()));
    if (isIna)
    {
        packet->AddHeader(EsaHeader(fragment));
    }
    else
    {
        packet->AddHeader(SwitchMlHeader(fragment));
    }

    Ipv4Header ipv4;
    const auto [source, destination] = Addresses(fragment, format);
    ipv4.SetSource(source);
    ipv4.SetDestination(destination);
    ipv4.SetProtocol(isIna ? kInaIpProtocol : kSwitchMlIpProtocol);
    ipv4.SetTtl(64);
    ipv4.SetEcn(fragment.ecn ? Ipv4Header::ECN_CE : Ipv4Header::ECN_ECT0);
    ipv4.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    ipv4.EnableChecksum();
    packet->AddHeader(ipv4);

    EthernetHeader ethernet(false);
    ethernet.SetSource(from);
    ethernet.SetDestination(to);
    ethernet.SetLengthType(kIpv4EtherType);
    packet->AddHeader(ethernet);
    return packet;
}

} // namespace ns3::esa
