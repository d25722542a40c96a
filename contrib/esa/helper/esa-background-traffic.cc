// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-background-traffic.h"

#include "esa-internet-helper.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kPort = 47905; ///< TCP port where hosts accept flows
constexpr uint32_t kRetries = 15; ///< of a segment, with back-off (Linux: tcp_retries2)

/// A closed connection keeps its port for the time in which its host begins this many flows. ns-3
/// searches all connections of a host for each packet, so those kept for RFC 9293's four
/// minutes make a run with many small flows slower and slower, until the host has no port left.
/// Ports are taken in turn, so one is used again only after 16,384 flows, as without this limit.
constexpr double kPortKeptFlows = 64;

} // namespace

LogComponent BackgroundTraffic::g_log("EsaBackgroundTraffic", __FILE__);

BackgroundTraffic::BackgroundTraffic(const NodeContainer& hosts,
                                     const BackgroundParameters& parameters,
                                     int64_t stream)
    : m_hosts(hosts),
      m_parameters(parameters),
      m_waits(CreateObject<ExponentialRandomVariable>()),
      m_sizes(CreateObject<ExponentialRandomVariable>()),
      m_peers(CreateObject<UniformRandomVariable>())
{
    NS_ABORT_MSG_IF(hosts.GetN() < 2, "BackgroundTraffic: flows need at least two hosts");
    NS_ABORT_MSG_IF(parameters.load <= 0 || parameters.load >= 1,
                    "BackgroundTraffic: the load must be above 0 and below 1");
    m_waits->SetStream(stream);
    m_sizes->SetStream(stream + 1);
    m_peers->SetStream(stream + 2);
    const double sendS =
        parameters.meanBytes * 8 / static_cast<double>(parameters.linkRate.GetBitRate());
    m_meanWaitS = sendS / parameters.load;
    for (uint32_t host = 0; host < hosts.GetN(); ++host)
    {
        m_addresses.push_back(InstallInternet(hosts.Get(host)));
        const auto listener = MakeSocket(host);
        listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                    MakeCallback(&BackgroundTraffic::OnAccept, this));
        const bool isOpen = listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort)) == 0 &&
                            listener->Listen() == 0;
        NS_ABORT_MSG_IF(!isOpen, "BackgroundTraffic: TCP port " << kPort << " is in use");
        m_listeners.push_back(listener);
        Plan(host);
    }
}

Ptr<Socket>
BackgroundTraffic::MakeSocket(uint32_t host) const
{
    const auto socket = Socket::CreateSocket(m_hosts.Get(host), TcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(m_parameters.segmentBytes));
    socket->SetAttribute("SndBufSize", UintegerValue(kBufferBytes));
    socket->SetAttribute("RcvBufSize", UintegerValue(kBufferBytes));
    socket->SetAttribute("ConnTimeout",
                         TimeValue(Max(m_parameters.minRto, m_parameters.roundTrip)));
    socket->SetAttribute("ConnCount", UintegerValue(kRetries));
    socket->SetAttribute("DataRetries", UintegerValue(kRetries));
    socket->SetAttribute("MinRto", TimeValue(m_parameters.minRto));
    socket->SetAttribute("ClockGranularity", TimeValue(MicroSeconds(1)));
    DoubleValue lifetime;
    socket->GetAttribute("MaxSegLifetime", lifetime);
    const double keptS = std::min(2 * lifetime.Get(), kPortKeptFlows * m_meanWaitS);
    socket->SetAttribute("MaxSegLifetime", DoubleValue(keptS / 2));
    return socket;
}

void
BackgroundTraffic::Plan(uint32_t from)
{
    const Time wait = Seconds(m_waits->GetValue(m_meanWaitS, 0));
    Simulator::ScheduleWithContext(m_hosts.Get(from)->GetId(), wait, [this, from] { Begin(from); });
}

uint64_t
BackgroundTraffic::DrawBytes()
{
    return static_cast<uint64_t>(
        std::max<long long>(std::llround(m_sizes->GetValue(m_parameters.meanBytes, 0)), 1));
}

void
BackgroundTraffic::Begin(uint32_t from)
{
    Plan(from);
    auto to = static_cast<uint32_t>(m_peers->GetInteger(0, m_hosts.GetN() - 2));
    to += to >= from ? 1 : 0;
    AddStaticArpBetween(m_hosts.Get(from), m_hosts.Get(to));
    const uint64_t bytes = DrawBytes();
    const auto socket = MakeSocket(from);
    if (socket->Bind() != 0)
    {
        ++m_counts.refused;
        NS_LOG_WARN("no TCP port is free at " << m_addresses[from] << ": a flow does not begin");
        return;
    }
    Address name;
    socket->GetSockName(name);
    const FlowKey key{m_addresses[from].Get(), InetSocketAddress::ConvertFrom(name).GetPort()};
    m_flows[key] = Flow{from, bytes, bytes, 0, Simulator::Now()};
    m_senders[socket] = key;
    ++m_counts.begun;
    NS_LOG_INFO("flow " << m_counts.begun << " begins: " << bytes << " bytes from "
                        << m_addresses[from] << " to " << m_addresses[to]);
    const Callback<void, Ptr<Socket>> failed([this, key](Ptr<Socket> closed) {
        m_senders.erase(closed);
        OnFailure(key);
    });
    socket->SetConnectCallback(MakeCallback(&BackgroundTraffic::OnConnected, this), failed);
    socket->SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), failed);
    socket->SetSendCallback(MakeCallback(&BackgroundTraffic::OnRoom, this));
    socket->Connect(InetSocketAddress(m_addresses[to], kPort));
}

void
BackgroundTraffic::OnFailure(const FlowKey& key)
{
    const auto found = m_flows.find(key);
    if (found == m_flows.end())
    {
        return; // its last byte has arrived, but no acknowledgement came back
    }
    NS_LOG_INFO("TCP gives up a flow from " << m_addresses[found->second.from]);
    m_flows.erase(found);
    ++m_counts.failed;
}

void
BackgroundTraffic::OnConnected(Ptr<Socket> socket)
{
    OnRoom(socket, socket->GetTxAvailable());
}

void
BackgroundTraffic::OnRoom(Ptr<Socket> socket, uint32_t /* bytes */)
{
    const auto sender = m_senders.find(socket);
    if (sender == m_senders.end())
    {
        return;
    }
    Flow& flow = m_flows.at(sender->second);
    while (flow.toSend > 0)
    {
        const auto room = std::min<uint64_t>(flow.toSend, socket->GetTxAvailable());
        const int sent = room > 0 ? socket->Send(Create<Packet>(static_cast<uint32_t>(room))) : 0;
        if (sent <= 0)
        {
            return; // OnRoom() comes again
        }
        NS_ASSERT_MSG(static_cast<uint64_t>(sent) <= flow.toSend, "TCP takes what it was given");
        flow.toSend -= static_cast<uint64_t>(sent);
    }
    m_senders.erase(sender);
    socket->Close();
}

void
BackgroundTraffic::OnAccept(Ptr<Socket> socket, const Address& /* from */)
{
    socket->SetRecvCallback(MakeCallback(&BackgroundTraffic::OnData, this));
}

void
BackgroundTraffic::OnData(Ptr<Socket> socket)
{
    Address name;
    socket->GetPeerName(name);
    const auto peer = InetSocketAddress::ConvertFrom(name);
    const auto found = m_flows.find({peer.GetIpv4().Get(), peer.GetPort()});
    while (const auto packet = socket->Recv())
    {
        m_counts.bytes += packet->GetSize();
        if (found != m_flows.end())
        {
            found->second.received += packet->GetSize();
        }
    }
    if (found == m_flows.end() || found->second.received < found->second.bytes)
    {
        return;
    }
    const Flow flow = found->second;
    m_flows.erase(found);
    socket->Close();
    ++m_counts.ended;
    NS_ASSERT_MSG(flow.received == flow.bytes, "a flow ends with its last byte");
    NS_ASSERT_MSG(m_counts.begun == m_counts.ended + m_counts.failed + m_flows.size(),
                  "flows are under way or over");
    NS_LOG_INFO("a flow of " << flow.bytes << " bytes from " << m_addresses[flow.from]
                             << " ends after " << (Simulator::Now() - flow.begin).As(Time::US));
    m_counts.duration += Simulator::Now() - flow.begin;
}

} // namespace ns3::esa
