/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-reliable-channel.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/esa-fragment-text.h"
#include "ns3/inet-socket-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kPort = 47904;           ///< where hosts listen
constexpr uint32_t kSegmentBytes = 1460;    ///< a full Ethernet frame
constexpr uint32_t kBufferBytes = 1U << 20; ///< of a socket, in each direction
constexpr uint32_t kConnectTries = 20;      ///< each waits twice as long as the previous one
constexpr uint32_t kDataTries = 1000000;    ///< a link may be down for long

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EsaReliableChannel);

LogComponent EsaReliableChannel::g_log("EsaReliableChannel", __FILE__);

TypeId
EsaReliableChannel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaReliableChannel")
            .SetParent<Object>()
            .SetGroupName("Esa")
            .AddConstructor<EsaReliableChannel>()
            .AddAttribute("MinRto",
                          "Least retransmission timeout of the channel's TCP, and the first of its "
                          "connection requests. ns-3's default, 1 s, is made for the Internet.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeTimeAccessor(&EsaReliableChannel::m_minRto)),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

EsaReliableChannel::EsaReliableChannel() = default;
EsaReliableChannel::~EsaReliableChannel() = default;

void
EsaReliableChannel::DoDispose()
{
    m_connections.clear();
    m_byPeer.clear();
    m_listener = nullptr;
    m_sink = nullptr;
    Object::DoDispose();
}

Ptr<Socket>
EsaReliableChannel::MakeSocket()
{
    const auto socket = Socket::CreateSocket(GetObject<Node>(), TcpSocketFactory::GetTypeId());
    socket->SetAttribute("SegmentSize", UintegerValue(kSegmentBytes));
    socket->SetAttribute("SndBufSize", UintegerValue(kBufferBytes));
    socket->SetAttribute("RcvBufSize", UintegerValue(kBufferBytes));
    socket->SetAttribute("ConnTimeout", TimeValue(m_minRto));
    socket->SetAttribute("ConnCount", UintegerValue(kConnectTries));
    socket->SetAttribute("DataRetries", UintegerValue(kDataTries));
    socket->SetAttribute("MinRto", TimeValue(m_minRto));
    socket->SetAttribute("ClockGranularity", TimeValue(MicroSeconds(1)));
    // A single message must not wait for more data, nor its acknowledgement for more messages.
    socket->SetAttribute("TcpNoDelay", BooleanValue(true));
    socket->SetAttribute("DelAckCount", UintegerValue(1));
    return socket;
}

void
EsaReliableChannel::Attend(Connection& connection)
{
    connection.socket->SetRecvCallback(MakeCallback(&EsaReliableChannel::OnData, this));
    connection.socket->SetSendCallback(MakeCallback(&EsaReliableChannel::OnRoom, this));
    connection.socket->SetCloseCallbacks(MakeCallback(&EsaReliableChannel::OnError, this),
                                         MakeCallback(&EsaReliableChannel::OnError, this));
}

void
EsaReliableChannel::Open(Ipv4Address address, FragmentSink* sink)
{
    NS_ABORT_MSG_IF(m_listener, "EsaReliableChannel: open already");
    FreezeAttributes();
    m_address = address;
    m_sink = sink;
    m_listener = MakeSocket();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&EsaReliableChannel::OnAccept, this));
    const bool isOpen = m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort)) == 0 &&
                        m_listener->Listen() == 0;
    NS_ABORT_MSG_IF(!isOpen, "EsaReliableChannel: TCP port " << kPort << " is in use");
}

void
EsaReliableChannel::Send(Ipv4Address to, const Fragment& message)
{
    NS_LOG_DEBUG("the " << message << " goes to " << to << " over TCP");
    NS_ASSERT_MSG(m_listener, "a channel is open before it is used");
    ++m_messagesSent;
    Connection*& connection = m_byPeer[to];
    if (!connection)
    {
        m_connections.push_back(std::make_unique<Connection>());
        connection = m_connections.back().get();
        connection->peer = to;
        Connect(*connection);
    }
    AppendMessage(message, connection->waiting);
    Pump(*connection);
}

void
EsaReliableChannel::Connect(Connection& connection)
{
    NS_LOG_INFO(m_address << " connects to " << connection.peer);
    connection.socket = MakeSocket();
    Attend(connection);
    connection.socket->SetConnectCallback(MakeCallback(&EsaReliableChannel::OnConnected, this),
                                          MakeCallback(&EsaReliableChannel::OnConnectFailed, this));
    connection.socket->Bind();
    connection.socket->Connect(InetSocketAddress(connection.peer, kPort));
}

void
EsaReliableChannel::Pump(Connection& connection)
{
    auto& waiting = connection.waiting;
    const auto bytes = std::min<std::size_t>(waiting.size(), connection.socket->GetTxAvailable());
    if (bytes == 0)
    {
        return;
    }
    const int sent = connection.socket->Send(waiting.data(), static_cast<uint32_t>(bytes), 0);
    if (sent > 0) // otherwise it is not connected yet
    {
        waiting.erase(waiting.begin(), waiting.begin() + sent);
    }
}

EsaReliableChannel::Connection&
EsaReliableChannel::ConnectionOf(Ptr<Socket> socket)
{
    const auto found =
        std::find_if(m_connections.begin(), m_connections.end(), [&socket](const auto& connection) {
            return connection->socket == socket;
        });
    NS_ABORT_MSG_IF(found == m_connections.end(), "EsaReliableChannel: unknown socket");
    return **found;
}

void
EsaReliableChannel::OnAccept(Ptr<Socket> socket, const Address& from)
{
    m_connections.push_back(std::make_unique<Connection>());
    Connection& connection = *m_connections.back();
    NS_LOG_INFO(m_address << " accepts a connection from "
                          << InetSocketAddress::ConvertFrom(from).GetIpv4());
    connection.peer = InetSocketAddress::ConvertFrom(from).GetIpv4();
    connection.socket = socket;
    Attend(connection);
    // Where both ends connect at the same time, each sends on its own connection.
    m_byPeer.emplace(connection.peer, &connection);
}

void
EsaReliableChannel::OnConnected(Ptr<Socket> socket)
{
    Pump(ConnectionOf(socket));
}

void
EsaReliableChannel::OnConnectFailed(Ptr<Socket> socket)
{
    NS_LOG_WARN(m_address << " got no connection and tries again");
    Connect(ConnectionOf(socket));
}

void
EsaReliableChannel::OnRoom(Ptr<Socket> socket, uint32_t /* bytes */)
{
    Pump(ConnectionOf(socket));
}

void
EsaReliableChannel::OnData(Ptr<Socket> socket)
{
    MessageReader& reader = ConnectionOf(socket).reader;
    std::vector<uint8_t> bytes;
    while (const auto packet = socket->Recv())
    {
        bytes.resize(packet->GetSize());
        packet->CopyData(bytes.data(), packet->GetSize());
        reader.Append(bytes.data(), bytes.size());
    }
    while (auto message = reader.Next())
    {
        NS_LOG_DEBUG("a " << *message << " has come over TCP");
        m_sink->ReceiveFragment(*message, m_clock.Now());
    }
    NS_ABORT_MSG_IF(reader.IsBroken(),
                    "EsaReliableChannel: received what is no message, on TCP port " << kPort);
}

void
EsaReliableChannel::OnError(Ptr<Socket> socket)
{
    NS_ABORT_MSG("EsaReliableChannel: the connection with " << ConnectionOf(socket).peer
                                                            << " broke");
}

} // namespace ns3::esa
