// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What every ns-3 NetDevice answers, the trace sources of its queue, and how it hands packets to
// the stack; the link itself is in esa-net-device.cc.

#include "esa-channel.h"
#include "esa-net-device.h"

#include "ns3/ethernet-header.h"
#include "ns3/node.h"

namespace ns3::esa
{

bool
EsaNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, m_address, dest, protocolNumber);
}

bool
EsaNetDevice::SendFrom(Ptr<Packet> packet,
                       const Address& source,
                       const Address& dest,
                       uint16_t protocolNumber)
{
    EthernetHeader ethernet(false);
    ethernet.SetSource(Mac48Address::ConvertFrom(source));
    ethernet.SetDestination(Mac48Address::ConvertFrom(dest));
    ethernet.SetLengthType(protocolNumber);
    packet->AddHeader(ethernet);
    return SendFrame(packet);
}

void
EsaNetDevice::ReceivePacket(Ptr<Packet> packet)
{
    EthernetHeader ethernet(false);
    packet->RemoveHeader(ethernet);
    const Mac48Address to = ethernet.GetDestination();
    PacketType type = PACKET_OTHERHOST;
    if (to == m_address)
    {
        type = PACKET_HOST;
    }
    else if (to.IsBroadcast())
    {
        type = PACKET_BROADCAST;
    }
    else if (to.IsGroup())
    {
        type = PACKET_MULTICAST;
    }
    const uint16_t protocol = ethernet.GetLengthType();
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet->Copy(), protocol, ethernet.GetSource(), to, type);
    }
    if (type != PACKET_OTHERHOST && !m_receive.IsNull())
    {
        m_receive(this, packet, protocol, ethernet.GetSource());
    }
}

void
EsaNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
EsaNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
EsaNetDevice::GetChannel() const
{
    return m_channel;
}

void
EsaNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
EsaNetDevice::GetAddress() const
{
    return m_address;
}

bool
EsaNetDevice::SetMtu(const uint16_t mtu)
{
    m_mtu = mtu;
    return true;
}

uint16_t
EsaNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
EsaNetDevice::IsLinkUp() const
{
    return m_channel != nullptr;
}

void
EsaNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChange.ConnectWithoutContext(callback);
}

bool
EsaNetDevice::IsBroadcast() const
{
    return true;
}

Address
EsaNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
EsaNetDevice::IsMulticast() const
{
    return true;
}

Address
EsaNetDevice::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
EsaNetDevice::GetMulticast(Ipv6Address addr) const
{
    return Mac48Address::GetMulticast(addr);
}

bool
EsaNetDevice::IsPointToPoint() const
{
    // Behind the switch is the whole rack, so addresses are resolved as on any Ethernet.
    return false;
}

bool
EsaNetDevice::IsBridge() const
{
    return false;
}

Ptr<Node>
EsaNetDevice::GetNode() const
{
    return m_node;
}

void
EsaNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
EsaNetDevice::NeedsArp() const
{
    return true;
}

void
EsaNetDevice::SetReceiveCallback(NetDevice::ReceiveCallback cb)
{
    m_receive = cb;
}

void
EsaNetDevice::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb)
{
    m_promiscReceive = cb;
}

bool
EsaNetDevice::SupportsSendFrom() const
{
    return true;
}

uint64_t
EsaNetDevice::GetQueuedBytes() const
{
    return m_port.QueuedBytes(m_clock.Now());
}

uint64_t
EsaNetDevice::GetSentBytes() const
{
    return m_port.SentBytes(m_clock.Now());
}

uint64_t
EsaNetDevice::GetLargestQueueBytes() const
{
    return m_port.LargestQueueBytes();
}

} // namespace ns3::esa
