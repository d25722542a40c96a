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
 * @brief The reliable channel between parameter servers and workers: ns-3's TCP over the links that
 * carry the fragments, and through the same queues (paper, "Dealing with Packet Loss": "for the
 * end-host to end-host transmission, we use reliable transport protocols, e.g, TCP").
 *
 * Aggregated to a Node with an Internet stack. Two hosts have one connection for all their jobs; it
 * is opened by the first message, so a run without losses knows nothing of it.
 */
class EsaReliableChannel : public Object, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaReliableChannel();
    ~EsaReliableChannel() override;

    /**
     * @brief Begins to listen; once.
     * @param address this host's address
     * @param sink who takes the messages; outlives the simulation's run
     */
    void Open(Ipv4Address address, FragmentSink* sink);

    /// @return this host's address
    Ipv4Address GetAddress() const
    {
        return m_address;
    }

    /**
     * @brief Sends a message; the messages of one host arrive at another in their order.
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
        Ptr<Socket> socket;           ///< TCP's end
        std::vector<uint8_t> waiting; ///< bytes that TCP has no room for
        MessageReader reader;         ///< bytes that have come
    };

    /// @return a TCP socket, set up for short messages in a rack
    Ptr<Socket> MakeSocket();

    /**
     * @brief Has TCP tell what happens to a connection.
     * @param connection the connection, with its socket
     */
    void Attend(Connection& connection);

    /**
     * @brief Connects to the connection's peer.
     * @param connection the connection
     */
    void Connect(Connection& connection);

    /**
     * @brief Hands TCP what it has room for.
     * @param connection the connection
     */
    void Pump(Connection& connection);

    /**
     * @param socket a socket
     * @return its connection
     */
    Connection& ConnectionOf(Ptr<Socket> socket);

    // What TCP tells
    void OnAccept(Ptr<Socket> socket, const Address& from); ///< @param socket new @param from whom
    void OnConnected(Ptr<Socket> socket);                   ///< @param socket is connected now
    void OnConnectFailed(Ptr<Socket> socket);               ///< @param socket found nobody
    void OnRoom(Ptr<Socket> socket, uint32_t bytes);        ///< @param socket has room @param bytes
    void OnData(Ptr<Socket> socket);                        ///< @param socket has data
    void OnError(Ptr<Socket> socket);                       ///< @param socket gave up

    Time m_minRto;                                          ///< attribute: least timeout of TCP
    SimClock m_clock;                                       ///< converts times
    Ipv4Address m_address;                                  ///< this host
    FragmentSink* m_sink{nullptr};                          ///< takes the messages
    Ptr<Socket> m_listener;                                 ///< takes connections
    std::vector<std::unique_ptr<Connection>> m_connections; ///< all of them
    std::map<Ipv4Address, Connection*> m_byPeer;            ///< those to send on
    uint64_t m_messagesSent{0};                             ///< messages sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_RELIABLE_CHANNEL_H
