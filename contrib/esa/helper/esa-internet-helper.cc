// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/arp-cache.h"
#include "ns3/bridge-net-device.h"
#include "ns3/esa-host-demux.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"

namespace ns3::esa
{
namespace
{

constexpr uint32_t kNetwork = 172U << 24 | 16U << 16; ///< 172.16.0.0, for private use (RFC 1918)
constexpr uint32_t kNetworkMask = 0xfff00000;         ///< 12 bits
constexpr uint32_t kMaxHost = 0x000ffffe;             ///< number of hosts that it has room for

/// @param host a host with an Internet stack
/// @return the IP interface of its device to the switch
Ptr<Ipv4Interface>
InterfaceOf(Ptr<Node> host)
{
    const auto ipv4 = host->GetObject<Ipv4L3Protocol>();
    NS_ABORT_MSG_IF(!ipv4,
                    "node " << host->GetId()
                            << " has an IPv4 stack that is not ns-3's Ipv4L3Protocol");
    const auto device = host->GetObject<EsaHostDemux>()->GetDevice();
    int32_t index = ipv4->GetInterfaceForDevice(device);
    if (index < 0)
    {
        index = static_cast<int32_t>(ipv4->AddInterface(device));
    }
    if (ipv4->GetNAddresses(index) == 0)
    {
        const uint32_t number = host->GetId() + 1;
        NS_ABORT_MSG_IF(number > kMaxHost, "no IP address is left for node " << host->GetId());
        ipv4->AddAddress(
            index,
            Ipv4InterfaceAddress(Ipv4Address(kNetwork | number), Ipv4Mask(kNetworkMask)));
        ipv4->SetUp(index);
    }
    return ipv4->GetInterface(index);
}

/// Gives a host the MAC address of another one.
void
AddStaticArp(Ptr<Node> host, Ptr<Node> peer)
{
    const auto cache = InterfaceOf(host)->GetArpCache();
    const Ipv4Address address = InterfaceOf(peer)->GetAddress(0).GetLocal();
    auto entry = cache->Lookup(address);
    if (!entry)
    {
        entry = cache->Add(address);
    }
    entry->SetMacAddress(peer->GetObject<EsaHostDemux>()->GetDevice()->GetAddress());
    entry->MarkPermanent();
}

} // namespace

Ipv4Address
InstallInternet(Ptr<Node> host)
{
    if (!host->GetObject<Ipv4>())
    {
        InternetStackHelper stack;
        stack.SetIpv6StackInstall(false);
        stack.Install(host);
    }
    NS_ABORT_MSG_IF(!host->GetObject<EsaHostDemux>(),
                    "node " << host->GetId() << " is not in the rack");
    return InterfaceOf(host)->GetAddress(0).GetLocal();
}

void
AddStaticArpBetween(Ptr<Node> a, Ptr<Node> b)
{
    if (a != b)
    {
        AddStaticArp(a, b);
        AddStaticArp(b, a);
    }
}

void
ShowPortsAsBridge(Ptr<Node> switchNode)
{
    const uint32_t ports = switchNode->GetNDevices();
    const auto bridge = CreateObject<BridgeNetDevice>();
    switchNode->AddDevice(bridge);
    for (uint32_t port = 0; port < ports; ++port)
    {
        bridge->AddBridgePort(switchNode->GetDevice(port));
    }
}

} // namespace ns3::esa
