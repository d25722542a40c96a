// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_END_H
#define ESA_FLOW_END_H

#include "esa-hook.h"
#include "esa-host-node.h"
#include "esa-host-settings.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-collective.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-flow-receiver.h"
#include "ns3/esa-flow-sender.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One end of the reliable flows between the hosts of a job: FlowSenders and FlowReceivers
 * with a port and timers.
 *
 * A Collective fills what leaves, and takes what arrives, in its order.
 */
class FlowEnd : public std::enable_shared_from_this<FlowEnd>
{
  public:
    /// Whose end it is.
    struct Address
    {
        uint16_t job{0};                      ///< job number
        uint16_t endpoint{0};                 ///< its own address in the job
        uint16_t frameBytes{MtuFrameBytes()}; ///< length of the frames of its data
    };

    /// @param settings of its job
    /// @param own whose end it is
    /// @param collective fills and takes data; is there until Close()
    /// @param sent informed of every packet that leaves; is there until Close()
    FlowEnd(const HostSettings& settings,
            const Address& own,
            Collective& collective,
            const Hook<const InaPacket&>& sent);

    /// @brief Begins to send and receive.
    /// @param host where packets leave and arrive
    void Open(HostNode& host);

    /// @brief The simulation is over, or the job has left: nothing is sent any more.
    void Close();

    /// @brief Sends fragments, after those sent to the same receiver before.
    /// @param receiver the connection to it
    /// @param range the fragments
    /// @param wait that they take before they are at the link
    void Send(FlowConnection receiver,
              const PositionRange& range,
              Picoseconds now,
              Picoseconds wait = Picoseconds(0));

    /// @brief A packet has arrived.
    /// @param packet the packet, which the collective may change
    void OnPacket(InaPacket& packet, Picoseconds now);

    /// @return number of retransmitted packets
    uint64_t SentAgain() const;

  private:
    /// A connection to another endpoint.
    struct Peer : HostConnection
    {
        /// @param itsEnd whose connection it is
        /// @param parameters of its flows
        /// @param notificationInterval of DCQCN
        Peer(FlowEnd& itsEnd, const FlowParameters& parameters, Picoseconds notificationInterval)
            : end(itsEnd),
              sender(parameters),
              receiver(parameters, 0, notificationInterval)
        {
        }

        std::optional<uint32_t> SendNext(Picoseconds now) override
        {
            return end.SendNext(*this, now);
        }

        FlowEnd& end;          ///< whose connection it is
        FlowConnection to;     ///< which one
        bool isLocal{false};   ///< whether it is on this host
        FlowSender sender;     ///< sends data there
        FlowReceiver receiver; ///< receives data from there
        InaHeader data;        ///< header of the last data to it
        InaHeader ack;         ///< header of acknowledgements to it
        uint64_t sent{0};      ///< ranges that are at the link, as the collective was notified

        std::map<uint32_t, InaPacket> early; ///< data that waits for what comes before, by number
    };

    /// The order of peers. @return whether a peer is before a connection @param key of it
    static bool IsBefore(const std::unique_ptr<Peer>& peer, uint32_t key)
    {
        return peer->to.Key() < key;
    }

    /// @brief Sends fragments now. @param receiver the connection to it
    void Offer(FlowConnection receiver, const PositionRange& range, Picoseconds now);

    /// @return the peer of a connection
    Peer& PeerAt(FlowConnection to)
    {
        Peer* const recent = m_recent[to.Place()];
        return recent && recent->to == to ? *recent : FindPeer(to);
    }

    /// @return the peer of a connection, which is a new one at first
    Peer& FindPeer(FlowConnection to);

    /// @brief A flow may have a packet: it gets its turn at the link.
    void Wake(Peer& peer, Picoseconds now)
    {
        if (peer.sender.MayLeave(now))
        {
            m_host->Link().Wake(peer, now);
        }
        else
        {
            WakeWhenPaced(peer);
        }
    }

    /// @brief A flow gets a turn when its rate lets it send again, if only this holds it back.
    void WakeWhenPaced(const Peer& peer)
    {
        const Picoseconds until = peer.sender.PacedUntil();
        if (until != kNever && until < m_pace.At())
        {
            m_pace.Set(until);
        }
    }

    /// @brief Rates may let flows send again.
    void OnPaced(Picoseconds now);

    /// @param queuedBytes what waits at the link @return how long a packet waits behind it
    Picoseconds TimeAtTheLink(uint64_t queuedBytes) const;

    /// @return whether flows are controlled by an algorithm
    bool IsControlledBy(CongestionAlgorithm algorithm) const
    {
        return m_settings.congestion.algorithm == algorithm;
    }

    /// @copydoc HostConnection::SendNext
    std::optional<uint32_t> SendNext(Peer& peer, Picoseconds now);

    /// @brief Notifies the collective of messages of a flow that are at the link now.
    [[gnu::noinline]] void NotifySent(Peer& peer, Picoseconds now);

    /// @brief Handles an acknowledgement from a peer.
    void OnAck(const InaPacket& packet, Peer& peer, Picoseconds now);

    /// @brief Handles data of a peer.
    void OnData(InaPacket& packet, Peer& peer, Picoseconds now);

    /// @brief Data is next in its flow.
    void Take(InaPacket& packet)
    {
        m_position = PositionOf(packet.seq, m_position);
        m_collective.OnData(packet, m_position);
    }

    /// @brief Data has arrived that was missing: takes what came early, from a number on.
    void TakeEarly(Peer& peer, uint32_t number);

    /// @brief Sends an acknowledgement or a NAK. @param round of the data
    void Answer(uint8_t round,
                const Peer& peer,
                const FlowGap& gap,
                bool isNotification,
                Picoseconds now);

    /// @brief Sends a packet; to a receiver on the same host, without the network. @param header
    /// its header @param fill writes what is still missing
    template <typename Function>
    void Transmit(const InaHeader& header, bool isLocal, Picoseconds now, Function fill)
    {
        const auto make = [this, &fill](InaPacket& packet) {
            fill(packet);
            m_sent(packet);
        };
        if (!isLocal)
        {
            m_port->Emplace(header, now, make);
            return;
        }
        InaPacket packet;
        static_cast<InaHeader&>(packet) = header;
        make(packet);
        TransmitLocally(packet, now);
    }

    /// @brief Sends a packet to a receiver on the same host.
    void TransmitLocally(const InaPacket& packet, Picoseconds now);

    /// @brief Wakes up when a flow will have been silent for too long, or before.
    void WakeFor(const FlowSender& sender, Picoseconds now)
    {
        // Most packets put a deadline off: a timer that moved with it would cost an event.
        const Picoseconds deadline = sender.Deadline();
        if (deadline < m_wakesAt)
        {
            m_wakesAt = deadline;
            m_timer.Set(std::max(deadline, now));
        }
    }

    /// @brief Checks which flows have been silent for too long.
    void OnTimer(Picoseconds now);

    FlowParameters m_settings;                  ///< what is set
    Address m_own;                              ///< whose end it is
    Collective& m_collective;                   ///< fills and takes data
    const Hook<const InaPacket&>& m_sent;       ///< a packet leaves
    StreamPosition m_position{0};               ///< of data sent or taken; the next one is near
    HostNode* m_host{nullptr};                  ///< the host; null: it is closed
    Port* m_port{nullptr};                      ///< where packets leave
    std::vector<std::unique_ptr<Peer>> m_peers; ///< in the order of their keys
    std::array<Peer*, FlowConnection::kPlaces> m_recent{}; ///< that PeerAt() found last, by Place()
    std::optional<Picoseconds> m_notifiesAt; ///< the time, in NotifySent(); none: elsewhere
    Picoseconds m_wakesAt{kNoDeadline};      ///< when flows are looked at; kNoDeadline: never
    NodeTimer m_timer;                       ///< next search for silent flows
    NodeTimer m_pace;                        ///< when a rate lets a flow send again
};

} // namespace ns3::esa

#endif // ESA_FLOW_END_H
