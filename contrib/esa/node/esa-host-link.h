// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_LINK_H
#define ESA_HOST_LINK_H

#include "ns3/esa-agenda.h"
#include "ns3/esa-port.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A connection of a host (a queue pair of its network card): what a worker or server sends
/// to its switch or PS, or one end of a flow.
class HostConnection
{
  public:
    virtual ~HostConnection() = default;

    /// @brief Makes the next packet, and hands it to the port, if one may leave now.
    /// @return length of its frame, 0 if it stays in the host; none: no packet may leave
    virtual std::optional<uint32_t> SendNext(Picoseconds now) = 0;

  protected:
    /// @return whether it waits for its turn, or has it: then SendNext() will be called
    bool IsWaiting() const
    {
        return m_isWaiting;
    }

  private:
    friend class HostLink;

    bool m_isAdded{false};           ///< whether it is one of its HostLink
    bool m_isWaiting{false};         ///< whether it waits there for its turn, or has it
    int64_t m_credit{0};             ///< bytes that it may still send in its turn
    HostConnection* m_next{nullptr}; ///< waits behind it; null: none does

    std::unique_ptr<CriticalPath> m_path; ///< on which it may send; null: paths are not followed
};

/**
 * @ingroup esa
 * @brief How the connections of a host share its link, as a network card shares it: in turns of
 * equal bytes, and each packet is made when its turn comes.
 *
 * *The problem.* Whoever put its packets into the queue of the port at once would make all others
 * wait for the end of them, and the first one to fill the queue again would keep the link.
 *
 * *How.* A connection that has packets waits for its turn. The turns go round (surplus round robin:
 * what a turn has sent too much is missing in the next one), and a turn is as long as the longest
 * frame. Packets of connections leave in this order; acknowledgements and answers to queries of a
 * PS are handed to the port at once, and go before all that waits for its turn. Only few packets
 * wait in the port itself: so many that the link does not become idle between two steps of this
 * object. Ordinary traffic of ns-3 takes no turns, and does not count as what waits.
 *
 * A connection that has the host for itself shares with no other: it may hand all packets to
 * the port at once (IsAlone()), and each packet leaves when it would in turns, too.
 *
 * Source: the RDMA models of ns-3 that the field uses (RdmaEgressQueue in HPCC, ns3-datacenter and
 * SimAI) serve queue pairs in turn, and make a packet when its turn comes. They count packets; a
 * share of bytes is ours, since frames of aggregation are shorter than frames of flows.
 */
class HostLink
{
  public:
    /// Packets of an MTU of 1500 bytes: more packets are made while the bytes of fewer packets wait
    /// in the port, or of fewer than two of the longest frames, if these are more. Our value.
    static constexpr uint32_t kWaitingPackets = 16;

    /// @brief Connects the link; before the first connection.
    /// @param port where packets leave; outlives the link
    /// @param rate of the link
    void Connect(const std::shared_ptr<Agenda>& agenda, Port& port, const LineRate& rate);

    /// @param connection may send from now on; its owner calls Remove() before it goes
    /// @param frameBytes length of its longest frames
    void Add(HostConnection& connection, uint32_t frameBytes);

    /// @param connection sends no more, or was never added
    void Remove(HostConnection& connection);

    /// @return whether there is one connection only
    bool IsAlone() const
    {
        return m_connections == 1;
    }

    /// @brief A connection may have a packet: it gets a turn.
    void Wake(HostConnection& connection, Picoseconds now)
    {
        if (!connection.m_isWaiting)
        {
            connection.m_isWaiting = true;
            connection.m_credit = 0;
            Append(connection);
            KeepPath(connection);
        }
        else if (connection.m_path &&
                 connection.m_path->iteration < m_agenda->Paths()->now.iteration)
        {
            KeepPath(connection); // what it sends from now on is of a later iteration
        }
        if (!m_isPumping && !m_timer.IsSet())
        {
            Pump(now);
        }
    }

  private:
    /// @brief Lets connections send until enough waits in the port.
    void Pump(Picoseconds now);

    /// @brief Adds a connection behind those that wait.
    void Append(HostConnection& connection)
    {
        (m_first ? m_last->m_next : m_first) = &connection;
        m_last = &connection;
        connection.m_next = nullptr;
    }

    /// @brief The turn of a connection is over. @param first the connection, which is the first one
    void GoRound(HostConnection& first)
    {
        if (first.m_next)
        {
            m_first = first.m_next;
            Append(first);
        }
    }

    /// @brief Lets the connection whose turn it is send a packet.
    void SendNext(Picoseconds now);

    /// @brief A connection may send on the path of what the host does now.
    void KeepPath(HostConnection& connection) const
    {
        if (const NodePaths* const paths = m_agenda->Paths())
        {
            connection.m_path = std::make_unique<CriticalPath>(paths->now);
        }
    }

    /// @return what HostConnection::SendNext() returns, called on the connection's path
    std::optional<uint32_t> SendOnItsPath(HostConnection& connection, Picoseconds now);

    /// @brief Finds how much may wait in the port.
    void FindRoom();

    std::shared_ptr<Agenda> m_agenda; ///< of the host
    Port* m_port{nullptr};            ///< where packets leave
    LineRate m_rate;                  ///< of the link
    uint64_t m_turnBytes{0};          ///< that the link sends in a turn: the longest frame
    uint64_t m_room{0};               ///< more is made while fewer bytes wait in the port
    Picoseconds m_halfTime{0};        ///< in which half of them leave
    std::size_t m_connections{0};     ///< how many there are
    HostConnection* m_first{nullptr}; ///< of those that may have packets; it has its turn
    HostConnection* m_last{nullptr};  ///< of them, if there are any
    bool m_isPumping{false};          ///< whether Pump() is at work
    NodeTimer m_timer;                ///< when Pump() goes on
};

} // namespace ns3::esa

#endif // ESA_HOST_LINK_H
