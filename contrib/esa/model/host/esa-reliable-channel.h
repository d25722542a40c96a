/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RELIABLE_CHANNEL_H
#define ESA_RELIABLE_CHANNEL_H

#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-channel-message.h"
#include "ns3/esa-fragment-sink.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/ipv4-address.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The reliable channel between parameter servers and workers (paper, "Dealing with Packet
 * Loss": "for the end-host to end-host transmission, we use reliable transport protocols, e.g,
 * TCP").
 *
 * It is ns-3's TCP over the links that carry the fragments, and through the same queues. The object
 * is added to a Node with an Internet stack (AggregateObject). Two hosts share one connection for
 * all their jobs. The first message opens it, so a run that needs no repair opens no connection.
 */
class EsaReliableChannel : public Object, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaReliableChannel();
    ~EsaReliableChannel() override;

    /**
     * @brief Begins to listen; to be called once.
     * @param address this host's address
     * @param sink receives the messages; outlives the simulation run
     */
    void Open(Ipv4Address address, FragmentSink* sink);

    /// @return this host's address
    Ipv4Address GetAddress() const
    {
        return m_address;
    }

    /**
     * @brief Sends a message. Messages from one host to another arrive in order.
     * @param to the other host, which may be this one
     * @param message the message
     */
    void Send(Ipv4Address to, const Fragment& message);

    /// @return messages sent
    uint64_t GetMessagesSent() const
    {
        return m_messagesSent;
    }

    const char* AttributesSettableUntil() const override
    {
        return "Open() is called, as the first job that needs it is installed";
    }

  protected:
    void DoDispose() override;

  private:
    /// One end of a connection.
    struct Connection
    {
        Ipv4Address peer;             ///< the other host
        Ptr<Socket> socket;           ///< its end in TCP
        std::vector<uint8_t> waiting; ///< bytes that TCP has no room for yet
        MessageReader reader;         ///< bytes that have arrived
    };

    /// @return a TCP socket, set up for short messages in a rack
    Ptr<Socket> MakeSocket();

    /// @brief Sets the callbacks of a connection's socket.
    void Attend(Connection& connection);

    /// @brief Connects to the peer of a connection.
    void Connect(Connection& connection);

    /// @brief Hands TCP the bytes that it has room for.
    void Pump(Connection& connection);

    /// @return the connection of a socket
    Connection& ConnectionOf(Ptr<Socket> socket);

    // Callbacks of TCP
    void OnAccept(Ptr<Socket> socket, const Address& from); ///< @param socket new @param from whom
    void OnConnected(Ptr<Socket> socket);                   ///< @param socket is connected now
    void OnConnectFailed(Ptr<Socket> socket);               ///< @param socket got no answer
    void OnRoom(Ptr<Socket> socket, uint32_t bytes);        ///< @param socket has room @param bytes
    void OnData(Ptr<Socket> socket);                        ///< @param socket has data
    void OnError(Ptr<Socket> socket);                       ///< @param socket gave up

    Time m_minRto;                                          ///< attribute: least timeout of TCP
    SimClock m_clock;                                       ///< converts times
    Ipv4Address m_address;                                  ///< this host
    FragmentSink* m_sink{nullptr};                          ///< receives the messages
    Ptr<Socket> m_listener;                                 ///< accepts connections
    std::vector<std::unique_ptr<Connection>> m_connections; ///< all of them
    std::map<Ipv4Address, Connection*> m_byPeer;            ///< those on which this host sends
    uint64_t m_messagesSent{0};                             ///< messages sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_RELIABLE_CHANNEL_H
